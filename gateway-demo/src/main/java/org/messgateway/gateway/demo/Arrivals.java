package org.messgateway.gateway.demo;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** Arrivals at simulators and robots that the story has not shown yet. */
final class Arrivals {

  private static final int MOST = 10_000;

  private final LinkedBlockingQueue<Arrival> waiting = new LinkedBlockingQueue<>(MOST);
  private final List<Arrival> all = new ArrayList<>();

  /** Called by phones and robots, on any thread. */
  void add(Arrival arrival) {
    if (!waiting.offer(arrival)) {
      throw new IllegalStateException("nobody looks at what arrives");
    }
  }

  /** The next arrival; empty when none came in that time. */
  Optional<Arrival> next(Duration atMost) throws InterruptedException {
    Arrival arrival = waiting.poll(atMost.toMillis(), TimeUnit.MILLISECONDS);
    if (arrival != null) {
      all.add(arrival);
    }
    return Optional.ofNullable(arrival);
  }

  /** All arrivals, for the count at the end. */
  List<Arrival> all() {
    return List.copyOf(all);
  }
}
