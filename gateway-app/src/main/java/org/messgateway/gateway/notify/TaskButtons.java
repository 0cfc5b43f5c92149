package org.messgateway.gateway.notify;

import java.util.EnumSet;
import java.util.Set;
import java.util.function.Supplier;
import org.messgateway.api.Editable;
import org.messgateway.api.Inbound;
import org.messgateway.api.MessageButton;
import org.messgateway.gateway.notify.NotificationFactory.Abilities;
import org.messgateway.gateway.queue.Identity;
import org.messgateway.gateway.queue.journal.ReplyCodes;

/** How a message can be acted on: its buttons, or a letter to reply with where there are none. */
final class TaskButtons {

  private static final Set<MessageButton> OF_ANYBODY =
      Set.copyOf(EnumSet.of(MessageButton.CLAIM, MessageButton.DECLINE));
  private static final Set<MessageButton> OF_HOLDER =
      Set.copyOf(EnumSet.of(MessageButton.DONE, MessageButton.ASK, MessageButton.GIVE_BACK));

  private final Abilities abilities;
  private final Supplier<ReplyCodes> replyCodes;

  /**
   * @param replyCodes asked for only where people answer by text
   */
  TaskButtons(Abilities abilities, Supplier<ReplyCodes> replyCodes) {
    this.abilities = abilities;
    this.replyCodes = replyCodes;
  }

  /** Executors who share an address with the holder see the holder's buttons there. */
  Set<MessageButton> of(Identity delivery, boolean holderReads) {
    if (!wayBackOpen(delivery.channel())) {
      return Set.of();
    }
    return switch (delivery.kind()) {
      case REQUEST -> OF_ANYBODY;
      case CLAIMED, REPLY, REMINDER -> OF_HOLDER;
      case TAKEN -> holderReads ? OF_HOLDER : Set.of();
      case CANCELLED, EXPIRED, FINISHED, TROUBLE, DIGEST, TEST -> Set.of();
      case RELEASED, QUESTION, ANSWER, PROGRESS, ENDED, UNROUTABLE -> Set.of();
    };
  }

  private boolean wayBackOpen(String channel) {
    return abilities.of(channel, Inbound.class).filter(Inbound::inboundOpen).isPresent();
  }

  /**
   * The letter that tells tasks of one address of people apart; empty where the channel has buttons
   * or the letter is not needed.
   *
   * @param request id of the delivery by which this address was asked
   */
  String replyCode(Identity delivery, String request) {
    if (abilities.of(delivery.channel(), Editable.class).isPresent()) {
      return "";
    }
    ReplyCodes.Code code =
        replyCodes
            .get()
            .assign(
                delivery.channel(),
                delivery.address(),
                delivery.storedExchange(),
                delivery.ref(),
                request);
    return code.alone() ? "" : code.letter();
  }
}
