package org.messgateway.benchmarks;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;

/**
 * Threads at a rate for a long time; each is taken out of the exchange some time after it came, as
 * an agent tidies up. Every ten seconds one of them cannot be read.
 */
final class SoakLoad {

  private static final Duration STEP = Duration.ofMillis(100);
  private static final long KEPT_NANOS = Duration.ofSeconds(90).toNanos();
  private static final int STEPS_PER_SPOILED = 100;

  private record Dropped(String ref, long nanos) {}

  private final BenchmarkThreads threads;
  private final int perSecond;
  private final Queue<Dropped> there = new ArrayDeque<>();
  private final Map<String, Long> expected = new HashMap<>();
  private int number;
  private long steps;

  SoakLoad(BenchmarkThreads threads, int perSecond) {
    this.threads = threads;
    this.perSecond = perSecond;
  }

  /** Goes on for that long, and does that after each step of a tenth of a second. */
  void run(Duration time) throws IOException, InterruptedException {
    long next = System.nanoTime();
    for (long left = time.dividedBy(STEP); left > 0; left--) {
      for (int i = perSecond / 10; i > 0; i--) {
        drop();
      }
      if (steps++ % STEPS_PER_SPOILED == 0) {
        spoil();
      }
      tidy();
      next += STEP.toNanos();
      PreciseDelay.until(next);
    }
  }

  private void drop() throws IOException {
    String ref = threads.stage("soak", number, SickHousehold.capability(number));
    long began = threads.drop(ref);
    if (SickHousehold.healthy(number)) {
      expected.put(ref, began);
    }
    there.add(new Dropped(ref, System.nanoTime()));
    number++;
  }

  private void spoil() throws IOException {
    String ref = "2026-11-20-spoiled-" + steps;
    threads.spoiled(ref);
    there.add(new Dropped(ref, System.nanoTime()));
  }

  private void tidy() throws IOException {
    for (Dropped eldest = there.peek();
        eldest != null && System.nanoTime() - eldest.nanos() > KEPT_NANOS;
        eldest = there.peek()) {
      if (expected.containsKey(eldest.ref())) {
        return; // It has not arrived yet; nobody tidies up what waits.
      }
      threads.remove(eldest.ref());
      there.remove();
    }
  }

  /** Healthy deliveries that are on their way. */
  int expected() {
    return expected.size();
  }

  /** How long each of these took that is the first of its thread, and healthy. */
  SoakArrivals arrived(List<SinkRequest> arrivals) {
    List<SinkRequest> first = new ArrayList<>();
    Map<String, Long> began = new HashMap<>();
    int again = 0;
    for (SinkRequest arrival : arrivals) {
      Long dropped = expected.remove(arrival.ref());
      if (dropped != null) {
        began.put(arrival.ref(), dropped);
        first.add(arrival);
      } else if (healthy(arrival.ref())) {
        again++;
      }
    }
    return new SoakArrivals(Latencies.of(began, first), again);
  }

  private static boolean healthy(String ref) {
    return SickHousehold.healthy(Integer.parseInt(ref.substring(ref.lastIndexOf('-') + 1)));
  }
}
