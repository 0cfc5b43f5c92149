package org.messgateway.gateway.cli.task;

import java.io.IOException;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.NotificationText;
import org.messgateway.api.mess.Envelope;
import org.messgateway.gateway.protocol.Succession;

/**
 * A conversation in lines for a terminal, or in values for JSON. Words of others stand behind who
 * said them, and never at the start of a line.
 */
final class TaskText {

  private static final String FURTHER = " ".repeat(17) + "| ";

  private final ZoneId zone;
  private final Instant now;
  private final Function<List<String>, String> command;

  /**
   * @param command a line to type, from its words
   */
  TaskText(ZoneId zone, Instant now, Function<List<String>, String> command) {
    this.zone = zone;
    this.now = now;
    this.command = command;
  }

  /**
   * One line, and a file where the line stands for one.
   *
   * @param text may hold any character
   */
  record Line(String text, List<AttachedFile> files) {

    static Line of(String text) {
      return new Line(text, List.of());
    }
  }

  /** The whole conversation. */
  List<Line> lines(FoundTask task) throws IOException {
    List<Line> lines = new ArrayList<>(head(task));
    List<AttachedFile> files = AttachedFile.of(task);
    int message = -1;
    for (ConversationEntry entry : ConversationEntry.of(task.thread())) {
      if (entry.message() != message) {
        filesOf(message, files, task, lines);
        message = entry.message();
      }
      said(entry, lines);
    }
    filesOf(message, files, task, lines);
    for (StandingQuestion each : StandingQuestion.of(task)) {
      lines.add(Line.of(""));
      lines.add(Line.of("Open: " + each.by() + " waits for a reply: " + each.text()));
      lines.add(Line.of("  " + command.apply(each.reply(task.ref()))));
    }
    return lines;
  }

  private List<Line> head(FoundTask task) {
    Envelope envelope = task.thread().envelope();
    List<Line> lines = new ArrayList<>();
    String holder = task.conversation().holder();
    lines.add(
        Line.of(
            task.ref()
                + (task.several() ? " in " + task.exchange() : "")
                + ": "
                + envelope.status().code().replace('_', ' ')
                + (holder == null ? "" : ", " + holder)
                + (envelope.clientId() == null ? "" : " (" + envelope.clientId() + ")")));
    List<String> successors = Succession.of(envelope).successors();
    if (!successors.isEmpty()) {
      lines.add(Line.of("It goes on in " + String.join(", ", successors) + "."));
    }
    lines.add(Line.of(""));
    return lines;
  }

  private void said(ConversationEntry entry, List<Line> lines) {
    String start =
        "%-16s %s %s".formatted(clock(entry), entry.by().isEmpty() ? "?" : entry.by(), verb(entry));
    if (entry.words().isEmpty()) {
      lines.add(Line.of(start));
      return;
    }
    words(start, entry, lines);
  }

  /** Each line of others has a mark before it, or who says it. */
  private static void words(String start, ConversationEntry entry, List<Line> lines) {
    List<String> texts = entry.words().stream().flatMap(String::lines).toList();
    for (int number = 0; number < texts.size(); number++) {
      lines.add(Line.of((number == 0 ? start + ": " : FURTHER) + texts.get(number)));
    }
  }

  private String clock(ConversationEntry entry) {
    return entry.at() == null ? "" : NotificationText.clock(entry.at(), now, zone);
  }

  private static String verb(ConversationEntry entry) {
    return switch (entry.kind()) {
      case "request" -> "asks";
      case "status" -> "says " + entry.code().replace('_', ' ');
      case "response" -> "answers";
      case "reply" -> "replies";
      case "cancel" -> "cancels";
      case "suggestion" -> "has an idea";
      case "review" -> "thinks";
      default -> "says (" + entry.kind() + ")";
    };
  }

  private void filesOf(int message, List<AttachedFile> files, FoundTask task, List<Line> lines) {
    files.stream()
        .filter(file -> file.message() == message)
        .forEach(file ->
            lines.add(
                new Line(
                    "%s[%s, %s, %s] to save it: %s"
                        .formatted(
                            " ".repeat(19),
                            file.title(),
                            file.mime(),
                            file.shownSize(),
                            command.apply(List.of("show", task.ref(), "--save", "DIR"))),
                    List.of(file))));
  }

  /** What was answered, or asked, last: for a command that waited. */
  List<Line> answer(FoundTask task) throws IOException {
    List<Line> lines = new ArrayList<>();
    List<AttachedFile> files = AttachedFile.of(task);
    for (ConversationEntry entry : ConversationEntry.of(task.thread())) {
      if (entry.kind().equals("response")) {
        words(entry.by().isEmpty() ? "?" : entry.by(), entry, lines);
        filesOf(entry.message(), files, task, lines);
      }
    }
    return lines;
  }

  /** The same for programs. */
  Map<String, Object> json(FoundTask task) throws IOException {
    Envelope envelope = task.thread().envelope();
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("ref", task.ref());
    json.put("exchange", task.exchange());
    json.put("id", Objects.requireNonNullElse(envelope.clientId(), ""));
    json.put("intent", task.thread().intent());
    json.put("status", envelope.status().code());
    json.put("requestor", task.thread().requestor().orElse(""));
    json.put("executor", Objects.requireNonNullElse(task.conversation().holder(), ""));
    json.put("created", shown(envelope.created()));
    json.put("updated", shown(envelope.updated()));
    json.put("continued_in", Succession.of(envelope).successors());
    json.put(
        "open", StandingQuestion.of(task).stream().map(each -> each.json(task.ref())).toList());
    json.put("said", ConversationEntry.of(task.thread()).stream().map(TaskText::json).toList());
    json.put("files", AttachedFile.of(task).stream().map(TaskText::json).toList());
    return json;
  }

  private static Map<String, Object> json(ConversationEntry entry) {
    Map<String, Object> row = new LinkedHashMap<>();
    row.put("message", entry.message() + 1);
    row.put("at", shown(entry.at()));
    row.put("by", entry.by());
    row.put("kind", entry.kind());
    row.put("code", entry.code());
    row.put("words", entry.words());
    return row;
  }

  private static Map<String, Object> json(AttachedFile file) {
    Map<String, Object> row = new LinkedHashMap<>();
    row.put("message", file.message() + 1);
    row.put("name", file.title());
    row.put("mime", file.mime());
    row.put("size", file.size());
    return row;
  }

  private static String shown(@Nullable Instant at) {
    return at == null ? "" : at.toString();
  }
}
