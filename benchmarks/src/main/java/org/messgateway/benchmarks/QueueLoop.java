package org.messgateway.benchmarks;

import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.Receipt;
import org.messgateway.gateway.config.GatewayConfig.StoreConfig;
import org.messgateway.gateway.queue.BreakerUpdate;
import org.messgateway.gateway.queue.Completion;
import org.messgateway.gateway.queue.DeliveryQueue;
import org.messgateway.gateway.queue.LaneAdmission;
import org.messgateway.gateway.queue.LaneLease;
import org.messgateway.gateway.queue.PendingHistory;
import org.messgateway.gateway.queue.Settlement;
import org.messgateway.gateway.queue.TakenDelivery;
import org.messgateway.gateway.queue.jdbc.OpenedQueue;
import org.messgateway.gateway.queue.jdbc.PostgresStore;
import org.messgateway.gateway.queue.jdbc.SqliteStore;

/**
 * What a delivery asks of the queue, as the gateway asks it, with nothing sent: rows are stored in
 * batches, admitted to lanes that this node holds, settled one by one without waiting, and recorded
 * in batches, each by a thread of its own. The second half is measured.
 */
final class QueueLoop implements LaneAdmission {

  private static final int BATCH = 256;
  private static final int LANES = 64;

  /** As many as the gateway has in flight, and a batch before and behind them. */
  private static final int UNDER_WAY = 4 * BATCH;

  private static final Duration RENEW = Duration.ofSeconds(4);
  private static final Settlement DELIVERED = new Settlement.Delivered(Receipt.NONE, null);
  private static final BreakerUpdate HEALTHY = new BreakerUpdate.Healthy();

  private final InstantSource clock = InstantSource.system();
  private final DeliveryQueue queue;
  private final BenchmarkDeliveries wishes = new BenchmarkDeliveries(LANES);
  private final Semaphore places = new Semaphore(UNDER_WAY);
  private final BlockingQueue<List<TakenDelivery>> admitted = new LinkedBlockingQueue<>();
  private final BlockingQueue<TakenDelivery> settled = new LinkedBlockingQueue<>();

  /** Of the writer's thread. */
  private final Map<Long, LaneLease> leases = new HashMap<>();

  private long renewed = System.nanoTime();

  private QueueLoop(DeliveryQueue queue) {
    this.queue = queue;
  }

  /**
   * @param args how many, then a folder and {@code FULL} or {@code NORMAL}, or the URL of an empty
   *     PostgreSQL
   */
  static void main(String[] args) throws Exception {
    int count = Integer.parseInt(args[0]);
    OpenedQueue opened =
        StoreConfig.isPostgres(args[1]) ? postgres(args[1]) : file(args[1], args[2]);
    try (DeliveryQueue queue = opened.queue()) {
      QueueLoop loop = new QueueLoop(queue);
      queue.admitWith(loop);
      Thread.ofPlatform().daemon().name("settles").start(loop::settle);
      Thread.ofPlatform().daemon().name("records").start(loop::record);
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

  private void run(int from, int to) throws InterruptedException {
    for (int at = from; at < to; at += BATCH) {
      int end = Math.min(to, at + BATCH);
      places.acquire(end - at);
      renew();
      queue.reconcileAll(wishes.of(at, end, clock.instant()), then(_ -> {}));
    }
    // All are recorded.
    places.acquire(UNDER_WAY);
    places.release(UNDER_WAY);
  }

  private void renew() {
    if (System.nanoTime() - renewed > RENEW.toNanos()) {
      renewed = System.nanoTime();
      if (!queue.renew()) {
        throw new IllegalStateException("A lease was lost");
      }
    }
  }

  private void settle() {
    try {
      while (true) {
        for (TakenDelivery delivery : admitted.take()) {
          queue.settle(
              delivery, clock.instant(), DELIVERED, HEALTHY, then(_ -> settled.add(delivery)));
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void record() {
    List<TakenDelivery> batch = new ArrayList<>();
    try {
      while (true) {
        batch.add(settled.take());
        settled.drainTo(batch, BATCH - 1);
        queue.markRecorded(batch.stream().map(QueueLoop::history).toList());
        places.release(batch.size());
        batch.clear();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static PendingHistory history(TakenDelivery delivery) {
    return new PendingHistory(
        delivery.identity().exchange(),
        delivery.identity().ref(),
        List.of(),
        List.of(delivery.row()));
  }

  private static <T> Completion<T> then(Consumer<T> done) {
    return new Completion<>() {
      @Override
      public void done(T result) {
        done.accept(result);
      }

      @Override
      public void failed(RuntimeException why) {
        System.err.println(why);
        Runtime.getRuntime().halt(1);
      }
    };
  }

  @Override
  public boolean mayLease(String channel) {
    return true;
  }

  @Override
  public void leased(LaneLease lane) {
    leases.put(lane.lane(), lane);
  }

  @Override
  public @Nullable LaneLease admit(long lane) {
    return leases.get(lane);
  }

  @Override
  public void born(List<TakenDelivery> rows) {
    admitted.add(List.copyOf(rows));
  }

  @Override
  public void queued(Collection<Long> lanes) {
    throw new IllegalStateException("A row was not admitted on lanes " + lanes);
  }

  @Override
  public void undone() {
    // Nothing was sent.
  }
}
