package org.messgateway.gateway.listen;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.URI;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import org.messgateway.api.Address;
import org.messgateway.api.Links;
import org.messgateway.api.News;
import org.messgateway.api.Notification;
import org.messgateway.api.NotificationKind;
import org.messgateway.api.Recipient;
import org.messgateway.api.mess.Envelope;
import org.messgateway.api.mess.MessThread;
import org.messgateway.api.mess.ThreadStatus;

/**
 * One thing an executor was told, as its inbox tells it.
 *
 * @param id the delivery's, which becomes the webhook's
 * @param kind request, claimed, taken …
 * @param respond where to answer; holds a token
 * @param after the place behind it in the inbox
 * @param task envelope and messages
 */
record InboxItem(
    String id,
    NotificationKind kind,
    String ref,
    String executor,
    URI respond,
    String after,
    JsonNode task) {

  /**
   * Reads one.
   *
   * @throws IllegalArgumentException when it is none
   */
  static InboxItem of(JsonNode item) {
    return new InboxItem(
        text(item, "id"),
        NotificationKind.valueOf(text(item, "kind").toUpperCase(Locale.ROOT)),
        text(item, "ref"),
        text(item, "executor"),
        URI.create(text(item, "respond")),
        text(item, "after"),
        item.path("task"));
  }

  private static String text(JsonNode item, String key) {
    String text = item.path(key).asText();
    if (text.isEmpty()) {
      throw new IllegalArgumentException("an item of the inbox has no " + key);
    }
    return text;
  }

  /** What is to be done, for the line that is printed. */
  String intent() {
    return task.at("/envelope/intent").asText();
  }

  /** The same as the adapter gets it from the gateway, as far as machines are told. */
  Notification notification(Address address) {
    return new Notification(
        id,
        news(),
        "",
        address,
        List.of(new Recipient(executor, executor, ZoneOffset.UTC)),
        thread(),
        null,
        new Links(respond, respond, respond),
        Set.of(),
        new ItemDocument(task));
  }

  /** For machines the kind is all: what there is to say beside it stands in the document. */
  private News news() {
    return switch (kind) {
      case REQUEST -> new News.Request();
      case CLAIMED -> new News.Claimed();
      case TAKEN -> new News.Taken("");
      case REPLY -> new News.Replied("", "");
      case CANCELLED -> new News.Cancelled(null);
      case REMINDER -> new News.Reminder();
      case EXPIRED -> new News.Expired();
      case TROUBLE -> new News.Trouble("", "", "");
      case DIGEST -> new News.Digest(List.of(), 0);
      case FINISHED -> new News.Finished(ThreadStatus.COMPLETED);
      case TEST -> new News.Test();
    };
  }

  /** No more than its name: the document is what is sent. */
  private MessThread thread() {
    ThreadStatus status =
        ThreadStatus.of(task.at("/envelope/status").asText()).orElse(ThreadStatus.PENDING);
    Envelope envelope = Envelope.of(Objects.requireNonNull(ref), null, status);
    return new MessThread(ref, envelope, List.of());
  }

  /** {@link #respond} opens the task. */
  @Override
  public String toString() {
    return "InboxItem[" + id + ", " + kind.code() + ", " + ref + "]";
  }
}
