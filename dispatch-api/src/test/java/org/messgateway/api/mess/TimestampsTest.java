package org.messgateway.api.mess;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.math.BigInteger;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TimestampsTest {

  @ParameterizedTest
  @CsvSource({
    "2026-01-31T14:30:00Z, 2026-01-31T14:30:00Z",
    "2026-01-31T14:30:00.000Z, 2026-01-31T14:30:00Z",
    "2026-01-31T14:30:00.123456789Z, 2026-01-31T14:30:00.123456789Z",
    "2026-01-31T14:30Z, 2026-01-31T14:30:00Z",
    "2026-01-31T14:30:00+01:00, 2026-01-31T13:30:00Z",
    "2026-01-31T14:30:00-0800, 2026-01-31T22:30:00Z",
    "2026-01-31T14:30:00+05, 2026-01-31T09:30:00Z",
    "2026-01-31 14:30:00 +01:00, 2026-01-31T13:30:00Z",
    "2026-01-31 14:30:00Z, 2026-01-31T14:30:00Z",
    "2026-01-31t14:30:00z, 2026-01-31T14:30:00Z",
    "2026-01-31T14:30:00, 2026-01-31T14:30:00Z",
    "2026-01-31, 2026-01-31T00:00:00Z",
    "1769869800, 2026-01-31T14:30:00Z",
    "1769869800000, 2026-01-31T14:30:00Z",
    "' 2026-01-31T14:30:00Z ', 2026-01-31T14:30:00Z"
  })
  void anInstantIsReadInEveryFormThatWritersUse(String text, Instant meant) {
    assertEquals(Optional.of(meant), Timestamps.parse(text));
  }

  @Test
  void numbersAreSecondsOrMilliseconds() {
    Instant meant = Instant.parse("2026-01-31T14:30:00Z");
    assertEquals(Optional.of(meant), Timestamps.parse(1_769_869_800));
    assertEquals(Optional.of(meant), Timestamps.parse(1_769_869_800L));
    assertEquals(Optional.of(meant), Timestamps.parse(1_769_869_800_000L));
    assertEquals(Optional.of(meant), Timestamps.parse(meant));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "2h",
        "tomorrow",
        "2026-02-30",
        "2026-13-01T00:00:00Z",
        "22:00",
        "20260131",
        "null",
        "2026-01-31T25:00:00Z",
        "2026-01-31T14:30:00 Europe/Berlin"
      })
  void whatIsNoInstantIsNoInstant(String text) {
    assertEquals(Optional.empty(), Timestamps.parse(text));
  }

  @Test
  void otherValuesAreNoInstant() {
    assertEquals(Optional.empty(), Timestamps.parse(null));
    assertEquals(Optional.empty(), Timestamps.parse(-1));
    assertEquals(Optional.empty(), Timestamps.parse(true));
    assertEquals(Optional.empty(), Timestamps.parse(Double.NaN));
    assertEquals(Optional.empty(), Timestamps.parse(BigInteger.TEN.pow(40)));
    assertEquals(Optional.empty(), Timestamps.parse(List.of("2026-01-31")));
    assertEquals(Optional.empty(), Timestamps.parse("2".repeat(1_000_000)));
  }
}
