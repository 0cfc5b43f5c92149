package org.messgateway.api.text;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What people read, in one language. A text is found by its key; {@code {0}}, {@code {1}} … in it
 * stand for arguments. Texts are parsed once, when the language is read. Immutable.
 *
 * <p>The files {@code texts_<language>.properties} beside this class hold the texts. What a
 * language lacks is said in English. An adapter asks {@code notification.recipient().texts()}, or
 * {@code listener.texts(event)} for the person behind an event.
 */
public final class Texts {

  /** The languages, English first: their ISO 639 codes. */
  public static final List<String> LANGUAGES = List.of("en", "de", "es", "fr", "ja");

  /** English, the language of those of whom no other is known. */
  public static final Texts ENGLISH = new Texts("en", bundled("en"));

  /** From here on a day without its year is easily taken for one of this year. */
  private static final Duration FAR = Duration.ofDays(300);

  private static final String ONE = ".one";
  private static final String OTHER = ".other";

  private final Locale locale;
  private final Map<String, TextTemplate> templates;
  private final DateTimeFormatter time;
  private final DateTimeFormatter day;
  private final DateTimeFormatter farDay;

  private Texts(String language, Map<String, TextTemplate> templates) {
    this.locale = Locale.forLanguageTag(language);
    this.templates = templates;
    this.time = DateTimeFormatter.ofPattern(get("time.today"), locale);
    this.day = DateTimeFormatter.ofPattern(get("time.other"), locale);
    this.farDay = DateTimeFormatter.ofPattern(get("time.far"), locale);
  }

  /**
   * The texts of a language as they come with the gateway. Reads them each time: keep the result.
   *
   * @param language one of {@link #LANGUAGES}; another means English
   */
  public static Texts of(String language) {
    if (!LANGUAGES.contains(language) || language.equals(ENGLISH.language())) {
      return ENGLISH;
    }
    Map<String, TextTemplate> templates = new HashMap<>(ENGLISH.templates);
    templates.putAll(bundled(language));
    return new Texts(language, templates);
  }

  private static Map<String, TextTemplate> bundled(String language) {
    Properties written = new Properties();
    String file = "texts_" + language + ".properties";
    try (InputStream in = Texts.class.getResourceAsStream(file)) {
      if (in == null) {
        throw new IllegalStateException("this build lacks " + file);
      }
      Reader reader = new InputStreamReader(in, UTF_8);
      written.load(reader);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Map<String, TextTemplate> templates = new HashMap<>();
    written.forEach((key, text) -> templates.put((String) key, TextTemplate.of((String) text)));
    return templates;
  }

  /**
   * The same language with other words.
   *
   * @param changes patterns by key; keys that are unknown have no effect
   * @throws IllegalArgumentException when a changed form of times is none
   */
  public Texts with(Map<String, String> changes) {
    if (changes.isEmpty()) {
      return this;
    }
    Map<String, TextTemplate> changed = new HashMap<>(templates);
    changes.forEach((key, text) -> changed.replace(key, TextTemplate.of(text)));
    return new Texts(language(), changed);
  }

  /** The language's ISO 639 code: {@code de}. */
  public String language() {
    return locale.getLanguage();
  }

  /** The language for forms of numbers, days and months. */
  public Locale locale() {
    return locale;
  }

  /**
   * A text.
   *
   * @param arguments in the places of {@code {0}}, {@code {1}} …, as their {@code toString} has
   *     them
   * @throws IllegalArgumentException when no language has this key
   */
  public String get(String key, Object... arguments) {
    TextTemplate template = templates.get(key);
    if (template == null) {
      throw new IllegalArgumentException("there is no text " + key);
    }
    return template.with(arguments);
  }

  /** The same for a key that may be missing, as one that is made of a code of others. */
  public Optional<String> find(String key, Object... arguments) {
    return Optional.ofNullable(templates.get(key)).map(template -> template.with(arguments));
  }

  /**
   * A text with the form that the language has for a number: {@code <key>.one} or {@code
   * <key>.other}.
   *
   * @param count {@code {0}} in the text
   * @param others {@code {1}} and following
   */
  public String count(String key, long count, Object... others) {
    Object[] arguments = new Object[others.length + 1];
    arguments[0] = count;
    System.arraycopy(others, 0, arguments, 1, others.length);
    return get(key + (isSingular(count) ? ONE : OTHER), arguments);
  }

  /** As Unicode's plural rules (CLDR) have it for the languages here. */
  private boolean isSingular(long count) {
    return switch (language()) {
      case "ja" -> false;
      case "fr" -> count == 0 || count == 1;
      default -> count == 1;
    };
  }

  /**
   * A time in words: {@code 18:00} for today in the zone, else with the day, and with the year
   * where that is about a year away or more.
   */
  public String clock(Instant instant, Instant now, ZoneId zone) {
    LocalDateTime local = LocalDateTime.ofInstant(instant, zone);
    boolean today = local.toLocalDate().equals(LocalDateTime.ofInstant(now, zone).toLocalDate());
    if (today) {
      return local.format(time);
    }
    boolean far = Duration.between(now, instant).abs().compareTo(FAR) > 0;
    return local.format(far ? farDay : day);
  }

  /** A time with its day. */
  public String day(Instant instant, ZoneId zone) {
    return LocalDateTime.ofInstant(instant, zone).format(day);
  }

  /** All patterns by key. */
  public SortedMap<String, String> patterns() {
    SortedMap<String, String> all = new TreeMap<>();
    templates.forEach((key, template) -> all.put(key, template.written()));
    return all;
  }

  /** The arguments that a text names: 0 for {@code {0}}. */
  public static SortedSet<Integer> places(String text) {
    return TextTemplate.of(text).places();
  }

  /** Two are equal that say the same in the same language. */
  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Texts texts
        && locale.equals(texts.locale)
        && templates.equals(texts.templates);
  }

  @Override
  public int hashCode() {
    return locale.hashCode();
  }

  @Override
  public String toString() {
    return "Texts[" + language() + "]";
  }
}
