package org.messgateway.api;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.mess.Payload;
import org.messgateway.api.text.Texts;

/**
 * One question of an executor ({@code needs_input}), in whatever form it is written. Source: MESS
 * protocol §4.3 ({@code field}), MESSE-AF 2.1 ({@code id}).
 *
 * @param field the name that the answer carries; empty for none
 * @param question the words; the field's where the question has none
 * @param options the answers to choose from; empty for any
 */
public record Question(String field, String question, List<String> options) {

  public Question {
    options = List.copyOf(options);
  }

  /** The questions of a status, in order. */
  public static List<Question> of(Payload.Status status) {
    return status.fields().get("questions") instanceof Collection<?> many
        ? many.stream().filter(Objects::nonNull).map(Question::one).toList()
        : List.of();
  }

  private static Question one(Object value) {
    if (!(value instanceof Map<?, ?> map)) {
      return new Question("", PlainWords.of(value), List.of());
    }
    @Nullable Object field = map.containsKey("field") ? map.get("field") : map.get("id");
    return new Question(
        field == null ? "" : field.toString(),
        PlainWords.of(map.containsKey("question") ? map.get("question") : field),
        map.get("options") instanceof Collection<?> many
            ? many.stream().map(PlainWords::of).toList()
            : List.of());
  }

  /**
   * The question with an answer to it: {@code Which brand? Barilla}.
   *
   * @param value the answer, as read
   */
  public String with(@Nullable Object value, Texts texts) {
    boolean asks = question.endsWith("?") || question.endsWith("？");
    return question + (asks ? " " : ": ") + PlainWords.of(value, texts);
  }

  /** The same in English. */
  public String with(@Nullable Object value) {
    return with(value, Texts.ENGLISH);
  }
}
