package org.messgateway.benchmarks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What counts as held. */
class SoakReportTest {

  private static final MachineDescription MACHINE =
      new MachineDescription("2026-11-20T12:00:00Z", 2, 24_000, "25", "Linux", 0.1);

  private static SoakReport report(IntUnaryOperator descriptors, int again, int lost) {
    List<SoakMinute> minutes =
        IntStream.rangeClosed(1, 30)
            .mapToObj(number -> minute(number, descriptors.applyAsInt(number), again))
            .toList();
    return new SoakReport(MACHINE, 100, minutes, lost);
  }

  private static SoakMinute minute(int number, int descriptors, int again) {
    boolean calm = number % 5 > 1;
    Latencies latencies = new Latencies(4200, 3, 4, calm ? 9 : 900, 20);
    return new SoakMinute(
        number, calm, new SoakArrivals(latencies, again), 0, 50_000_000, 1, descriptors, 40);
  }

  @Test
  void whatStaysAsItIsHasHeldThoughTheSinkWasAway() {
    SoakReport report = report(_ -> 100, 0, 0);
    assertTrue(report.held(), report::text);
    assertEquals(0, report.text().lines().filter(line -> line.endsWith("GROWS")).count());
  }

  @Test
  void whatGrowsHasNotHeld() {
    SoakReport report = report(number -> 100 + number * 10, 0, 0);
    assertFalse(report.held(), report::text);
    assertTrue(report.text().lines().anyMatch(line -> line.matches("descriptors.*GROWS")));
  }

  @Test
  void whatWasLostOrCameTwiceHasNotHeld() {
    assertFalse(report(_ -> 100, 1, 0).held());
    assertFalse(report(_ -> 100, 0, 1).held());
  }
}
