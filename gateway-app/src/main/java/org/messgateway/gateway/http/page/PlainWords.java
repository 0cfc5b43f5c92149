package org.messgateway.gateway.http.page;

import java.util.Collection;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Values of a message as a person reads them. */
final class PlainWords {

  private PlainWords() {}

  static String of(@Nullable Object value) {
    return switch (value) {
      case null -> "";
      case Boolean yes -> yes ? "Yes" : "No";
      case Collection<?> many ->
          many.stream().map(PlainWords::of).collect(Collectors.joining(", "));
      case Map<?, ?> map ->
          map.entrySet().stream()
              .map(entry -> words(String.valueOf(entry.getKey())) + ": " + of(entry.getValue()))
              .collect(Collectors.joining(", "));
      default -> value.toString();
    };
  }

  /** {@code resume_eta} as {@code Resume eta}. */
  static String words(String key) {
    String plain = key.replaceAll("[-_]+", " ").strip();
    return plain.isEmpty()
        ? key
        : plain.substring(0, 1).toUpperCase(Locale.ROOT) + plain.substring(1);
  }
}
