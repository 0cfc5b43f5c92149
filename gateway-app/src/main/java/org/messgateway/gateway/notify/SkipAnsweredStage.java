package org.messgateway.gateway.notify;

import java.util.LinkedHashSet;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.NotificationKind;
import org.messgateway.gateway.dispatch.SendDecision;
import org.messgateway.gateway.dispatch.SendStage;
import org.messgateway.gateway.queue.Identity;
import org.messgateway.gateway.queue.TakenDelivery;

/**
 * Asks whether the answer in a chat has just told the executor what this note says: that another
 * executor has the task. Decides "not wanted", or passes the delivery on. Stands first, because it
 * reads no thread and asks no routing.
 *
 * <p>Channels that can edit messages are left out: there the note changes the earlier message. Kept
 * in memory, 10,000 notes at most: at worst an executor is told twice. Thread-safe.
 */
public final class SkipAnsweredStage implements SendStage {

  private static final int MAX_NOTES = 10_000;

  private final Predicate<String> editable;
  private final Set<Identity> notes = new LinkedHashSet<>();

  /**
   * @param editable whether a channel, by its name, can edit messages
   */
  public SkipAnsweredStage(Predicate<String> editable) {
    this.editable = editable;
  }

  /**
   * Remembers that an answer told the executor that the task is taken.
   *
   * @param identity the delivery by which the executor was asked
   */
  public void add(Identity identity) {
    if (!editable.test(identity.channel())) {
      remember(note(identity));
    }
  }

  private static Identity note(Identity identity) {
    return new Identity(
        identity.source(),
        identity.exchange(),
        identity.ref(),
        identity.executor(),
        identity.channel(),
        identity.address(),
        NotificationKind.TAKEN,
        identity.serial(),
        identity.generation());
  }

  private synchronized void remember(Identity note) {
    if (notes.size() >= MAX_NOTES) {
      notes.remove(notes.iterator().next());
    }
    notes.add(note);
  }

  @Override
  public @Nullable SendDecision decide(TakenDelivery delivery) {
    return repeats(delivery.identity())
        ? new SendDecision.NotWanted("The executor was told so in the answer to what they wrote.")
        : null;
  }

  /** Whether a delivery only repeats an answer. */
  boolean repeats(Identity identity) {
    return identity.kind() == NotificationKind.TAKEN && noted(identity);
  }

  private synchronized boolean noted(Identity identity) {
    return notes.contains(identity);
  }
}
