package org.example.ntfy;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.messgateway.api.Notification;
import org.messgateway.api.NotificationText;
import org.messgateway.api.TaskLinks;
import org.messgateway.api.mess.Priority;

/**
 * A notification as the JSON that ntfy publishes. Source: ntfy documentation, "Publish as JSON".
 */
record NtfyMessage(String topic, String title, String message, int priority, String click) {

  /**
   * ntfy turns longer messages into attachments: 4,096 bytes, of which a character may take four.
   */
  private static final int MESSAGE_LIMIT = 1_000;

  private static final int TITLE_LIMIT = 200;

  static NtfyMessage of(Notification notification, Instant now) {
    NotificationText notificationText = NotificationText.of(notification, now);
    List<String> lines = new ArrayList<>();
    lines.add(notificationText.headline());
    lines.addAll(notificationText.facts());
    lines.addAll(notificationText.context());
    TaskLinks links = notification.links();
    return new NtfyMessage(
        notification.address().value(),
        NotificationText.shortened(NotificationText.plain(notification.title()), TITLE_LIMIT),
        NotificationText.shortened(String.join("\n", lines), MESSAGE_LIMIT),
        priority(notification.thread().priority()),
        links == null ? "" : links.page().toString());
  }

  private static int priority(Priority priority) {
    return switch (priority) {
      case BACKGROUND -> 2;
      case NORMAL -> 3;
      case ELEVATED -> 4;
      case URGENT -> 5;
    };
  }

  String json() {
    StringBuilder json = new StringBuilder("{");
    field(json, "topic", topic).append(',');
    field(json, "title", title).append(',');
    field(json, "message", message).append(',');
    if (!click.isEmpty()) {
      field(json, "click", click).append(',');
    }
    return json.append("\"priority\":").append(priority).append('}').toString();
  }

  private static StringBuilder field(StringBuilder json, String name, String value) {
    json.append('"').append(name).append("\":\"");
    for (char c : value.toCharArray()) {
      switch (c) {
        case '"' -> json.append("\\\"");
        case '\\' -> json.append("\\\\");
        default -> {
          if (c < ' ' || Character.isSurrogate(c)) {
            json.append("\\u%04x".formatted((int) c));
          } else {
            json.append(c);
          }
        }
      }
    }
    return json.append('"');
  }

  /** Without the link, which holds a token, because logs may hold this text. */
  @Override
  public String toString() {
    return "NtfyMessage[" + topic + "]";
  }
}
