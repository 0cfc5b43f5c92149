package org.messgateway.gateway.demo;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** What has arrived at the stand-ins and is not told of yet. */
final class Arrivals {

  private static final int MOST = 10_000;

  private final LinkedBlockingQueue<Arrival> waiting = new LinkedBlockingQueue<>(MOST);
  private final List<Arrival> told = new ArrayList<>();

  /** Called by the stand-ins, on any thread. */
  void add(Arrival arrival) {
    if (!waiting.offer(arrival)) {
      throw new IllegalStateException("nobody looks at what arrives");
    }
  }

  /** The next one; empty when none came in that time. */
  Optional<Arrival> next(Duration atMost) throws InterruptedException {
    Arrival arrival = waiting.poll(atMost.toMillis(), TimeUnit.MILLISECONDS);
    if (arrival != null) {
      told.add(arrival);
    }
    return Optional.ofNullable(arrival);
  }

  /** All that were told of, for the count at the end. */
  List<Arrival> told() {
    return List.copyOf(told);
  }
}
