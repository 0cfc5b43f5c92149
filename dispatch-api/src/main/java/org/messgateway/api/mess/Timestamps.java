package org.messgateway.api.mess;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.ResolverStyle;
import java.time.temporal.TemporalAccessor;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Parses the instants of threads.
 *
 * <p>The protocol's reference writes {@code 2026-01-31T14:30:00Z}, its web client {@code
 * …T14:30:00.000Z}, its PHP server seconds since 1970 as a number. Offsets ({@code +01:00}, {@code
 * +0100}), a blank in place of the {@code T}, and a date alone (its midnight) are read too. A value
 * without an offset is UTC, as in YAML.
 */
public final class Timestamps {

  private static final int LONGEST_TEXT = 64;

  /** Numbers above this are milliseconds: as seconds they would lie beyond the year 5138. */
  private static final long LAST_SECOND = 100_000_000_000L;

  private static final String USUAL = "0000-00-00T00:00:00Z";
  private static final String WITH_MILLIS = "0000-00-00T00:00:00.000Z";

  private static final Pattern NUMBER = Pattern.compile("\\d{9,13}");
  private static final Pattern BEFORE_TIME = Pattern.compile("(?<=\\d)(?: +|t)(?=\\d)");
  private static final Pattern BEFORE_OFFSET = Pattern.compile(" +(?=[+-]|[zZ]$)");

  private static final DateTimeFormatter FORM =
      new DateTimeFormatterBuilder()
          .append(DateTimeFormatter.ISO_LOCAL_DATE)
          .optionalStart()
          .appendLiteral('T')
          .append(DateTimeFormatter.ISO_LOCAL_TIME)
          .optionalStart()
          .appendOffset("+HH:MM", "Z")
          .optionalEnd()
          .optionalStart()
          .appendOffset("+HHMM", "Z")
          .optionalEnd()
          .optionalStart()
          .appendOffset("+HH", "Z")
          .optionalEnd()
          .optionalEnd()
          .toFormatter(Locale.ROOT)
          .withResolverStyle(ResolverStyle.STRICT);

  private Timestamps() {}

  /**
   * The instant of a value.
   *
   * @param value a text, a whole number of seconds (above 10¹¹: milliseconds) since 1970, or an
   *     instant
   * @return empty for null and for a value that is no instant
   */
  public static Optional<Instant> parse(@Nullable Object value) {
    return switch (value) {
      case null -> Optional.empty();
      case Instant instant -> Optional.of(instant);
      case Integer number -> since1970(number);
      case Long number -> since1970(number);
      case String text -> read(text.strip());
      default -> Optional.empty();
    };
  }

  private static Optional<Instant> since1970(long number) {
    if (number < 0) {
      return Optional.empty();
    }
    return number < LAST_SECOND
        ? Optional.of(Instant.ofEpochSecond(number))
        : Optional.of(Instant.ofEpochMilli(number));
  }

  private static Optional<Instant> read(String text) {
    if (text.length() > LONGEST_TEXT) {
      return Optional.empty();
    }
    try {
      if (isUsual(text)) {
        return Optional.of(usual(text));
      }
      if (NUMBER.matcher(text).matches()) {
        return since1970(Long.parseLong(text));
      }
      return Optional.of(
          instant(
              FORM.parseBest(
                  canonical(text), OffsetDateTime::from, LocalDateTime::from, LocalDate::from)));
    } catch (DateTimeException noInstant) {
      return Optional.empty();
    }
  }

  /**
   * Whether a text has the form {@code 2026-01-31T14:30:00Z}, or has milliseconds as well. A thread
   * holds about five such instants, and a formatter takes 1 µs for each.
   */
  private static boolean isUsual(String text) {
    int length = text.length();
    if (length != USUAL.length() && length != WITH_MILLIS.length()) {
      return false;
    }
    String form = length == USUAL.length() ? USUAL : WITH_MILLIS;
    for (int at = 0; at < length; at++) {
      char wanted = form.charAt(at);
      char is = text.charAt(at);
      if (wanted == '0' ? is < '0' || is > '9' : is != wanted) {
        return false;
      }
    }
    return true;
  }

  private static Instant usual(String text) {
    int hour = number(text, 11, 13);
    int minute = number(text, 14, 16);
    int second = number(text, 17, 19);
    if (hour > 23 || minute > 59 || second > 59) {
      throw new DateTimeException("no time of a day");
    }
    long day =
        LocalDate.of(number(text, 0, 4), number(text, 5, 7), number(text, 8, 10)).toEpochDay();
    int millis = text.length() == USUAL.length() ? 0 : number(text, 20, 23);
    return Instant.ofEpochSecond(
        ((day * 24 + hour) * 60 + minute) * 60 + second, millis * 1_000_000L);
  }

  private static int number(String digits, int from, int to) {
    int number = 0;
    for (int at = from; at < to; at++) {
      number = number * 10 + digits.charAt(at) - '0';
    }
    return number;
  }

  private static String canonical(String text) {
    String joined = BEFORE_TIME.matcher(text).replaceFirst("T");
    return BEFORE_OFFSET.matcher(joined).replaceFirst("").replace('z', 'Z');
  }

  private static Instant instant(TemporalAccessor read) {
    return switch (read) {
      case OffsetDateTime withOffset -> withOffset.toInstant();
      case LocalDateTime local -> local.toInstant(ZoneOffset.UTC);
      case LocalDate day -> day.atStartOfDay(ZoneOffset.UTC).toInstant();
      default -> throw new IllegalStateException("not asked for: " + read.getClass());
    };
  }
}
