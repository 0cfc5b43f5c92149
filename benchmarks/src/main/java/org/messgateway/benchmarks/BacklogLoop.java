package org.messgateway.benchmarks;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import org.messgateway.api.FailureReason;
import org.messgateway.gateway.queue.BreakerUpdate;
import org.messgateway.gateway.queue.DeliveryQueue;
import org.messgateway.gateway.queue.LaneLease;
import org.messgateway.gateway.queue.Settlement;
import org.messgateway.gateway.queue.TakenDelivery;
import org.messgateway.gateway.queue.jdbc.SqliteStore;

/** Fills a queue with deliveries to addresses that are offline for the next day. */
final class BacklogLoop {

  private static final int BATCH = 1024;
  private static final int LANES = 1000;
  private static final Duration OFFLINE = Duration.ofDays(1);
  private static final String SENTENCE = "Nobody answers there.";

  private BacklogLoop() {}

  /**
   * @param args folder of the queue, how many
   */
  static void main(String[] args) {
    InstantSource clock = InstantSource.system();
    int count = Integer.parseInt(args[1]);
    BenchmarkDeliveries wishes = new BenchmarkDeliveries(LANES);
    try (DeliveryQueue queue = SqliteStore.in(Path.of(args[0]), clock).open("bench").queue()) {
      for (int at = 0; at < count; at += BATCH) {
        queue.reconcileAll(wishes.of(at, Math.min(count, at + BATCH), clock.instant()));
        if (at == 0) {
          offline(queue, clock.instant());
        }
      }
      MeasuredLoop.say("rows", count);
    }
    MeasuredLoop.done();
  }

  /** The first delivery of each lane fails. */
  private static void offline(DeliveryQueue queue, Instant now) {
    List<LaneLease> leases = queue.lease(LANES);
    List<TakenDelivery> deliveries =
        MeasuredLoop.together(leases, lane -> queue.take(lane, 1)).stream()
            .flatMap(List::stream)
            .toList();
    if (deliveries.size() != leases.size() || deliveries.isEmpty()) {
      throw new IllegalStateException(deliveries.size() + " taken on " + leases.size() + " lanes");
    }
    MeasuredLoop.together(deliveries, one -> failed(queue, one, now));
    MeasuredLoop.together(
        leases,
        lane -> {
          queue.release(lane);
          return true;
        });
  }

  private static boolean failed(DeliveryQueue queue, TakenDelivery delivery, Instant now) {
    FailureReason reason = FailureReason.UNREACHABLE;
    return queue.settle(
        delivery,
        now,
        new Settlement.Retry(now, reason, SENTENCE, false, false),
        new BreakerUpdate.LaneWaits(now.plus(OFFLINE), reason, SENTENCE));
  }
}
