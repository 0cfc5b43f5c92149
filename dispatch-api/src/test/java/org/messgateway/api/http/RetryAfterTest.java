package org.messgateway.api.http;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

class RetryAfterTest {

  private static final Instant NOW = Instant.parse("2026-11-20T12:00:00Z");

  @ParameterizedTest
  @CsvSource({
    "0, PT0S",
    "1, PT1S",
    "' 120 ', PT2M",
    "0030, PT30S",
    "86399, PT23H59M59S",
    "86400, PT24H",
    "86401, PT24H",
    "999999999, PT24H",
    "99999999999999999999999999, PT24H"
  })
  void secondsAreObeyedUpToADay(String header, Duration wait) {
    assertEquals(Optional.of(wait), RetryAfter.parse(header, NOW));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        // IMF-fixdate
        "Fri, 20 Nov 2026 12:01:30 GMT | PT1M30S",
        "Sat, 21 Nov 2026 12:00:00 GMT | PT24H",
        "Sun, 22 Nov 2026 00:00:00 GMT | PT24H",
        "Wed, 01 Jan 2031 00:00:00 GMT | PT24H",
        // RFC 850
        "Friday, 20-Nov-26 12:00:05 GMT | PT5S",
        "Saturday, 21-Nov-26 00:00:00 GMT | PT12H",
        // asctime, the day in two columns
        "Fri Nov 20 13:00:00 2026 | PT1H",
        "Sat Nov 21 06:00:00 2026 | PT18H"
      })
  void aDateInAnyOfTheThreeFormsIsCountedFromNow(String header, Duration wait) {
    assertEquals(Optional.of(wait), RetryAfter.parse(header, NOW));
  }

  @Test
  void asctimeMayHaveADayOfOneDigit() {
    Instant now = Instant.parse("2026-11-05T12:00:00Z");
    assertEquals(
        Optional.of(Duration.ofHours(1)), RetryAfter.parse("Thu Nov  5 13:00:00 2026", now));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Sun, 06 Nov 1994 08:49:37 GMT",
        "Sunday, 06-Nov-94 08:49:37 GMT",
        "Sun Nov  6 08:49:37 1994",
        "Fri, 20 Nov 2026 11:59:59 GMT",
        "Fri, 20 Nov 2026 12:00:00 GMT"
      })
  void aDateInThePastMeansAtOnce(String header) {
    assertEquals(Optional.of(Duration.ZERO), RetryAfter.parse(header, NOW));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        // now | header with two digits for the year | wait
        "2026-11-20T12:00:00Z | Thursday, 01-Jan-70 00:00:00 GMT | empty",
        "2026-11-20T12:00:00Z | Wednesday, 01-Jan-70 00:00:00 GMT | PT24H",
        "2026-11-20T12:00:00Z | Thursday, 20-Nov-76 11:00:00 GMT | empty",
        "2026-11-20T12:00:00Z | Friday, 20-Nov-76 11:00:00 GMT | PT24H",
        "2026-11-20T12:00:00Z | Sunday, 20-Nov-77 11:00:00 GMT | PT0S",
        "2026-11-20T12:00:00Z | Sunday, 20-Nov-94 11:00:00 GMT | PT0S",
        "2080-11-20T12:00:00Z | Wednesday, 20-Nov-80 12:00:10 GMT | PT10S"
      })
  void twoDigitsOfAYearMeanTheOneThatIsNotMoreThanFiftyYearsAhead(
      Instant now, String header, String wait) {
    Optional<Duration> expected =
        wait.equals("empty") ? Optional.empty() : Optional.of(Duration.parse(wait));
    assertEquals(expected, RetryAfter.parse(header, now));
  }

  @ParameterizedTest
  @NullSource
  @ValueSource(
      strings = {
        "",
        "   ",
        "-1",
        "+5",
        "1.5",
        "5s",
        "PT5S",
        "soon",
        "0x10",
        "٣",
        "1e3",
        "5, 10",
        "Mon, 20 Nov 2026 12:01:30 GMT",
        "Fri, 31 Feb 2026 12:00:00 GMT",
        "Fri, 20 Nov 2026",
        "Friday, 20-Nov-26 12:00:05 CET",
        "2026-11-20T12:01:30Z"
      })
  void whatIsAbsentOrGarbageSaysNothing(@Nullable String header) {
    assertEquals(Optional.empty(), RetryAfter.parse(header, NOW));
  }
}
