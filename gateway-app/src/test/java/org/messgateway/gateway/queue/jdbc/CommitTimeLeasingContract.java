package org.messgateway.gateway.queue.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.messgateway.gateway.queue.Sample.HEALTHY;
import static org.messgateway.gateway.queue.Sample.delivered;
import static org.messgateway.gateway.queue.Sample.reconcile;
import static org.messgateway.gateway.queue.Sample.wish;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.messgateway.gateway.queue.DeliveryQueue;
import org.messgateway.gateway.queue.DeliveryState;
import org.messgateway.gateway.queue.LaneLease;
import org.messgateway.gateway.queue.LeaseBudget;
import org.messgateway.gateway.queue.LeaseOnCommit;
import org.messgateway.gateway.queue.LeasedLane;
import org.messgateway.gateway.queue.MovableClock;
import org.messgateway.gateway.queue.Sample;
import org.messgateway.gateway.queue.TakenDelivery;

/** Lanes leased by the commit that brings the work, and rows taken with the lease. */
abstract class CommitTimeLeasingContract {

  protected final MovableClock clock = new MovableClock();
  private DeliveryQueue queue;
  private final Order order = new Order();

  /** An empty store. */
  protected abstract OpenedQueue open();

  @BeforeEach
  void openQueue() {
    queue = open().queue();
  }

  @AfterEach
  void close() {
    queue.close();
  }

  /** What was leased, each time one entry. */
  private static final class Order implements LeaseOnCommit {
    private final BlockingQueue<List<LeasedLane>> leased = new LinkedBlockingQueue<>();
    private volatile int room = 10;
    private volatile int first = 2;
    private volatile @Nullable RuntimeException failure;
    private volatile Runnable handing = () -> {};

    @Override
    public int room() {
      return room;
    }

    @Override
    public ToIntFunction<LaneLease> first() {
      RuntimeException mistake = failure;
      if (mistake != null) {
        throw mistake;
      }
      return _ -> first;
    }

    @Override
    public void leased(List<LeasedLane> lanes) {
      handing.run();
      leased.add(lanes);
    }

    /** All that was leased so far. */
    List<LeasedLane> all() {
      return leased.stream().flatMap(List::stream).toList();
    }
  }

  private static List<String> ids(List<TakenDelivery> deliveries) {
    return deliveries.stream().map(TakenDelivery::id).toList();
  }

  private DeliveryState state(Sample.Wish wish) {
    return queue.delivery(wish.id()).orElseThrow().state();
  }

  @Test
  void aLeaseBringsTheFirstRowsAndSaysWhetherThereAreMore() {
    Sample.Wish one = wish("r1", "roomba", "http://a");
    Sample.Wish two = wish("r2", "roomba", "http://a");
    Sample.Wish other = wish("r3", "cook", "http://b");
    reconcile(queue, "r1", one);
    reconcile(queue, "r2", two);
    reconcile(queue, "r3", other);

    List<LeasedLane> leased = queue.lease(LeaseBudget.of(10), _ -> 1);

    assertEquals(2, leased.size());
    LeasedLane a = lane(leased, "http://a");
    LeasedLane b = lane(leased, "http://b");
    assertEquals(List.of(one.id()), ids(a.first()));
    assertTrue(a.more());
    assertEquals(List.of(other.id()), ids(b.first()));
    assertFalse(b.more());
    assertEquals(DeliveryState.SENDING, state(one));
    assertEquals(DeliveryState.QUEUED, state(two));
    assertEquals(List.of(two.id()), ids(queue.take(a.lease(), 5)));
  }

  private static LeasedLane lane(List<LeasedLane> leased, String address) {
    return leased.stream()
        .filter(each -> each.lease().address().equals(address))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void aLaneOfWhichNothingIsTakenMayHaveMore() {
    reconcile(queue, "r1", wish("r1", "roomba", "http://a"));

    LeasedLane leased = queue.lease(LeaseBudget.of(10), _ -> 0).getFirst();

    assertEquals(List.of(), leased.first());
    assertTrue(leased.more());
  }

  @Test
  void theCommitThatBringsWorkLeasesItsLaneAndTakesItsRow() {
    queue.leaseOnCommit(order);
    Sample.Wish wish = wish("r1", "roomba", "http://a");

    reconcile(queue, "r1", wish);

    LeasedLane leased = order.all().getFirst();
    assertEquals(List.of(wish.id()), ids(leased.first()));
    assertFalse(leased.more());
    assertEquals(List.of(), queue.lease(10), "it is leased");
    TakenDelivery delivery = leased.first().getFirst();
    assertTrue(queue.settle(delivery, clock.instant(), delivered(), HEALTHY));
    assertEquals(DeliveryState.DELIVERED, state(wish));
  }

  @Test
  void anOrderWithoutRoomAndOneThatWasTakenBackLeaseNothing() {
    queue.leaseOnCommit(order);
    order.room = 0;
    reconcile(queue, "r1", wish("r1", "roomba", "http://a"));
    order.room = 10;
    queue.leaseOnCommit(null);
    reconcile(queue, "r2", wish("r2", "roomba", "http://b"));

    assertEquals(List.of(), order.all());
    assertEquals(2, queue.lease(10).size());
  }

  @Test
  void anOrderIsTakenBackOnlyOnceItIsNotBeingServedAnyMore() throws Exception {
    CountDownLatch handing = new CountDownLatch(1);
    CountDownLatch go = new CountDownLatch(1);
    order.handing =
        () -> {
          handing.countDown();
          await(go);
        };
    queue.leaseOnCommit(order);
    Thread.ofVirtual().start(() -> reconcile(queue, "r1", wish("r1", "roomba", "http://a")));
    assertTrue(handing.await(10, TimeUnit.SECONDS));
    Thread back = Thread.ofVirtual().start(() -> queue.leaseOnCommit(null));

    assertFalse(back.join(Duration.ofMillis(100)), "what is leased is not handed over yet");
    go.countDown();

    assertTrue(back.join(Duration.ofSeconds(10)));
    assertEquals(1, order.all().size());
  }

  private static void await(CountDownLatch latch) {
    try {
      assertTrue(latch.await(10, TimeUnit.SECONDS));
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void aLaneThatIsGivenBackWithWorkIsLeasedAgainByThatCommit() {
    queue.leaseOnCommit(order);
    order.first = 0;
    reconcile(queue, "r1", wish("r1", "roomba", "http://a"));
    LaneLease first = order.all().getFirst().lease();

    queue.release(first);

    LaneLease second = order.all().getLast().lease();
    assertEquals(first.lane(), second.lane());
    assertEquals(first.epoch() + 1, second.epoch());
  }

  @Test
  void anOrderThatFailsCostsNobodyItsWorkAndLeasesNothing() {
    queue.leaseOnCommit(order);
    order.failure = new IllegalStateException("a mistake");
    Sample.Wish wish = wish("r1", "roomba", "http://a");

    reconcile(queue, "r1", wish);

    assertEquals(DeliveryState.QUEUED, state(wish));
    assertEquals(List.of(), order.all());
    assertEquals(1, queue.lease(10).size());
  }
}
