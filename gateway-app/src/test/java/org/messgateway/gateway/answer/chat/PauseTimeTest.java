package org.messgateway.gateway.answer.chat;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Instant;
import java.time.ZoneId;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Until when: as people say it, by their own clock. */
class PauseTimeTest {

  /** 14:00 in Berlin. */
  private static final Instant NOW = Instant.parse("2026-11-21T13:00:00Z");

  @ParameterizedTest
  @CsvSource({
    "'',                2026-11-21T15:00:00Z",
    "2h,                2026-11-21T15:00:00Z",
    "2 hours,           2026-11-21T15:00:00Z",
    "for 3h,            2026-11-21T16:00:00Z",
    "90m,               2026-11-21T14:30:00Z",
    "1h30m,             2026-11-21T14:30:00Z",
    "1 day,             2026-11-22T13:00:00Z",
    "until 18:00,       2026-11-21T17:00:00Z",
    "UNTIL 6pm,         2026-11-21T17:00:00Z",
    "till 18,           2026-11-21T17:00:00Z",
    "18:00,             2026-11-21T17:00:00Z",
    "until 12:30,       2026-11-22T11:30:00Z",
    "until 12am,        2026-11-21T23:00:00Z",
    "until tomorrow,    2026-11-22T07:00:00Z",
    "tomorrow,          2026-11-22T07:00:00Z",
    "2 Stunden,         2026-11-21T15:00:00Z",
    "für 90 Min,        2026-11-21T14:30:00Z",
    "bis 18 Uhr,        2026-11-21T17:00:00Z",
    "bis morgen,        2026-11-22T07:00:00Z",
    "2 horas y 5 min,   2026-11-21T15:05:00Z",
    "hasta las 18:00,   2026-11-21T17:00:00Z",
    "hasta mañana,      2026-11-22T07:00:00Z",
    "1 jour,            2026-11-22T13:00:00Z",
    "jusqu'à 18h,       2026-11-21T17:00:00Z",
    "jusqu’à 18h30,     2026-11-21T17:30:00Z",
    "demain,            2026-11-22T07:00:00Z",
    "2時間,              2026-11-21T15:00:00Z",
    "18時まで,            2026-11-21T17:00:00Z",
    "明日まで,             2026-11-22T07:00:00Z",
    "31 days,           never",
    "0h,                never",
    "2,                 never",
    "until 25:00,       never",
    "until 18:75,       never",
    "until 13pm,        never",
    "a while,           never",
    "9999d,             never"
  })
  void aTimeIsUnderstoodOrNotTakenAtAll(String rest, String expected) {
    assertEquals(
        expected,
        PauseTime.of(rest, NOW, ZoneId.of("Europe/Berlin")).map(Instant::toString).orElse("never"));
  }
}
