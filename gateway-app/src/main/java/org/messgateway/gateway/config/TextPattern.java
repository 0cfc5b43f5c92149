package org.messgateway.gateway.config;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import org.messgateway.gateway.routing.SpellingHint;

/**
 * The form of a text and its meaning.
 *
 * @param name of the form, for messages: {@code a duration}
 * @param right an example of the right form, for messages
 * @param reading gives the meaning of a text; empty when it has another form
 */
record TextPattern<T>(
    String name, Function<String, String> right, Function<String, Optional<T>> reading) {

  TextPattern(String name, String right, Function<String, Optional<T>> reading) {
    this(name, text -> right, reading);
  }

  /** One of a few words, in any case. */
  static <T extends Enum<T>> TextPattern<T> word(Class<T> type) {
    List<T> words = List.of(type.getEnumConstants());
    List<String> names = words.stream().map(TextPattern::name).toList();
    return new TextPattern<>(
        "one of " + String.join(", ", names),
        text -> right(text, names),
        text -> words.stream().filter(word -> name(word).equalsIgnoreCase(text)).findFirst());
  }

  private static String right(String text, List<String> names) {
    return SpellingHint.of(text, names)
        .map(near -> "did you mean `" + near + "`?")
        .orElse("write one of " + String.join(", ", names));
  }

  private static String name(Enum<?> word) {
    return word.name().toLowerCase(Locale.ROOT);
  }
}
