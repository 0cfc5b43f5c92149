package org.messgateway.gateway.config;

import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.messgateway.api.Rate;
import org.messgateway.api.mess.Durations;

/** Durations, sizes and rates as people write them. */
final class Quantities {

  /** Longer durations are mistakes. */
  private static final Duration LONGEST = Duration.ofDays(3660);

  private static final Pattern SIZE = Pattern.compile("(\\d{1,9})\\s*([KMG]?i?B)?");

  private static final Map<String, Long> UNITS =
      Map.of(
          "B", 1L,
          "KB", 1_000L,
          "KiB", 1L << 10,
          "MB", 1_000_000L,
          "MiB", 1L << 20,
          "GB", 1_000_000_000L,
          "GiB", 1L << 30);

  private static final Pattern RATE =
      Pattern.compile("(\\d{1,6})\\s*(?:/|per)\\s*(\\d{1,6})?\\s*([a-z]+)");

  private static final Map<String, Duration> PERIODS =
      Map.of(
          "s", Duration.ofSeconds(1),
          "second", Duration.ofSeconds(1),
          "m", Duration.ofMinutes(1),
          "min", Duration.ofMinutes(1),
          "minute", Duration.ofMinutes(1),
          "h", Duration.ofHours(1),
          "hour", Duration.ofHours(1),
          "d", Duration.ofDays(1),
          "day", Duration.ofDays(1));

  static final TextPattern<Duration> DURATION_FORM =
      new TextPattern<>("a duration", "write it like 90s, 2h30m, 1d or PT2H", Quantities::duration);

  static final TextPattern<Long> SIZE_FORM =
      new TextPattern<>(
          "a size", "write bytes, or a number with its unit like 256KiB", Quantities::size);

  static final TextPattern<Rate> RATE_FORM =
      new TextPattern<>("a rate", "write it like 1/s, 20/min or 1/10s", Quantities::rate);

  private Quantities() {}

  private static Optional<Duration> duration(String text) {
    return Durations.parse(text).filter(duration -> duration.compareTo(LONGEST) <= 0);
  }

  private static Optional<Long> size(String text) {
    Matcher written = SIZE.matcher(text);
    if (!written.matches()) {
      return Optional.empty();
    }
    String unit = written.group(2) == null ? "B" : written.group(2);
    return Optional.ofNullable(UNITS.get(unit))
        .map(bytes -> Math.multiplyExact(Long.parseLong(written.group(1)), bytes));
  }

  private static Optional<Rate> rate(String text) {
    Matcher written = RATE.matcher(text.toLowerCase(Locale.ROOT));
    Duration unit = written.matches() ? PERIODS.get(written.group(3)) : null;
    if (unit == null) {
      return Optional.empty();
    }
    int permits = Integer.parseInt(written.group(1));
    long periods = written.group(2) == null ? 1 : Long.parseLong(written.group(2));
    return permits < 1 || periods < 1
        ? Optional.empty()
        : Optional.of(new Rate(permits, unit.multipliedBy(periods)));
  }
}
