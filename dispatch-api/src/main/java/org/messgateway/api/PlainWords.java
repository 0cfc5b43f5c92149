package org.messgateway.api;

import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.text.Texts;

/**
 * Values of a thread as a person reads them: words, numbers, yes and no, lists of those, and one
 * level of named values. What only a machine can use is named and not printed: values inside
 * values, vectors of numbers, encoded bytes.
 */
public final class PlainWords {

  /** The key of what stands in the place of what people are not shown. */
  private static final String DATA = "word.data";

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

  /** The value in English words; empty for null. */
  public static String of(@Nullable Object value) {
    return of(value, Texts.ENGLISH);
  }

  /** The value in words; empty for null. */
  public static String of(@Nullable Object value, Texts texts) {
    return switch (value) {
      case null -> "";
      case Boolean yes -> texts.get(yes ? "word.yes" : "word.no");
      case Collection<?> many -> isData(many) ? texts.get(DATA) : many(many, texts);
      case Map<?, ?> map ->
          map.values().stream().anyMatch(PlainWords::isNested)
              ? texts.get(DATA)
              : map.entrySet().stream()
                  .map(entry ->
                      words(String.valueOf(entry.getKey())) + ": " + of(entry.getValue(), texts))
                  .collect(Collectors.joining(", "));
      default -> text(value.toString(), texts);
    };
  }

  private static String many(Collection<?> many, Texts texts) {
    return many.stream().map(each -> of(each, texts)).collect(Collectors.joining(", "));
  }

  private static boolean isData(Collection<?> many) {
    boolean vector = many.size() > MOST_NUMBERS && many.stream().allMatch(Number.class::isInstance);
    return vector
        || many.stream().anyMatch(each -> each instanceof Collection || each instanceof Map);
  }

  /** Whether a named value would need names of its own. */
  private static boolean isNested(@Nullable Object value) {
    return value instanceof Map<?, ?> || (value instanceof List<?> list && isData(list));
  }

  /** {@link #text(String, Texts)} in English. */
  public static String text(String text) {
    return text(text, Texts.ENGLISH);
  }

  /** A text without the data URIs in it, and without what is nothing but encoded bytes. */
  public static String text(String text, Texts texts) {
    if (text.length() >= SHORTEST_ENCODED && ENCODED.matcher(text).matches()) {
      return texts.get(DATA);
    }
    return text.indexOf(':') < 0
        ? text
        : DATA_URI.matcher(text).replaceAll(Matcher.quoteReplacement(texts.get(DATA)));
  }

  /** {@code resume_eta} as {@code Resume eta}. */
  public static String words(String key) {
    String plain = key.replaceAll("[-_]+", " ").strip();
    return plain.isEmpty()
        ? key
        : plain.substring(0, 1).toUpperCase(Locale.ROOT) + plain.substring(1);
  }
}
