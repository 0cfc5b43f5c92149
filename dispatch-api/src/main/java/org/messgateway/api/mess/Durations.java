package org.messgateway.api.mess;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Parses the durations of threads: {@code 2h}, {@code 45m}, {@code 2h15m}, {@code 90s}, {@code 1d},
 * and ISO 8601 ({@code PT2H}, {@code P1D}, {@code P1W}). Source: MESS protocol §3.2 and §4.4.
 *
 * <p>ISO months and years are not durations, because they have no fixed length.
 */
public final class Durations {

  private static final String NUMBER = "(\\d{1,9}(?:[.,]\\d{1,9})?)";
  private static final Pattern SHORT =
      Pattern.compile(
          "(?:%1$s ?w)? ?(?:%1$s ?d)? ?(?:%1$s ?h)? ?(?:%1$s ?m(?:in)?)? ?(?:%1$s ?s)?"
              .formatted(NUMBER),
          Pattern.CASE_INSENSITIVE);
  private static final Pattern ISO =
      Pattern.compile(
          "P(?:%1$sW)?(?:%1$sD)?(?:T(?:%1$sH)?(?:%1$sM)?(?:%1$sS)?)?".formatted(NUMBER),
          Pattern.CASE_INSENSITIVE);
  private static final List<Duration> UNITS =
      List.of(
          Duration.ofDays(7),
          Duration.ofDays(1),
          Duration.ofHours(1),
          Duration.ofMinutes(1),
          Duration.ofSeconds(1));
  private static final int LONGEST_TEXT = 64;

  private Durations() {}

  /**
   * The duration of a text, to the nanosecond; empty for null and for a text that is no duration.
   */
  public static Optional<Duration> parse(@Nullable String text) {
    if (text == null || text.length() > LONGEST_TEXT) {
      return Optional.empty();
    }
    String plain = text.strip();
    return read(SHORT.matcher(plain)).or(() -> read(ISO.matcher(plain)));
  }

  private static Optional<Duration> read(Matcher matcher) {
    if (!matcher.matches()) {
      return Optional.empty();
    }
    Duration sum = Duration.ZERO;
    boolean found = false;
    for (int unit = 0; unit < UNITS.size(); unit++) {
      String amount = matcher.group(unit + 1);
      if (amount != null) {
        found = true;
        sum = sum.plus(times(UNITS.get(unit), amount));
      }
    }
    return found ? Optional.of(sum) : Optional.empty();
  }

  private static Duration times(Duration unit, String amount) {
    BigDecimal seconds =
        new BigDecimal(amount.replace(',', '.')).multiply(BigDecimal.valueOf(unit.toSeconds()));
    BigDecimal fraction = seconds.remainder(BigDecimal.ONE).movePointRight(9);
    return Duration.ofSeconds(seconds.longValue(), fraction.longValue());
  }
}
