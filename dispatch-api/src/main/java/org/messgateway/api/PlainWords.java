package org.messgateway.api;

import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Values of a thread as a person reads them: words, numbers, yes and no, lists of those, and one
 * level of named values. What only a machine can use is named and not printed: values inside
 * values, vectors of numbers, encoded bytes.
 */
public final class PlainWords {

  /** Stands in the place of what people are not shown. */
  public static final String DATA = "some data for machines";

  /** A longer list of numbers is a vector; a person counts, measures or dates fewer things. */
  private static final int MOST_NUMBERS = 8;

  private static final Pattern DATA_URI =
      Pattern.compile(
          "\\bdata:[a-z0-9.+-]{1,64}/[a-z0-9.+-]{1,64}[^\\s,]{0,200},\\S*+",
          Pattern.CASE_INSENSITIVE);

  /** Base 64, also in lines. */
  private static final Pattern ENCODED =
      Pattern.compile("[A-Za-z0-9+/_=-]{60,}+(?:\\R[A-Za-z0-9+/_=-]++)*+\\R?+");

  /** No word of any language is as long. */
  private static final int SHORTEST_ENCODED = 200;

  private PlainWords() {}

  /** The value in words; empty for null. */
  public static String of(@Nullable Object value) {
    return switch (value) {
      case null -> "";
      case Boolean yes -> yes ? "Yes" : "No";
      case Collection<?> many -> many(many);
      case Map<?, ?> map ->
          map.values().stream().anyMatch(PlainWords::isNested)
              ? DATA
              : map.entrySet().stream()
                  .map(entry -> words(String.valueOf(entry.getKey())) + ": " + of(entry.getValue()))
                  .collect(Collectors.joining(", "));
      default -> text(value.toString());
    };
  }

  private static String many(Collection<?> many) {
    boolean vector = many.size() > MOST_NUMBERS && many.stream().allMatch(Number.class::isInstance);
    boolean nested =
        many.stream().anyMatch(each -> each instanceof Collection || each instanceof Map);
    return vector || nested
        ? DATA
        : many.stream().map(PlainWords::of).collect(Collectors.joining(", "));
  }

  /** Whether a named value would need names of its own. */
  private static boolean isNested(@Nullable Object value) {
    return value instanceof Map<?, ?> || (value instanceof List<?> list && DATA.equals(many(list)));
  }

  /** A text without the data URIs in it; {@link #DATA} where it is nothing but encoded bytes. */
  public static String text(String text) {
    if (text.length() >= SHORTEST_ENCODED && ENCODED.matcher(text).matches()) {
      return DATA;
    }
    return text.indexOf(':') < 0 ? text : DATA_URI.matcher(text).replaceAll(DATA);
  }

  /** {@code resume_eta} as {@code Resume eta}. */
  public static String words(String key) {
    String plain = key.replaceAll("[-_]+", " ").strip();
    return plain.isEmpty()
        ? key
        : plain.substring(0, 1).toUpperCase(Locale.ROOT) + plain.substring(1);
  }
}
