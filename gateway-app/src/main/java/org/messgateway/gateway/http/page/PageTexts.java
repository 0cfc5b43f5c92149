package org.messgateway.gateway.http.page;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.mess.Payload;
import org.messgateway.gateway.http.page.TaskSheet.Query;

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
    return paragraphs(status.message(), lines.isEmpty() ? null : String.join("\n", lines));
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
          case "reversible" ->
              Boolean.TRUE.equals(value) ? "It can be undone." : "It cannot be undone.";
          default -> PlainWords.words(name) + ": " + PlainWords.of(value);
        });
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

  /**
   * The text of a reply.
   *
   * @param asked questions by their fields
   */
  static @Nullable String reply(Payload.Reply reply, Map<String, String> asked) {
    List<String> lines = new ArrayList<>();
    if (reply.confirm() != null) {
      lines.add(reply.confirm() ? "Yes, go ahead." : "No, do not.");
    }
    if (reply.accept() != null) {
      lines.add(reply.accept() ? "Yes, agreed." : "No, not like that.");
    }
    reply
        .answers()
        .forEach((field, value) -> {
          String question = asked.getOrDefault(field, PlainWords.words(field));
          String gap = question.endsWith("?") ? " " : ": ";
          lines.add(question + gap + PlainWords.of(value));
        });
    return paragraphs(lines.isEmpty() ? null : String.join("\n", lines), reply.reason());
  }

  /** {@code [{field, question, options?}]}, in whatever shape it came. */
  static List<Query> questions(@Nullable Object value) {
    return value instanceof Collection<?> many
        ? many.stream().filter(Objects::nonNull).map(PageTexts::question).toList()
        : List.of();
  }

  private static Query question(Object value) {
    if (!(value instanceof Map<?, ?> map)) {
      return new Query("", PlainWords.of(value), List.of());
    }
    Object options = map.get("options");
    return new Query(
        PlainWords.of(map.get("field")),
        PlainWords.of(map.containsKey("question") ? map.get("question") : map.get("field")),
        options instanceof Collection<?> many
            ? many.stream().map(PlainWords::of).toList()
            : List.of());
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
