package org.messgateway.adapter.slack;

import org.messgateway.api.Notification;
import org.messgateway.api.NotificationKind;
import org.messgateway.api.Receipt;

/**
 * The conversation and thread of a message.
 *
 * @param addressed the address of the notification
 * @param channel a conversation, or a person with whom Slack opens one
 * @param thread the message that the new one replies to; empty for none
 */
record SlackTarget(String addressed, String channel, String thread) {

  static SlackTarget of(Notification notification) {
    String addressed = notification.address().value();
    Receipt earlier = notification.options().replyTo();
    boolean answers =
        earlier != null
            && isReply(notification.kind())
            && !earlier.part(SlackSender.TS).isEmpty()
            && !earlier.part(SlackSender.CHANNEL).isEmpty();
    return earlier != null && answers
        ? new SlackTarget(
            addressed, earlier.part(SlackSender.CHANNEL), earlier.part(SlackSender.TS))
        : new SlackTarget(addressed, addressed, "");
  }

  /**
   * Whether a message of this kind may be a reply in a thread. What is answered in its own thread,
   * a request or who has a task of a digest, must not be hidden in one.
   */
  private static boolean isReply(NotificationKind kind) {
    return switch (kind) {
      case REPLY, CANCELLED, REMINDER, EXPIRED, FINISHED -> true;
      case REQUEST, CLAIMED, TAKEN, TROUBLE, DIGEST, TEST -> false;
      case RELEASED, QUESTION, ANSWER, PROGRESS, ENDED, UNROUTABLE -> false;
    };
  }

  boolean inThread() {
    return !thread.isEmpty();
  }

  /** The same conversation without a thread. */
  SlackTarget outsideThread() {
    return new SlackTarget(addressed, addressed, "");
  }
}
