package org.messgateway.gateway.queue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.messgateway.gateway.queue.Sample.EXCHANGE;
import static org.messgateway.gateway.queue.Sample.HEALTHY;
import static org.messgateway.gateway.queue.Sample.delivered;
import static org.messgateway.gateway.queue.Sample.wish;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/**
 * An empty queue for each test of a contract, and the small steps that tests of several contracts
 * share. What database it is kept in, the test says that inherits the contract.
 */
abstract class QueueScene implements QueueDatabase {

  final MovableClock clock = new MovableClock();

  DeliveryQueue queue;

  @BeforeEach
  void open(@TempDir Path folder) {
    queue = openEmpty(folder, clock);
  }

  @AfterEach
  void close() {
    queue.close();
  }

  final LaneLease leaseOne() {
    List<LaneLease> leases = queue.lease(1);
    assertEquals(1, leases.size(), "a lane to lease");
    return leases.getFirst();
  }

  final TakenDelivery takeOne(LaneLease lane) {
    List<TakenDelivery> deliveries = queue.take(lane, 1);
    assertEquals(1, deliveries.size(), "a row to take");
    return deliveries.getFirst();
  }

  final boolean settle(TakenDelivery delivery, Settlement settlement, BreakerUpdate breaker) {
    return queue.settle(delivery, clock.instant(), settlement, breaker);
  }

  final DeliveryRow row(Sample.Wish wish) {
    return queue.deliveries(EXCHANGE, wish.identity().ref()).stream()
        .filter(row -> row.id().equals(wish.id()))
        .findFirst()
        .orElseThrow();
  }

  final DeliveryState state(Sample.Wish wish) {
    return row(wish).state();
  }

  static List<String> ids(List<TakenDelivery> deliveries) {
    return deliveries.stream().map(TakenDelivery::id).toList();
  }

  final void deliverAll() {
    for (LaneLease lane : queue.lease(100)) {
      for (List<TakenDelivery> deliveries = queue.take(lane, 10);
          !deliveries.isEmpty();
          deliveries = queue.take(lane, 10)) {
        deliveries.forEach(one -> assertTrue(settle(one, delivered(), HEALTHY)));
      }
      queue.release(lane);
    }
  }
}
