package org.messgateway.api.http;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoField;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Parses {@code Retry-After}: seconds or one of the three date formats of RFC 9110 §5.6.7. An
 * unreadable value counts as absent, a date in the past as zero, a wait longer than {@link
 * #LONGEST} as {@link #LONGEST}.
 */
public final class RetryAfter {

  /** The longest wait that the gateway accepts from a remote service. */
  public static final Duration LONGEST = Duration.ofHours(24);

  private static final DateTimeFormatter ASCTIME =
      DateTimeFormatter.ofPattern("EEE MMM ppd HH:mm:ss yyyy", Locale.ENGLISH)
          .withZone(ZoneOffset.UTC);

  private static final int YEARS_BACK = 49;

  private RetryAfter() {}

  /**
   * The wait from {@code now} on; empty when the value is absent or unreadable.
   *
   * @param header the value of {@code Retry-After}; null when the answer has none
   */
  public static Optional<Duration> parse(@Nullable String header, Instant now) {
    if (header == null || header.isBlank()) {
      return Optional.empty();
    }
    String text = header.strip();
    return text.chars().allMatch(c -> c >= '0' && c <= '9') ? seconds(text) : date(text, now);
  }

  private static Optional<Duration> seconds(String digits) {
    boolean fits = digits.length() <= 9;
    return Optional.of(fits ? capped(Duration.ofSeconds(Long.parseLong(digits))) : LONGEST);
  }

  private static Optional<Duration> date(String text, Instant now) {
    for (DateTimeFormatter format : forms(now)) {
      try {
        return Optional.of(
            capped(Duration.between(now, ZonedDateTime.parse(text, format).toInstant())));
      } catch (DateTimeException notThisForm) {
        // One of three forms is expected to fit; none is garbage, answered below.
      }
    }
    return Optional.empty();
  }

  private static List<DateTimeFormatter> forms(Instant now) {
    return List.of(DateTimeFormatter.RFC_1123_DATE_TIME, rfc850(now), ASCTIME);
  }

  private static Duration capped(Duration wait) {
    if (wait.isNegative()) {
      return Duration.ZERO;
    }
    return wait.compareTo(LONGEST) > 0 ? LONGEST : wait;
  }

  /** RFC 850 has two digits for the year: within fifty years of today, as RFC 9110 asks. */
  private static DateTimeFormatter rfc850(Instant now) {
    int first = now.atOffset(ZoneOffset.UTC).getYear() - YEARS_BACK;
    return new DateTimeFormatterBuilder()
        .appendPattern("EEEE, dd-MMM-")
        .appendValueReduced(ChronoField.YEAR, 2, 2, first)
        .appendPattern(" HH:mm:ss 'GMT'")
        .toFormatter(Locale.ENGLISH)
        .withZone(ZoneOffset.UTC);
  }
}
