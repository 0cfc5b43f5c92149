package org.messgateway.api.mess;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DurationsTest {

  @ParameterizedTest
  @CsvSource({
    "2h, PT2H",
    "45m, PT45M",
    "2h15m, PT2H15M",
    "90s, PT90S",
    "7h, PT7H",
    "1d, PT24H",
    "2w, PT336H",
    "1d 2h 3m 4s, PT26H3M4S",
    "30 min, PT30M",
    "1.5h, PT90M",
    "0s, PT0S",
    "2H, PT2H",
    "' 2h ', PT2H",
    "PT2H, PT2H",
    "pt2h15m, PT2H15M",
    "P1D, PT24H",
    "P1W, PT168H",
    "P1DT2H, PT26H",
    "PT0.5S, PT0.5S",
    "999999999w, PT167999999832H"
  })
  void aDurationIsReadInEveryFormThatThreadsUse(String text, Duration meant) {
    assertEquals(Optional.of(meant), Durations.parse(text));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "2",
        "h",
        "P",
        "PT",
        "P1M",
        "P1Y",
        "-2h",
        "2h2h",
        "15m2h",
        "2x",
        "2026-01-31",
        "22:00",
        "tomorrow",
        "9999999999999h",
        "1..5h"
      })
  void whatIsNoDurationIsNoDuration(String text) {
    assertEquals(Optional.empty(), Durations.parse(text));
  }

  @Test
  void nothingAndHugeTextsAreNoDuration() {
    assertEquals(Optional.empty(), Durations.parse(null));
    assertEquals(Optional.empty(), Durations.parse("1".repeat(1_000_000) + "h"));
  }
}
