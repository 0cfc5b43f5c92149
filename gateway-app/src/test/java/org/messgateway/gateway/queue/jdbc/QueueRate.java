package org.messgateway.gateway.queue.jdbc;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;
import org.messgateway.gateway.queue.DeliveryQueue;
import org.messgateway.gateway.queue.LaneLease;
import org.messgateway.gateway.queue.ReconcileRequest;
import org.messgateway.gateway.queue.Sample;
import org.messgateway.gateway.queue.TakenDelivery;

/**
 * How many deliveries a second go through the queue's own interface, each one a new thread
 * reconciled, taken and settled, all of it durable. Run it by hand; it is no test.
 *
 * <p>Arguments: deliveries a round, lanes, rounds, callers.
 */
public final class QueueRate {

  private static final int PAGE = 64;

  private QueueRate() {}

  /** Prints one line a round. */
  public static void main(String[] arguments)
      throws IOException, InterruptedException, SQLException {
    int count = number(arguments, 0, 50_000);
    int lanes = number(arguments, 1, 100);
    int rounds = number(arguments, 2, 5);
    int callers = number(arguments, 3, 1);
    Path folder = Files.createTempDirectory("queue-rate");
    try (DeliveryQueue queue = SqliteStore.in(folder, InstantSource.system()).open("rate").queue();
        BareSqlite bare = new BareSqlite(folder.resolve("bare.db"))) {
      for (int round = 0; round < rounds; round++) {
        bare(bare, round, count);
        round(queue, round, count, lanes, callers);
      }
    }
    System.out.println(folder + " " + Files.size(folder.resolve(SqliteStore.FILE)) + " bytes");
  }

  private static void bare(BareSqlite bare, int round, int count) throws SQLException {
    long start = System.nanoTime();
    double cpu = cpuMicros();
    bare.pairs(count);
    System.out.printf(
        "round %d: bare SQLite, pairs %,d/s, %.1f us of CPU each%n",
        round, rate(count, System.nanoTime() - start), (cpuMicros() - cpu) / count);
  }

  private static double cpuMicros() {
    return ProcessHandle.current().info().totalCpuDuration().orElseThrow().toNanos() / 1e3;
  }

  private static void round(DeliveryQueue queue, int round, int count, int lanes, int callers)
      throws InterruptedException {
    long start = System.nanoTime();
    double cpu = cpuMicros();
    // One wish a lane makes it known; who then owns lanes keeps them, as dispatch does.
    enqueue(queue, round + "-first", 0, lanes, lanes);
    List<LaneLease> leases = queue.lease(lanes);
    inParallel(
        callers,
        caller ->
            flow(queue, round + "-" + caller, count / callers, share(leases, callers, caller)));
    leases.forEach(queue::release);
    System.out.printf(
        "round %d: the queue,   pairs %,d/s, %.1f us of CPU each%n",
        round, rate(count, System.nanoTime() - start), (cpuMicros() - cpu) / count);
  }

  /** Each caller has lanes of its own; what it enqueues it takes and settles, page by page. */
  private static void flow(DeliveryQueue queue, String name, int count, List<LaneLease> lanes) {
    for (int from = 0; from < count; from += PAGE) {
      queue.reconcileAll(
          IntStream.range(from, Math.min(count, from + PAGE))
              .mapToObj(i -> wish(name + "-" + i, lanes.get(i % lanes.size()).address()))
              .toList());
      drain(queue, lanes);
    }
  }

  private static void enqueue(DeliveryQueue queue, String name, int from, int to, int lanes) {
    queue.reconcileAll(
        IntStream.range(from, to)
            .mapToObj(i -> wish(name + "-" + i, "http://robot-" + i % lanes + "/mess"))
            .toList());
  }

  private static ReconcileRequest wish(String ref, String address) {
    return new ReconcileRequest(
        Sample.thread(ref),
        Set.of(),
        List.of(Sample.wish(ref, "robot", address).wanted()),
        Set.of());
  }

  private static void drain(DeliveryQueue queue, List<LaneLease> leases) {
    List<List<TakenDelivery>> deliveries = Sample.together(leases, lane -> queue.take(lane, PAGE));
    Sample.together(
        deliveries.stream().flatMap(List::stream).toList(),
        one ->
            queue.settle(
                one, InstantSource.system().instant(), Sample.delivered(), Sample.HEALTHY));
  }

  private static List<LaneLease> share(List<LaneLease> leases, int callers, int caller) {
    return IntStream.range(0, leases.size())
        .filter(i -> i % callers == caller)
        .mapToObj(leases::get)
        .toList();
  }

  private static void inParallel(int callers, IntConsumer work) throws InterruptedException {
    List<Thread> threads =
        IntStream.range(0, callers)
            .mapToObj(caller -> Thread.ofPlatform().start(() -> work.accept(caller)))
            .toList();
    for (Thread thread : threads) {
      thread.join();
    }
  }

  private static long rate(int count, long nanos) {
    return Math.round(count * 1e9 / nanos);
  }

  private static int number(String[] arguments, int index, int otherwise) {
    return arguments.length > index ? Integer.parseInt(arguments[index]) : otherwise;
  }
}
