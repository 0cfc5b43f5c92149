package org.messgateway.gateway.routing;

import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** Formats instants for people. */
final class InstantText {

  private static final DateTimeFormatter DAY_AND_TIME =
      DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm", Locale.ROOT);
  private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("HH:mm", Locale.ROOT);

  private InstantText() {}

  /** {@code 2026-01-31 18:00 UTC}: for sentences without a known reader's zone. */
  static String utc(Instant instant) {
    return DAY_AND_TIME.format(instant.atZone(ZoneOffset.UTC)) + " UTC";
  }

  /** {@code 18:00} today, else {@code 2026-01-31 18:00}. */
  static String near(Instant instant, Instant now, ZoneId zone) {
    boolean today = instant.atZone(zone).toLocalDate().equals(now.atZone(zone).toLocalDate());
    return (today ? TIME : DAY_AND_TIME).format(instant.atZone(zone));
  }
}
