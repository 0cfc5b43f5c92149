package org.messgateway.gateway.ops;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.messgateway.gateway.queue.DeliveryState;
import org.messgateway.gateway.queue.QueueFigures;

/** Whoever asks how the gateway is does not wait for a count of millions of rows. */
class CachedQueueStatsTest {

  private long nanos = 1;
  private long countingTakes;
  private long counts;

  private final CachedQueueStats figures = new CachedQueueStats(this::count, () -> nanos);

  private QueueFigures count() {
    counts++;
    nanos += countingTakes;
    return new QueueFigures(Map.of(DeliveryState.DELIVERED, counts), Map.of());
  }

  private long delivered() {
    return figures.get().deliveries().getOrDefault(DeliveryState.DELIVERED, 0L);
  }

  private void pass(Duration time) {
    nanos += time.toNanos();
  }

  @Test
  void fewRowsAreCountedWhenSomebodyAsksAndOnceASecond() {
    assertEquals(1, delivered());
    pass(Duration.ofMillis(900));
    assertEquals(1, delivered());
    pass(Duration.ofMillis(101));
    assertEquals(2, delivered());
  }

  @Test
  void manyAreCountedBesideThoseWhoAskForATwentiethOfTheTime() {
    countingTakes = Duration.ofSeconds(1).toNanos();
    assertEquals(1, delivered());

    pass(Duration.ofSeconds(19));
    assertEquals(1, delivered());
    figures.turn();
    assertEquals(1, counts, "too soon");

    pass(Duration.ofSeconds(1));
    assertEquals(1, delivered(), "who asks does not count");
    figures.turn();
    assertEquals(2, delivered());
  }

  @Test
  void whereNobodyAsksNothingIsCounted() {
    countingTakes = Duration.ofSeconds(1).toNanos();
    assertEquals(1, delivered());
    assertEquals(1, delivered());
    pass(Duration.ofMinutes(1));
    figures.turn();
    pass(Duration.ofMinutes(1));

    figures.turn();

    assertEquals(2, counts);
  }

  @Test
  void whenTheyHaveBecomeFewTheyAreCountedOnAskingAgain() {
    countingTakes = Duration.ofSeconds(1).toNanos();
    assertEquals(1, delivered());
    assertEquals(1, delivered());
    countingTakes = 0;
    pass(Duration.ofMinutes(1));
    figures.turn();
    pass(Duration.ofSeconds(2));

    assertEquals(3, delivered());
  }
}
