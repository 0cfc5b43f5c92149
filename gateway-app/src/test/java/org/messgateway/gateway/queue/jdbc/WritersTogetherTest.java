package org.messgateway.gateway.queue.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.messgateway.gateway.queue.Sample.HEALTHY;
import static org.messgateway.gateway.queue.Sample.delivered;
import static org.messgateway.gateway.queue.Sample.thread;
import static org.messgateway.gateway.queue.Sample.wish;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.messgateway.gateway.queue.LaneLease;
import org.messgateway.gateway.queue.MovableClock;
import org.messgateway.gateway.queue.ReconcileRequest;
import org.messgateway.gateway.queue.TakenDelivery;

/** Writers of several nodes that fill and empty the same lanes at the same time. */
@Tag("postgres")
final class WritersTogetherTest {

  private static final int LANES = 7;
  private static final int BATCHES = 12;
  private static final int BATCH = 32;

  private final String url = PostgresServer.freshUrl();
  private final Map<Long, Queue<Long>> taken = new HashMap<>();
  private final AtomicInteger settled = new AtomicInteger();
  private final AtomicBoolean failed = new AtomicBoolean();

  /** It stands still: on a busy machine no lease ends. */
  private final MovableClock clock = new MovableClock();

  @ParameterizedTest
  @ValueSource(ints = {2, 3})
  void noneWaitsForTheOtherForeverAndEachLaneKeepsItsOrder(int nodes) throws Exception {
    List<JdbcDeliveryQueue> open = new ArrayList<>();
    long deadlocks = deadlocks();
    int all = nodes * BATCHES * BATCH;
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<?>> work = new ArrayList<>();
      for (int node = 0; node < nodes; node++) {
        JdbcDeliveryQueue queue = node("node-" + node);
        open.add(queue);
        int number = node;
        work.add(threads.submit(work(() -> fill(queue, number))));
        work.add(threads.submit(work(() -> empty(queue, all))));
      }
      for (Future<?> each : work) {
        each.get();
      }
    } finally {
      open.forEach(JdbcDeliveryQueue::close);
    }

    assertEquals(0, deadlocks() - deadlocks);
    assertEquals(all, taken.values().stream().mapToInt(Queue::size).sum(), "none lost or doubled");
    taken.forEach((lane, rows) -> assertEquals(rows.stream().sorted().toList(), List.copyOf(rows)));
  }

  private JdbcDeliveryQueue node(String name) {
    return (JdbcDeliveryQueue) PostgresStore.at(url, null, null).by(clock).open(name).queue();
  }

  /** Each batch goes over all lanes, in an order of its own. */
  private void fill(JdbcDeliveryQueue queue, int node) {
    Random random = new Random(node);
    for (int batch = 0; batch < BATCHES; batch++) {
      List<Integer> numbers = new ArrayList<>(IntStream.range(0, BATCH).boxed().toList());
      Collections.shuffle(numbers, random);
      String prefix = "n%d-%d-".formatted(node, batch);
      queue.reconcileAll(numbers.stream().map(number -> request(prefix, number)).toList());
    }
  }

  private static ReconcileRequest request(String prefix, int number) {
    String ref = prefix + number;
    return new ReconcileRequest(
        thread(ref),
        Set.of(),
        List.of(wish(ref, "roomba", "http://a/" + number % LANES).wanted()),
        Set.of());
  }

  private void empty(JdbcDeliveryQueue queue, int all) {
    while (settled.get() < all && !failed.get()) {
      for (LaneLease lane : queue.lease(LANES)) {
        List<TakenDelivery> rows = queue.take(lane, 3);
        while (!rows.isEmpty()) {
          keep(lane.lane(), rows);
          for (TakenDelivery row : rows) {
            assertTrue(queue.settle(row, Instant.now(), delivered(), HEALTHY));
          }
          settled.addAndGet(rows.size());
          rows = queue.take(lane, 3);
        }
        queue.release(lane);
      }
    }
  }

  /** Who fails keeps no other at work. */
  private Runnable work(Runnable part) {
    return () -> {
      try {
        part.run();
      } catch (RuntimeException | Error e) {
        failed.set(true);
        throw e;
      }
    };
  }

  /** A lane is in one hand at a time. */
  private void keep(long lane, List<TakenDelivery> rows) {
    Queue<Long> order;
    synchronized (taken) {
      order = taken.computeIfAbsent(lane, _ -> new ConcurrentLinkedQueue<>());
    }
    rows.forEach(row -> order.add(row.row()));
  }

  private long deadlocks() throws SQLException {
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement();
        ResultSet row =
            statement.executeQuery(
                "SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()")) {
      row.next();
      return row.getLong(1);
    }
  }
}
