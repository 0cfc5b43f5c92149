package org.messgateway.benchmarks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ProcessorTimeTest {

  private final ProcessorTime time =
      new ProcessorTime(
          Machine.now(),
          Duration.ofSeconds(2),
          1000,
          Map.of(Part.HISTORY, 50, Part.QUEUE, 25, Part.SENDING, 75));

  private List<String> lines() {
    return time.text().lines().filter(line -> line.endsWith("%")).toList();
  }

  @Test
  void whatNoSampleAccountsForIsJavasOwn() {
    assertTrue(lines().getFirst().matches("Java's own.* 500 us +25.0 %"), time::text);
  }

  @Test
  void partsStandByWhatTheyCost() {
    assertTrue(lines().get(1).startsWith(Part.SENDING.words()), time::text);
    assertTrue(lines().get(1).endsWith(" 750 us  37.5 %"), time::text);
    assertTrue(lines().get(3).startsWith(Part.QUEUE.words()), time::text);
  }

  @Test
  void theSumIsWhatTheSystemCounted() {
    assertEquals(5, lines().size());
    assertTrue(lines().getLast().endsWith(" 2000 us 100.0 %"), time::text);
  }
}
