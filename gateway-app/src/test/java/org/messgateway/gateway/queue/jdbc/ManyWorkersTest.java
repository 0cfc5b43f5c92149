package org.messgateway.gateway.queue.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.messgateway.gateway.queue.Sample.HEALTHY;
import static org.messgateway.gateway.queue.Sample.UNCHANGED;
import static org.messgateway.gateway.queue.Sample.delivered;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.messgateway.gateway.queue.DeliveryQueue;
import org.messgateway.gateway.queue.DeliveryState;
import org.messgateway.gateway.queue.LaneLease;
import org.messgateway.gateway.queue.MovableClock;
import org.messgateway.gateway.queue.ReconcileRequest;
import org.messgateway.gateway.queue.Sample;
import org.messgateway.gateway.queue.Settlement;
import org.messgateway.gateway.queue.TakenDelivery;

/** Many rows, many workers, none lost, none twice. */
final class ManyWorkersTest {

  private static final int DELIVERIES = 10_000;
  private static final int LANES = 50;
  private static final int WORKERS = 8;

  @TempDir Path folder;

  private final Map<String, Integer> sent = new ConcurrentHashMap<>();
  private final AtomicInteger returned = new AtomicInteger();

  @Test
  @Tag("proof")
  void tenThousandDeliveriesOverFiftyLanesAreEachDeliveredOnce() throws Exception {
    try (DeliveryQueue queue = SqliteStore.in(folder, new MovableClock()).open("node-1").queue();
        ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      queue.reconcileAll(IntStream.range(0, DELIVERIES).mapToObj(ManyWorkersTest::wish).toList());

      List<Future<?>> workers =
          IntStream.range(0, WORKERS)
              .<Future<?>>mapToObj(i -> threads.submit(() -> work(queue, threads)))
              .toList();
      for (Future<?> worker : workers) {
        worker.get();
      }

      assertEquals(DELIVERIES, sent.size(), "none lost");
      assertEquals(DELIVERIES, sent.values().stream().mapToInt(Integer::intValue).sum());
      assertEquals(
          Map.of(DeliveryState.DELIVERED, (long) DELIVERIES), queue.figures().deliveries());
    }
  }

  private static ReconcileRequest wish(int i) {
    String ref = "r" + i;
    return new ReconcileRequest(
        Sample.thread(ref),
        Set.of(),
        List.of(Sample.wish(ref, "robot", "http://" + i % LANES).wanted()),
        Set.of());
  }

  private void work(DeliveryQueue queue, ExecutorService threads) {
    for (List<LaneLease> lanes = queue.lease(4); !lanes.isEmpty(); lanes = queue.lease(4)) {
      for (LaneLease lane : lanes) {
        List<TakenDelivery> page = queue.take(lane, 40);
        List<Future<?>> attempts =
            page.stream()
                .<Future<?>>map(delivery -> threads.submit(() -> attempt(queue, delivery)))
                .toList();
        attempts.forEach(ManyWorkersTest::join);
        queue.release(lane);
      }
    }
  }

  /** Every tenth is handed back the first time. */
  private void attempt(DeliveryQueue queue, TakenDelivery delivery) {
    if (delivery.id().startsWith("0") && returned.getAndIncrement() % 2 == 0) {
      queue.settle(delivery, MovableClock.START, new Settlement.Returned(), UNCHANGED);
      return;
    }
    assertNull(sent.put(delivery.id(), 1), "none twice");
    queue.settle(delivery, MovableClock.START, delivered(), HEALTHY);
  }

  private static void join(Future<?> attempt) {
    try {
      attempt.get();
    } catch (ExecutionException | InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
