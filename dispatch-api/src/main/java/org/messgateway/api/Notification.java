package org.messgateway.api;

import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.mess.MessThread;

/**
 * A message to one executor, or to several executors that share an address, about one thread over
 * one channel.
 *
 * @param id the delivery's id, 32 hexadecimal digits; the same at every attempt and after the loss
 *     of the queue (docs/rules.md#identity)
 * @param content the content of this kind of notification
 * @param title the sender's name, first in texts: {@code Miller home}
 * @param address the destination
 * @param recipients the executors, at least one; on a channel for people all that share the address
 * @param thread the current thread, reduced to what the recipients may see
 * @param deadline the instant after which the notification is of no use; null for none
 * @param links the URLs to answer at; null when none would work where the recipient is
 * @param buttons the buttons that work now; empty while {@link Inbound#inboundOpen()} is false
 * @param answers the buttons that answer the request, before the others; empty while {@code
 *     buttons} is, and where one tap cannot answer
 * @param document the thread as a document for machines
 * @param options the way of delivery
 */
public record Notification(
    String id,
    NotificationContent content,
    String title,
    Address address,
    List<Recipient> recipients,
    MessThread thread,
    @Nullable Instant deadline,
    @Nullable TaskLinks links,
    Set<MessageButton> buttons,
    List<AnswerButton> answers,
    TaskDocument document,
    DeliveryOptions options) {

  /** A notification without buttons that answer. */
  public Notification(
      String id,
      NotificationContent content,
      String title,
      Address address,
      List<Recipient> recipients,
      MessThread thread,
      @Nullable Instant deadline,
      @Nullable TaskLinks links,
      Set<MessageButton> buttons,
      TaskDocument document,
      DeliveryOptions options) {
    this(
        id,
        content,
        title,
        address,
        recipients,
        thread,
        deadline,
        links,
        buttons,
        List.of(),
        document,
        options);
  }

  /** A notification with the default options. */
  public Notification(
      String id,
      NotificationContent content,
      String title,
      Address address,
      List<Recipient> recipients,
      MessThread thread,
      @Nullable Instant deadline,
      @Nullable TaskLinks links,
      Set<MessageButton> buttons,
      TaskDocument document) {
    this(
        id,
        content,
        title,
        address,
        recipients,
        thread,
        deadline,
        links,
        buttons,
        document,
        DeliveryOptions.DEFAULT);
  }

  public Notification {
    recipients = List.copyOf(recipients);
    buttons = Set.copyOf(buttons);
    answers = List.copyOf(answers);
    if (recipients.isEmpty()) {
      throw new IllegalArgumentException("a notification has a recipient");
    }
  }

  /** The kind of the content. */
  public NotificationKind kind() {
    return content.kind();
  }

  /**
   * Whether a reply to this message, with words or a file, is an answer to the task: texts say so
   * where it is.
   */
  public boolean takesReplies() {
    return !buttons.isEmpty()
        && (content instanceof NotificationContent.TaskRequest
            || content instanceof NotificationContent.ClaimedByReader);
  }

  /** The first recipient; the only one on a channel for machines. */
  public Recipient recipient() {
    return recipients.getFirst();
  }
}
