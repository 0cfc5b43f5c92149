package org.messgateway.gateway.cli.task;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.messgateway.api.PlainWords;
import org.messgateway.api.Question;
import org.messgateway.api.mess.Payload;
import org.messgateway.api.mess.ThreadMessage;
import org.messgateway.api.mess.ThreadStatus;

/**
 * Something in a task that its requestor has to decide.
 *
 * @param id what the reply refers to: the task's ref, or the suggestion's id
 * @param by who asks
 * @param text the asker's words
 * @param questions of {@code needs_input}; empty for none
 */
record StandingQuestion(Kind kind, String id, String by, String text, List<Question> questions) {

  StandingQuestion {
    questions = List.copyOf(questions);
  }

  /** What is to be decided. */
  enum Kind {
    /** Any answer. */
    INPUT,
    /** Yes or no. */
    CONFIRMATION,
    /** Yes or no to a proposal. */
    SUGGESTION;

    String code() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** All that stands open in a task, in the order in which it was asked. */
  static List<StandingQuestion> of(FoundTask task) {
    if (task.thread().envelope().status().ended()) {
      return List.of();
    }
    List<StandingQuestion> standing = new ArrayList<>();
    switch (task.conversation().question()) {
      case INPUT -> asked(task, ThreadStatus.NEEDS_INPUT, Kind.INPUT).ifPresent(standing::add);
      case CONFIRMATION ->
          asked(task, ThreadStatus.NEEDS_CONFIRMATION, Kind.CONFIRMATION).ifPresent(standing::add);
      case NONE, REFUSED -> {}
    }
    task.suggestions().forEach(each -> standing.add(suggested(each)));
    return standing;
  }

  private static Optional<StandingQuestion> asked(FoundTask task, ThreadStatus code, Kind kind) {
    return task.thread().messages().reversed().stream()
        .flatMap(message -> asked(message, code))
        .map(status ->
            new StandingQuestion(
                kind, task.ref(), status.by(), words(status.said()), Question.of(status.said())))
        .findFirst();
  }

  private record Asked(String by, Payload.Status said) {}

  private static Stream<Asked> asked(ThreadMessage message, ThreadStatus code) {
    return message.payloads(Payload.Status.class).reversed().stream()
        .filter(status -> status.status() == code)
        .map(status -> new Asked(message.from() == null ? "somebody" : message.from(), status));
  }

  /** What is asked: the message, the question, and what else a question says. */
  private static String words(Payload.Status status) {
    List<String> words = new ArrayList<>();
    Stream.concat(
            Stream.ofNullable(status.message()),
            Stream.of("question", "action", "consequences")
                .flatMap(field -> Stream.ofNullable(status.fields().get(field)))
                .map(PlainWords::of))
        .forEach(words::add);
    Question.of(status).forEach(question -> words.add(question.question()));
    if (words.isEmpty()) {
      status
          .fields()
          .forEach((key, value) -> words.add(PlainWords.words(key) + ": " + PlainWords.of(value)));
    }
    return String.join(" ", words);
  }

  private static StandingQuestion suggested(Map<String, Object> row) {
    List<String> words =
        Stream.of("type", "proposed", "reason")
            .flatMap(key -> Stream.ofNullable(row.get(key)))
            .map(PlainWords::of)
            .toList();
    return new StandingQuestion(
        Kind.SUGGESTION,
        String.valueOf(row.get("id")),
        String.valueOf(row.get("by")),
        "suggests " + String.join(", ", words),
        List.of());
  }

  /** The names under which answers are sent, as far as questions have some. */
  List<String> fields() {
    return questions.stream().map(Question::field).filter(field -> !field.isEmpty()).toList();
  }

  /** The words of the command that answers it, with what is to be filled in. */
  List<String> reply(String ref) {
    return switch (kind) {
      case CONFIRMATION -> List.of("reply", ref, "--confirm");
      case SUGGESTION -> List.of("reply", ref, "--accept", id);
      case INPUT ->
          fields().size() < 2
              ? List.of("reply", ref, "ANSWER")
              : Stream.concat(
                      Stream.of("reply", ref),
                      fields().stream().flatMap(field -> Stream.of("--field", field + "=ANSWER")))
                  .toList();
    };
  }

  Map<String, Object> json(String ref) {
    Map<String, Object> row = new LinkedHashMap<>();
    row.put("kind", kind.code());
    row.put("id", id);
    row.put("by", by);
    row.put("text", text);
    row.put("fields", fields());
    row.put("options", questions.stream().flatMap(each -> each.options().stream()).toList());
    row.put("reply", String.join(" ", reply(ref)));
    return row;
  }
}
