package org.messgateway.gateway.dispatch;

import java.time.Instant;
import org.messgateway.api.Notification;
import org.messgateway.api.Receipt;

/** What is to become of a row in hand. */
public sealed interface Decision {

  /**
   * Send it.
   *
   * @param bytes what the notification keeps in memory, about
   */
  record Send(Notification notification, long bytes) implements Decision {}

  /**
   * Make an earlier message say this; where the channel cannot, send it.
   *
   * @param receipt of the earlier message
   * @param bytes what the notification keeps in memory, about
   * @param matters whether it is to be sent as a new message when the earlier one is gone; else it
   *     counts as delivered then: nobody is bothered
   */
  record Edit(Notification notification, Receipt receipt, long bytes, boolean matters)
      implements Decision {}

  /** It was told already, in another message: counts as delivered with that one's receipt. */
  record Told(Receipt receipt) implements Decision {}

  /**
   * Nobody wants it any more.
   *
   * @param reason one line for people: {@code "ana has it."}
   */
  record NotWanted(String reason) implements Decision {}

  /** Its time is over. */
  record Expired(String reason) implements Decision {}

  /**
   * Not to be told now: withdraws nothing and spends no attempt.
   *
   * @param retryAt when to look again
   */
  record CannotTell(String reason, Instant retryAt) implements Decision {}

  /**
   * The thread cannot be read or found now: withdraws nothing and spends no attempt. When the
   * thread is looked at again and can be read, the row comes forward by itself.
   *
   * @param until when to look again all the same
   */
  record SetAside(String reason, Instant until) implements Decision {}
}
