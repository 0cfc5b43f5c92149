package org.messgateway.benchmarks;

import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.stream.Stream;
import org.messgateway.api.Receipt;
import org.messgateway.gateway.config.GatewayConfig.StoreConfig;
import org.messgateway.gateway.queue.BreakerUpdate;
import org.messgateway.gateway.queue.DeliveryQueue;
import org.messgateway.gateway.queue.LaneLease;
import org.messgateway.gateway.queue.ReconcileRequest;
import org.messgateway.gateway.queue.Settlement;
import org.messgateway.gateway.queue.TakenDelivery;
import org.messgateway.gateway.queue.jdbc.OpenedQueue;
import org.messgateway.gateway.queue.jdbc.PostgresStore;
import org.messgateway.gateway.queue.jdbc.SqliteStore;

/**
 * Queues in batches, as routing does; takes by lane and settles one by one, each on a virtual
 * thread, as lanes and attempts do. The second half is measured.
 */
final class QueueLoop {

  private static final int BATCH = 256;
  private static final int LANES = 64;
  private static final Duration RENEW = Duration.ofSeconds(4);

  private final InstantSource clock = InstantSource.system();
  private final DeliveryQueue queue;
  private final BenchmarkDeliveries wishes = new BenchmarkDeliveries(LANES);
  private List<LaneLease> leases = List.of();
  private long renewed = System.nanoTime();

  private QueueLoop(DeliveryQueue queue) {
    this.queue = queue;
  }

  /**
   * @param args how many, then a folder and {@code FULL} or {@code NORMAL}, or the URL of an empty
   *     PostgreSQL
   */
  static void main(String[] args) throws SQLException {
    int count = Integer.parseInt(args[0]);
    OpenedQueue opened =
        StoreConfig.isPostgres(args[1]) ? postgres(args[1]) : file(args[1], args[2]);
    try (DeliveryQueue queue = opened.queue()) {
      QueueLoop loop = new QueueLoop(queue);
      loop.run(0, count);
      long began = System.nanoTime();
      loop.run(count, 2 * count);
      MeasuredLoop.say("pairs", count * 1e9 / (System.nanoTime() - began));
    }
    MeasuredLoop.done();
  }

  private static OpenedQueue file(String folder, String synchronous) throws SQLException {
    SynchronousDriver.install(synchronous);
    return SqliteStore.in(Path.of(folder), InstantSource.system()).open("bench");
  }

  private static OpenedQueue postgres(String url) {
    return PostgresStore.at(url, null, null).open("bench");
  }

  private void run(int from, int to) {
    for (int at = from; at < to; at += BATCH) {
      List<ReconcileRequest> batch = wishes.of(at, Math.min(to, at + BATCH), clock.instant());
      queue.reconcileAll(batch);
      leases();
      settle(batch.size());
    }
  }

  /** Kept as the dispatcher keeps them, and renewed as often as it does. */
  private void leases() {
    if (leases.size() < LANES) {
      List<LaneLease> more = queue.lease(LANES);
      leases = Stream.concat(leases.stream(), more.stream()).toList();
    } else if (System.nanoTime() - renewed > RENEW.toNanos()) {
      renewed = System.nanoTime();
      if (!queue.renew()) {
        throw new IllegalStateException("A lease was lost");
      }
    }
  }

  private void settle(int expected) {
    int done = 0;
    while (done < expected) {
      List<TakenDelivery> deliveries =
          MeasuredLoop.together(leases, lane -> queue.take(lane, BATCH / LANES)).stream()
              .flatMap(List::stream)
              .toList();
      if (deliveries.isEmpty()) {
        throw new IllegalStateException(
            "Only " + done + " of " + expected + " could be taken on " + leases.size() + " lanes");
      }
      MeasuredLoop.together(deliveries, this::delivered);
      done += deliveries.size();
    }
  }

  private boolean delivered(TakenDelivery delivery) {
    return queue.settle(
        delivery,
        clock.instant(),
        new Settlement.Delivered(Receipt.NONE, null),
        new BreakerUpdate.Healthy());
  }
}
