package org.messgateway.gateway.config;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;

/**
 * How a text has to look.
 *
 * @param name what it should be: {@code a duration}
 * @param right what would be right instead of a text that is not
 * @param reading what a text means; empty when it is not of this form
 */
record Form<T>(String name, Function<String, String> right, Function<String, Optional<T>> reading) {

  Form(String name, String right, Function<String, Optional<T>> reading) {
    this(name, text -> right, reading);
  }

  /** One of a few words, in any case. */
  static <T extends Enum<T>> Form<T> word(Class<T> type) {
    List<T> words = List.of(type.getEnumConstants());
    List<String> names = words.stream().map(Form::name).toList();
    return new Form<>(
        "one of " + String.join(", ", names),
        text -> right(text, names),
        text -> words.stream().filter(word -> name(word).equalsIgnoreCase(text)).findFirst());
  }

  private static String right(String text, List<String> names) {
    return NearMatch.of(text, names)
        .map(near -> "did you mean `" + near + "`?")
        .orElse("write one of " + String.join(", ", names));
  }

  private static String name(Enum<?> word) {
    return word.name().toLowerCase(Locale.ROOT);
  }
}
