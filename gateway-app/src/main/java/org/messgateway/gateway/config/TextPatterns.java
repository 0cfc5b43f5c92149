package org.messgateway.gateway.config;

import java.net.URI;
import java.net.URISyntaxException;
import java.time.DateTimeException;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Supplier;
import org.messgateway.api.mess.Priority;
import org.messgateway.api.text.Texts;
import org.messgateway.gateway.routing.SpellingHint;

/** The forms of texts that several readers share: URLs, times, zones, numbers. */
final class TextPatterns {

  static final TextPattern<Boolean> FLAG =
      new TextPattern<>(
          "true or false",
          "write true or false",
          text ->
              text.equalsIgnoreCase("true") || text.equalsIgnoreCase("false")
                  ? Optional.of(text.equalsIgnoreCase("true"))
                  : Optional.empty());

  static final TextPattern<ZoneId> ZONE =
      new TextPattern<>(
          "a time zone", TextPatterns::nearZone, text -> tried(() -> ZoneId.of(text)));

  /** {@code 24:00} is midnight, as people write the end of a day. */
  static final TextPattern<LocalTime> TIME =
      new TextPattern<>("a time of day", "write it like \"22:00\"", TextPatterns::time);

  static final TextPattern<URI> URL =
      new TextPattern<>(
          "an http or https URL", "write it like https://mess.example.com", TextPatterns::url);

  /** A code of {@link Texts#LANGUAGES}, also with a region, which has no effect. */
  static final TextPattern<String> LANGUAGE =
      new TextPattern<>("a language", TextPatterns::nearLanguage, TextPatterns::language);

  static final TextPattern<Priority> PRIORITY = TextPattern.word(Priority.class);

  private static final DateTimeFormatter CLOCK =
      DateTimeFormatter.ofPattern("H:mm[:ss]", Locale.ROOT);

  private TextPatterns() {}

  /** A whole number in a range. */
  static TextPattern<Long> integer(long least, long most) {
    String range = "from " + least + " to " + most;
    return new TextPattern<>(
        "a whole number " + range,
        "write a number " + range,
        text -> tried(() -> Long.valueOf(text)).filter(n -> n >= least && n <= most));
  }

  private static Optional<LocalTime> time(String text) {
    return text.equals("24:00")
        ? Optional.of(LocalTime.MIDNIGHT)
        : tried(() -> LocalTime.parse(text, CLOCK));
  }

  private static Optional<URI> url(String text) {
    try {
      URI uri = new URI(text);
      boolean web =
          "http".equalsIgnoreCase(uri.getScheme()) || "https".equalsIgnoreCase(uri.getScheme());
      return web && uri.getHost() != null ? Optional.of(uri) : Optional.empty();
    } catch (URISyntaxException e) {
      return Optional.empty();
    }
  }

  private static Optional<String> language(String text) {
    String code = Locale.forLanguageTag(text.replace('_', '-')).getLanguage();
    return Optional.of(code).filter(Texts.LANGUAGES::contains);
  }

  /** People write the name of a language, in English or in the language itself. */
  private static String nearLanguage(String text) {
    for (String code : Texts.LANGUAGES) {
      Locale locale = Locale.forLanguageTag(code);
      List<String> names =
          List.of(locale.getDisplayLanguage(Locale.ENGLISH), locale.getDisplayLanguage(locale));
      if (names.stream().anyMatch(text::equalsIgnoreCase)) {
        return "write " + code;
      }
    }
    return SpellingHint.of(text, Texts.LANGUAGES)
        .map(near -> "did you mean `" + near + "`?")
        .orElse("write one of " + String.join(", ", Texts.LANGUAGES));
  }

  private static String nearZone(String text) {
    return SpellingHint.of(text, ZoneId.getAvailableZoneIds())
        .map(near -> "did you mean `" + near + "`?")
        .orElse("write it like Europe/Berlin or America/Los_Angeles");
  }

  /** The parsed value; empty when parsing fails. */
  private static <T> Optional<T> tried(Supplier<T> parsing) {
    try {
      return Optional.of(parsing.get());
    } catch (DateTimeException | NumberFormatException notOfThisForm) {
      return Optional.empty();
    }
  }
}
