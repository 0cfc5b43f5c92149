package org.messgateway.gateway.dispatch;

import java.time.Instant;
import org.messgateway.api.Notification;
import org.messgateway.api.Receipt;

/** The decision on a taken row right before its adapter is called. */
public sealed interface SendDecision {

  /**
   * Send it.
   *
   * @param bytes what the notification keeps in memory, about
   * @param belated whether the delivery was made long after its notification was due: its executor,
   *     or the address, came later than the task
   */
  record Send(Notification notification, long bytes, boolean belated) implements SendDecision {

    /** In time. */
    public Send(Notification notification, long bytes) {
      this(notification, bytes, false);
    }
  }

  /**
   * Edit an earlier message; send a new one where the channel cannot edit.
   *
   * @param receipt of the earlier message
   * @param bytes what the notification keeps in memory, about
   * @param matters whether a new message is sent when the earlier one is gone; otherwise the
   *     delivery then counts as delivered without one
   */
  record Edit(Notification notification, Receipt receipt, long bytes, boolean matters)
      implements SendDecision {}

  /** Another message said the same: counts as delivered with the receipt of that message. */
  record DeliveredBefore(Receipt receipt) implements SendDecision {}

  /**
   * Routing does not want it any more.
   *
   * @param reason one line for people: {@code "ana has it."}
   */
  record NotWanted(String reason) implements SendDecision {}

  /** Its deadline has passed. */
  record Expired(String reason) implements SendDecision {}

  /**
   * Must not be sent now: withdraws nothing and spends no attempt.
   *
   * @param retryAt when to look again
   */
  record CannotTell(String reason, Instant retryAt) implements SendDecision {}

  /**
   * The thread cannot be read or found now: withdraws nothing and spends no attempt. When the
   * thread is looked at again and can be read, the row comes forward by itself.
   *
   * @param until when to look again all the same
   */
  record SetAside(String reason, Instant until) implements SendDecision {}
}
