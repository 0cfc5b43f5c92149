package org.messgateway.adapter.slack;

import org.messgateway.api.Notification;
import org.messgateway.api.NotificationKind;
import org.messgateway.api.Receipt;

/**
 * Where a message goes.
 *
 * @param addressed what the notification is addressed to
 * @param channel a conversation, or a person, for whom Slack opens one
 * @param thread the message it answers; empty for none
 */
record SlackPlace(String addressed, String channel, String thread) {

  static SlackPlace of(Notification notification) {
    String addressed = notification.address().value();
    Receipt earlier = notification.manner().earlier();
    boolean answers =
        earlier != null
            && answers(notification.kind())
            && !earlier.part(SlackCalls.TS).isEmpty()
            && !earlier.part(SlackCalls.CHANNEL).isEmpty();
    return earlier != null && answers
        ? new SlackPlace(addressed, earlier.part(SlackCalls.CHANNEL), earlier.part(SlackCalls.TS))
        : new SlackPlace(addressed, addressed, "");
  }

  /** What asks somebody anew must not hide in a thread. */
  private static boolean answers(NotificationKind kind) {
    return switch (kind) {
      case CLAIMED, TAKEN, REPLY, CANCELLED, REMINDER, EXPIRED, FINISHED -> true;
      case REQUEST, TROUBLE, DIGEST, TEST -> false;
    };
  }

  boolean inThread() {
    return !thread.isEmpty();
  }

  /** The same outside of the thread. */
  SlackPlace alone() {
    return new SlackPlace(addressed, addressed, "");
  }
}
