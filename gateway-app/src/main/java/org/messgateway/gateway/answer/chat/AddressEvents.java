package org.messgateway.gateway.answer.chat;

import org.messgateway.api.Address;
import org.messgateway.api.FailureReason;
import org.messgateway.api.InboundEvent;
import org.messgateway.api.InboundReply;
import org.messgateway.api.Receipt;
import org.messgateway.api.ReceiptStatusLookup.ReceiptStatus;
import org.messgateway.gateway.answer.chat.EventDeduplicator.EventState;
import org.messgateway.gateway.config.people.PeopleFile;
import org.messgateway.gateway.queue.DeliveryState;
import org.messgateway.gateway.queue.Identity;
import org.messgateway.gateway.queue.Settlement;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Handles events of addresses: linked, moved, opted out, not reached. */
final class AddressEvents {

  private static final Logger log = LoggerFactory.getLogger(AddressEvents.class);

  private final String channel;
  private final ChatContext context;
  private final PeopleFile people;
  private final EventDeduplicator eventDeduplicator;

  AddressEvents(String channel, ChatContext context, EventDeduplicator eventDeduplicator) {
    this.channel = channel;
    this.context = context;
    this.people = context.people();
    this.eventDeduplicator = eventDeduplicator;
  }

  InboundReply opted(InboundEvent event, boolean out) {
    boolean changed =
        out
            ? people.optOut(channel, event.address(), context.clock().instant())
            : people.optIn(channel, event.address());
    if (changed) {
      log.info("An address on {} {}.", channel, out ? "opted out" : "is back");
      context.chatListener().peopleChanged();
    }
    return InboundReply.ACCEPTED_SILENTLY;
  }

  InboundReply moved(InboundEvent event, String newAddress) {
    if (Address.tooLong(newAddress)) {
      context.chatListener().addressTooLong(channel, Address.bytes(newAddress));
    } else if (!people.now().current(channel, event.address()).equals(newAddress)) {
      people.moved(channel, event.address(), newAddress);
      log.info("An address on {} is another one now; people.yaml knows.", channel);
      context.chatListener().peopleChanged();
    }
    return InboundReply.ACCEPTED_SILENTLY;
  }

  InboundReply linked(InboundEvent event, String code) {
    if (Address.tooLong(event.address())) {
      context.chatListener().addressTooLong(channel, Address.bytes(event.address()));
      return InboundReply.refused(household().notHere());
    }
    if (eventDeduplicator.begin(event.id(), "") instanceof EventState.Finished) {
      return InboundReply.accepted(household().again());
    }
    InboundReply reply =
        people
            .redeem(
                code,
                channel,
                event.address(),
                event.person(),
                event.name(),
                context.clock().instant())
            .map(this::welcome)
            .orElseGet(() -> InboundReply.refused(household().badCode()));
    eventDeduplicator.end(event.id());
    return reply;
  }

  /** For a person of whom nothing is known yet. */
  private ReplyTexts household() {
    return new ReplyTexts(true, context.memberSource().texts());
  }

  private InboundReply welcome(String executor) {
    log.info("{} is linked on {}.", executor, channel);
    context.chatListener().peopleChanged();
    MemberSource memberSource = context.memberSource();
    return InboundReply.accepted(
        new ReplyTexts(true, memberSource.texts(executor))
            .linked(memberSource.name(executor), memberSource.title()));
  }

  InboundReply standing(InboundEvent event, ReceiptStatus status) {
    Receipt receipt = event.receipt();
    if (receipt != null && status instanceof ReceiptStatus.NotArrived(var reason, var sentence)) {
      context
          .queue()
          .byReceipt(channel, receipt)
          .ifPresent(row -> failed(row.id(), row.identity(), reason, sentence));
    }
    return InboundReply.ACCEPTED_SILENTLY;
  }

  private void failed(String id, Identity identity, FailureReason reason, String sentence) {
    DeliveryState state =
        reason.scope() == FailureReason.FailureScope.FINAL
            ? DeliveryState.REJECTED
            : DeliveryState.DEAD;
    if (context.queue().correct(id, new Settlement.Ended(state, reason, sentence))) {
      log.warn("{} was taken by {} and did not arrive: {}", id, channel, sentence);
      context.chatListener().corrected(identity, state);
    }
  }
}
