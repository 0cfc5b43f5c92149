package org.messgateway.gateway.http.page;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.PlainWords;
import org.messgateway.api.Question;
import org.messgateway.api.ReviewWords;
import org.messgateway.api.SuggestionText;
import org.messgateway.api.mess.Durations;
import org.messgateway.api.mess.Payload;

/** The fields of statuses and replies as sentences. */
final class PageTexts {

  /** Fields that the page shows elsewhere, or that mean nothing to people. */
  private static final Set<String> UNSAID =
      Set.of("questions", "executor", "re", "code", "attempt", "max_attempts", "stage", "ref");

  private PageTexts() {}

  /** The text of a status beside its code. */
  static @Nullable String status(Payload.Status status) {
    List<String> lines = new ArrayList<>();
    status.fields().forEach((name, value) -> line(name, value).ifPresent(lines::add));
    @Nullable String message = status.message() == null ? null : PlainWords.text(status.message());
    return paragraphs(message, lines.isEmpty() ? null : String.join("\n", lines));
  }

  private static Optional<String> line(String name, @Nullable Object value) {
    if (UNSAID.contains(name) || value == null) {
      return Optional.empty();
    }
    return Optional.of(
        switch (name) {
          case "progress_pct" -> value + " %";
          case "reason", "action" -> PlainWords.of(value);
          case "waiting_for" -> "For: " + waiting(value);
          case "completed" -> "Done: " + PlainWords.of(value);
          case "remaining" -> "Remains: " + PlainWords.of(value);
          case "estimate" -> "Expects to need: " + span(value);
          case "reversible" ->
              Boolean.TRUE.equals(value) ? "It can be undone." : "It cannot be undone.";
          default -> PlainWords.words(name) + ": " + PlainWords.of(value);
        });
  }

  /** {@code PT1H30M} as {@code 1 h 30 min}; other texts as they are. */
  private static String span(Object value) {
    return Durations.parse(value.toString())
        .filter(span -> span.toMinutes() > 0)
        .map(span ->
            Stream.of(
                    span.toHours() > 0 ? span.toHours() + " h" : "",
                    span.toMinutesPart() > 0 ? span.toMinutesPart() + " min" : "")
                .filter(part -> !part.isEmpty())
                .collect(Collectors.joining(" ")))
        .orElseGet(() -> PlainWords.of(value));
  }

  /** Without its type, which the other fields say better. */
  private static String waiting(Object value) {
    if (!(value instanceof Map<?, ?> map)) {
      return PlainWords.of(value);
    }
    return map.entrySet().stream()
        .filter(entry -> !"type".equals(entry.getKey()))
        .map(entry -> PlainWords.of(entry.getValue()))
        .collect(Collectors.joining(", "));
  }

  /** What is suggested, and why. */
  static String suggestion(Payload.Suggestion suggestion) {
    return SuggestionText.of(suggestion);
  }

  /** What whoever asked thinks of the result. */
  static @Nullable String review(Payload.Review review) {
    return paragraphs(String.join("\n", ReviewWords.of(review)), review.feedback());
  }

  /**
   * The text of a reply.
   *
   * @param asked questions by their fields
   */
  static @Nullable String reply(Payload.Reply reply, Map<String, Question> asked) {
    List<String> lines = new ArrayList<>();
    if (reply.confirm() != null) {
      lines.add(reply.confirm() ? "Yes, go ahead." : "No, do not.");
    }
    if (reply.accept() != null) {
      lines.add(reply.accept() ? "Yes, agreed." : "No, not like that.");
    }
    reply
        .answers()
        .forEach((field, value) ->
            lines.add(
                asked
                    .getOrDefault(field, new Question(field, PlainWords.words(field), List.of()))
                    .with(value)));
    return paragraphs(lines.isEmpty() ? null : String.join("\n", lines), reply.reason());
  }

  static @Nullable String paragraphs(@Nullable String first, @Nullable String second) {
    String joined =
        Stream.of(first, second)
            .filter(Objects::nonNull)
            .filter(text -> !text.isBlank())
            .collect(Collectors.joining("\n\n"));
    return joined.isEmpty() ? null : joined;
  }
}
