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
import org.messgateway.api.text.Texts;

/** The fields of statuses and replies as sentences. */
final class PageTexts {

  private final Texts texts;

  PageTexts(Texts texts) {
    this.texts = texts;
  }

  /** Fields that the page shows elsewhere, or that mean nothing to people. */
  private static final Set<String> UNSAID =
      Set.of("questions", "executor", "re", "code", "attempt", "max_attempts", "stage", "ref");

  /** The text of a status beside its code. */
  @Nullable String status(Payload.Status status) {
    List<String> lines = new ArrayList<>();
    status.fields().forEach((name, value) -> line(name, value).ifPresent(lines::add));
    @Nullable String message =
        status.message() == null ? null : PlainWords.text(status.message(), texts);
    return paragraphs(message, lines.isEmpty() ? null : String.join("\n", lines));
  }

  private Optional<String> line(String name, @Nullable Object value) {
    if (UNSAID.contains(name) || value == null) {
      return Optional.empty();
    }
    return Optional.of(
        switch (name) {
          case "progress_pct" -> value + " %";
          case "reason", "action" -> PlainWords.of(value, texts);
          case "waiting_for" -> texts.get("sheet.status.for", waiting(value));
          case "completed" -> texts.get("sheet.status.completed", PlainWords.of(value, texts));
          case "remaining" -> texts.get("sheet.status.remaining", PlainWords.of(value, texts));
          case "estimate" -> texts.get("sheet.status.estimate", span(value));
          case "reversible" ->
              texts.get(
                  Boolean.TRUE.equals(value) ? "sheet.status.reversible" : "sheet.status.final");
          default -> PlainWords.words(name) + ": " + PlainWords.of(value, texts);
        });
  }

  /** {@code PT1H30M} as {@code 1 h 30 min}; other texts as they are. */
  private String span(Object value) {
    return Durations.parse(value.toString())
        .filter(span -> span.toMinutes() > 0)
        .map(span ->
            Stream.of(
                    span.toHours() > 0 ? texts.get("sheet.span.hours", span.toHours()) : "",
                    span.toMinutesPart() > 0
                        ? texts.get("sheet.span.minutes", span.toMinutesPart())
                        : "")
                .filter(part -> !part.isEmpty())
                .collect(Collectors.joining(" ")))
        .orElseGet(() -> PlainWords.of(value, texts));
  }

  /** Without its type, which the other fields say better. */
  private String waiting(Object value) {
    if (!(value instanceof Map<?, ?> map)) {
      return PlainWords.of(value, texts);
    }
    return map.entrySet().stream()
        .filter(entry -> !"type".equals(entry.getKey()))
        .map(entry -> PlainWords.of(entry.getValue(), texts))
        .collect(Collectors.joining(", "));
  }

  /** What is suggested, and why. */
  String suggestion(Payload.Suggestion suggestion) {
    return SuggestionText.of(suggestion, texts);
  }

  /** What whoever asked thinks of the result. */
  @Nullable String review(Payload.Review review) {
    return paragraphs(String.join("\n", ReviewWords.of(review, texts)), review.feedback());
  }

  /**
   * The text of a reply.
   *
   * @param asked questions by their fields
   */
  @Nullable String reply(Payload.Reply reply, Map<String, Question> asked) {
    List<String> lines = new ArrayList<>();
    if (reply.confirm() != null) {
      lines.add(texts.get(reply.confirm() ? "sheet.reply.go_ahead" : "sheet.reply.do_not"));
    }
    if (reply.accept() != null) {
      lines.add(texts.get(reply.accept() ? "sheet.reply.agreed" : "sheet.reply.not_agreed"));
    }
    reply
        .answers()
        .forEach((field, value) ->
            lines.add(
                asked
                    .getOrDefault(field, new Question(field, PlainWords.words(field), List.of()))
                    .with(value, texts)));
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
