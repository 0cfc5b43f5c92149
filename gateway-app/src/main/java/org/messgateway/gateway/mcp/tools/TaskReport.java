package org.messgateway.gateway.mcp.tools;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.mess.ThreadStatus;
import org.messgateway.gateway.agents.AgentTask;
import org.messgateway.gateway.agents.AgentTask.Person;
import org.messgateway.gateway.agents.OpenMatter;
import org.messgateway.gateway.agents.SaidMessage;
import org.messgateway.gateway.agents.SaidMessage.SaidEntry;
import org.messgateway.gateway.agents.TaskAttachment;

/** How a task stands, as a tool tells it: members for programs, and a text for models. */
final class TaskReport {

  /** Characters of others' words in all answers together. */
  private static final int MOST_WORDS = 16_000;

  private static final int MOST_FILES = 50;

  private final AgentTask task;
  private final List<String> notes;
  private final String exchange;
  private final List<Said> answers;
  private final int earlier;

  /** What somebody else said, or brought. */
  private record Said(SaidMessage message, SaidEntry entry) {

    String text() {
      return OthersWords.text(String.join("\n", entry.texts()));
    }
  }

  /**
   * @param notes sentences of the gateway about this call
   * @param exchange the argument that names the task's exchange in offered calls
   */
  TaskReport(AgentTask task, List<String> notes, String exchange) {
    this.task = task;
    this.notes = List.copyOf(notes);
    this.exchange = exchange;
    List<Said> all =
        task.said().stream()
            .filter(message -> message.speaker() != SaidMessage.Speaker.AGENT)
            .flatMap(message -> message.entries().stream().map(entry -> new Said(message, entry)))
            .filter(said -> !said.entry().texts().isEmpty() || !said.entry().files().isEmpty())
            .toList();
    this.earlier = earlier(all);
    this.answers = all.subList(earlier, all.size());
  }

  /** How many of the first are left out, so that the others are not too much. */
  private static int earlier(List<Said> all) {
    int room = MOST_WORDS;
    int first = all.size();
    while (first > 0 && room >= all.get(first - 1).text().length()) {
      first--;
      room -= all.get(first).text().length();
    }
    return Math.min(first, Math.max(0, all.size() - 1));
  }

  AgentTask task() {
    return task;
  }

  /** Files that others brought, in order. */
  List<TaskAttachment> brought() {
    List<Integer> own =
        task.said().stream()
            .filter(message -> message.speaker() == SaidMessage.Speaker.AGENT)
            .map(SaidMessage::number)
            .toList();
    return task.files().stream().filter(file -> !own.contains(file.message())).toList();
  }

  /** What the task waits for. */
  private String waitsFor() {
    if (task.status().ended()) {
      return "nothing";
    }
    return !task.open().isEmpty() ? "you" : task.holder() == null ? "executor" : "holder";
  }

  private String next() {
    if (task.status().ended()) {
      return brought().isEmpty()
          ? "The task has ended."
          : "The task has ended. mess_fetch(uri) gets a file.";
    }
    return task.open().isEmpty()
        ? "Go on with mess_wait(re: \"%s\"%s).".formatted(task.ref(), exchange)
        : "Decide what is open, as the calls say; then go on with mess_wait(re: \"%s\"%s)."
            .formatted(task.ref(), exchange);
  }

  /** The members. */
  Map<String, Object> members() {
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("ref", task.ref());
    put(members, "id", task.id());
    members.put("exchange", task.exchange());
    members.put("status", task.status().code());
    members.put("ended", task.status().ended());
    members.put("waits_for", waitsFor());
    Person holder = task.holder();
    put(members, "holder", holder == null ? null : OthersWords.line(holder.id()));
    put(members, "holder_name", holder == null ? null : OthersWords.line(holder.name()));
    members.put("intent", OthersWords.text(task.intent()));
    put(members, "created", time(task.created()));
    put(members, "updated", time(task.updated()));
    members.put("version", task.version());
    members.put("answers", answers.stream().map(TaskReport::answer).toList());
    if (earlier > 0) {
      members.put("earlier_answers", earlier);
    }
    members.put("open", task.open().stream().map(this::open).toList());
    members.put("files", task.files().stream().limit(MOST_FILES).map(this::file).toList());
    members.put("notes", notes);
    members.put("next", next());
    return members;
  }

  private static Map<String, Object> answer(Said said) {
    Map<String, Object> answer = new LinkedHashMap<>();
    by(answer, said.message().from(), said.message().at());
    answer.put("kind", OthersWords.line(said.entry().kind()));
    if (!said.entry().code().isEmpty()) {
      answer.put("code", OthersWords.line(said.entry().code()));
    }
    if (said.entry().partial()) {
      answer.put("partial", true);
    }
    answer.put("text", said.text());
    answer.put("files", said.entry().files());
    return answer;
  }

  private static void by(Map<String, Object> said, @Nullable Person from, @Nullable Instant at) {
    put(said, "from", from == null ? "unknown" : OthersWords.line(from.id()));
    put(said, "name", from == null ? null : OthersWords.line(from.name()));
    put(said, "at", time(at));
  }

  private Map<String, Object> open(OpenMatter matter) {
    Map<String, Object> open = new LinkedHashMap<>();
    open.put("kind", matter.kind().code());
    open.put("id", OthersWords.line(matter.id()));
    by(open, matter.from(), matter.at());
    open.put("text", OthersWords.text(matter.text()));
    open.put("field", OthersWords.line(matter.field()));
    open.put("options", matter.options().stream().limit(30).map(OthersWords::line).toList());
    open.put("call", call(matter));
    open.put("reply", OthersWords.text(matter.reply()));
    return open;
  }

  /** The call that decides it. */
  private String call(OpenMatter matter) {
    return switch (matter.kind()) {
      case QUESTION ->
          "mess_answer(re: \"%s\"%s, answer: \"%s\")"
              .formatted(
                  task.ref(),
                  exchange,
                  matter.options().isEmpty() ? "…" : "… (one of the options)");
      case CONFIRMATION ->
          "mess_answer(re: \"%s\"%s, confirm: true) or false".formatted(task.ref(), exchange);
      case SUGGESTION ->
          "mess_answer(re: %s%s, accept: true) or false"
              .formatted(
                  OthersWords.isPlainId(matter.id())
                      ? "\"" + matter.id() + "\""
                      : "the `id` of the suggestion",
                  exchange);
    };
  }

  private Map<String, Object> file(TaskAttachment file) {
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("uri", file.uri());
    members.put("name", file.name());
    members.put("title", OthersWords.line(file.title()));
    members.put("media_type", OthersWords.line(file.mime()));
    if (file.size() >= 0) {
      members.put("size", file.size());
    }
    writer(file).ifPresent(from -> members.put("from", OthersWords.line(from.id())));
    return members;
  }

  /** Who brought a file. */
  Optional<Person> writer(TaskAttachment file) {
    return task.said().stream()
        .filter(message -> message.number() == file.message())
        .flatMap(message -> Stream.ofNullable(message.from()))
        .findFirst();
  }

  /** The text. */
  String text() {
    MessText text = new MessText();
    text.own("status", status());
    for (Said said : answers) {
      text.others(said.entry().kind().equals("response") ? "response" : "status", words(said));
    }
    for (OpenMatter matter : task.open()) {
      Map<String, Object> open = open(matter);
      open.remove("call");
      open.values().removeIf(value -> value.equals("") || value.equals(List.of()));
      text.others("open", open);
    }
    notes.forEach(text::sentence);
    task.open().stream()
        .map(this::call)
        .distinct()
        .forEach(call -> text.sentence("To decide: " + call));
    text.sentence(next());
    return text.latest(
        earlier, "mess_fetch(uri: \"thread://%s\"%s)".formatted(task.ref(), exchange));
  }

  private Map<String, Object> status() {
    Map<String, Object> status = new LinkedHashMap<>();
    String id = task.id();
    status.put("re", OthersWords.line(id == null ? task.ref() : id));
    status.put("ref", task.ref());
    boolean pending = task.status() == ThreadStatus.PENDING;
    status.put("code", pending ? "received" : task.status().code());
    Person holder = task.holder();
    put(status, "executor", holder == null ? null : OthersWords.line(holder.id()));
    status.put("waits_for", waitsFor());
    put(status, "updated", time(task.updated()));
    return status;
  }

  private Map<String, Object> words(Said said) {
    Map<String, Object> words = new LinkedHashMap<>();
    by(words, said.message().from(), said.message().at());
    if (!said.entry().code().isEmpty()) {
      words.put("code", OthersWords.line(said.entry().code()));
    }
    if (said.entry().partial()) {
      words.put("partial", true);
    }
    List<Object> content = new ArrayList<>();
    if (!said.entry().texts().isEmpty()) {
      content.add(said.text());
    }
    said.entry().files().stream()
        .flatMap(name -> task.file(name).stream())
        .forEach(file -> content.add(Map.of("file", file(file))));
    words.put("content", content);
    return words;
  }

  private static @Nullable String time(@Nullable Instant at) {
    return at == null ? null : at.toString();
  }

  private static void put(Map<String, Object> members, String name, @Nullable Object value) {
    if (value != null) {
      members.put(name, value);
    }
  }
}
