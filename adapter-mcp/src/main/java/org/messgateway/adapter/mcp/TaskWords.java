package org.messgateway.adapter.mcp;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.messgateway.api.Notification;
import org.messgateway.api.NotificationContent;
import org.messgateway.api.mess.ContentEntry;
import org.messgateway.api.mess.Payload;

/** What a tool can be told of a task, as texts by name; what there is not is empty. */
final class TaskWords {

  /** Above this, pictures and other data in a task become links. */
  private static final int MAX_TASK = 256 * 1024;

  static final String HANDLE = "handle";
  static final List<String> NAMES =
      List.of(
          "ref",
          "intent",
          "context",
          "task",
          "kind",
          "reply",
          "requestor",
          "executor",
          "priority",
          "deadline",
          "respond",
          HANDLE);

  private final Map<String, String> words;

  private TaskWords(Map<String, String> words) {
    this.words = words;
  }

  /**
   * @param handle of the work on the task; empty for none
   */
  static TaskWords of(Notification notification, String handle) {
    Map<String, String> words = new LinkedHashMap<>();
    words.put("ref", notification.thread().ref());
    words.put("intent", notification.thread().intent());
    words.put("context", context(notification));
    words.put("task", new String(notification.document().yaml(MAX_TASK), StandardCharsets.UTF_8));
    words.put("kind", notification.kind().code());
    words.put(
        "reply",
        notification.content() instanceof NotificationContent.AgentReply(_, var text) ? text : "");
    words.put("requestor", notification.thread().requestor().orElse(""));
    words.put("executor", notification.recipient().executor());
    words.put("priority", notification.thread().priority().name().toLowerCase(Locale.ROOT));
    Instant deadline = notification.deadline();
    words.put("deadline", deadline == null ? "" : deadline.toString());
    words.put("respond", notification.links() == null ? "" : notification.links().respondText());
    words.put(HANDLE, handle);
    return new TaskWords(words);
  }

  /** The words of a question about a task. */
  static TaskWords of(String ref, String handle) {
    return new TaskWords(Map.of("ref", ref, HANDLE, handle));
  }

  String word(String name) {
    return words.getOrDefault(name, "");
  }

  /** All that a program needs that takes one text: what to do, additions, the last reply. */
  String all() {
    return Stream.of("intent", "context", "reply")
        .map(this::word)
        .filter(text -> !text.isBlank())
        .collect(Collectors.joining("\n\n"));
  }

  private static String context(Notification notification) {
    return notification.thread().request().stream()
        .map(Payload.Request::context)
        .flatMap(List::stream)
        .map(TaskWords::text)
        .filter(text -> !text.isBlank())
        .collect(Collectors.joining("\n"));
  }

  private static String text(ContentEntry entry) {
    return switch (entry) {
      case ContentEntry.Text(var text) -> text;
      case ContentEntry.Link(var url) -> url;
      case ContentEntry.Media media ->
          media.inline() || media.uri() == null
              ? media.name() == null ? "" : media.name()
              : media.uri();
      case ContentEntry.Reference(var ref, var intent) ->
          intent == null ? ref : ref + ": " + intent;
      case ContentEntry.Location location -> location.lat() + ", " + location.lng();
      case ContentEntry.Confirmation(var confirmed, _) -> confirmed ? "yes" : "no";
      case ContentEntry.Structured(var value) -> String.valueOf(value);
      case ContentEntry.ErrorEntry(_, var message) -> message == null ? "" : message;
      case ContentEntry.UnknownEntry unknown -> unknown.text();
    };
  }
}
