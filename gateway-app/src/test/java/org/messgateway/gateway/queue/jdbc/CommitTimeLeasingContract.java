package org.messgateway.gateway.queue.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.messgateway.gateway.queue.Sample.HEALTHY;
import static org.messgateway.gateway.queue.Sample.delivered;
import static org.messgateway.gateway.queue.Sample.reconcile;
import static org.messgateway.gateway.queue.Sample.wish;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
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
import org.messgateway.gateway.queue.QueueException;
import org.messgateway.gateway.queue.ReconcileRequest;
import org.messgateway.gateway.queue.Sample;
import org.messgateway.gateway.queue.Settlement;
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

    /** Places for rows of a lane that is held. */
    private volatile @Nullable LaneLease held;

    private volatile int places;
    private final List<TakenDelivery> born = new CopyOnWriteArrayList<>();
    private final List<Long> queued = new CopyOnWriteArrayList<>();
    private int admitted;

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

    @Override
    public @Nullable LaneLease admit(long lane) {
      LaneLease lease = held;
      if (lease == null || lease.lane() != lane || admitted >= places) {
        return null;
      }
      admitted++;
      return lease;
    }

    @Override
    public void born(List<TakenDelivery> rows) {
      assertEquals(admitted, rows.size());
      admitted = 0;
      born.addAll(rows);
    }

    @Override
    public void queued(Collection<Long> lanes) {
      queued.addAll(lanes);
    }

    @Override
    public void undone() {
      admitted = 0;
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

  /** A lane that is leased and has no row. */
  private LaneLease held(int places) {
    reconcile(queue, "r0", wish("r0", "roomba", "http://a"));
    LeasedLane leased = queue.lease(LeaseBudget.of(1), _ -> 1).getFirst();
    queue.settle(leased.first().getFirst(), clock.instant(), delivered(), HEALTHY);
    queue.leaseOnCommit(order);
    order.places = places;
    order.held = leased.lease();
    return leased.lease();
  }

  @Test
  void aRowWithAPlaceOnALaneThatIsHeldIsSendingOnceItIsStored() {
    LaneLease lease = held(1);
    Sample.Wish wish = wish("r1", "roomba", "http://a");

    reconcile(queue, "r1", wish);

    TakenDelivery born = order.born.getFirst();
    assertEquals(wish.id(), born.id());
    assertEquals(lease, born.lane());
    assertEquals(DeliveryState.SENDING, state(wish));
    assertEquals(List.of(), queue.take(lease, 5));
    assertEquals(List.of(), order.queued);
    assertTrue(queue.settle(born, clock.instant(), delivered(), HEALTHY));
    assertEquals(DeliveryState.DELIVERED, state(wish));
  }

  @Test
  void aRowThatIsBornIsWhatATakeOfItWouldHaveGiven() {
    LaneLease lease = held(1);
    Sample.Wish wish = wish("r1", "roomba", "http://a");
    reconcile(queue, "r1", wish);
    TakenDelivery born = order.born.getFirst();

    queue.settle(born, clock.instant(), new Settlement.Returned(), Sample.UNCHANGED);

    assertEquals(List.of(born), queue.take(lease, 5));
  }

  @Test
  void aRowWithoutAPlaceIsQueuedAndNoneOvertakesIt() {
    LaneLease lease = held(1);
    Sample.Wish first = wish("r1", "roomba", "http://a");
    Sample.Wish second = wish("r2", "roomba", "http://a");
    reconcile(queue, "r1", first);
    order.places = 0;

    reconcile(queue, "r2", second);

    assertEquals(List.of(lease.lane()), order.queued);
    assertEquals(List.of(second.id()), ids(queue.take(lease, 5)));
    assertEquals(List.of(), order.all(), "the lane is leased already");
  }

  @Test
  void aRowBehindAnotherOfItsThreadIsNotAskedFor() {
    held(2);
    Sample.Wish first = wish("r1", "roomba", "http://a");
    Sample.Wish second = wish("r1", "cook", "http://a");

    reconcile(queue, "r1", first, second);

    assertEquals(List.of(), order.born);
    assertEquals(DeliveryState.QUEUED, state(first));
  }

  @Test
  void whatARefusedNeighbourRollsBackGivesItsPlaceBackAndIsQueued() {
    LaneLease lease = held(9);
    ((JdbcDeliveryQueue) queue)
        .write(session ->
            session.update(
                "CREATE UNIQUE INDEX refused ON thread (requestor)"
                    + " WHERE requestor IS NOT NULL"));
    queue.storeThread(Sample.asked("known", "somebody", null));
    Sample.Wish wish = wish("r1", "roomba", "http://a");

    assertThrows(
        QueueException.class,
        () ->
            queue.reconcileAll(
                List.of(
                    new ReconcileRequest(
                        Sample.thread("r1"), Set.of(), List.of(wish.wanted()), Set.of()),
                    new ReconcileRequest(
                        Sample.asked("r2", "somebody", null), Set.of(), List.of(), Set.of()))));

    assertEquals(List.of(), order.born);
    assertEquals(List.of(wish.id()), ids(queue.take(lease, 5)));
    assertEquals(List.of(lease.lane()), order.queued);
  }

  @Test
  void aRowThatWasBornAndNeverSettledIsUncertain() {
    held(1);
    Sample.Wish wish = wish("r1", "roomba", "http://a");
    reconcile(queue, "r1", wish);

    clock.advance(Duration.ofMinutes(6));
    queue.leaseOnCommit(null);

    TakenDelivery again = queue.take(queue.lease(1).getFirst(), 1).getFirst();
    assertEquals(wish.id(), again.id());
    assertTrue(again.uncertain());
    assertEquals(2, again.attempt());
  }

  @Test
  void manyLanesAreGivenBackTogether() {
    LaneLease lease = held(1);
    queue.leaseOnCommit(null);

    queue.release(List.of(lease));
    reconcile(queue, "r1", wish("r1", "roomba", "http://a"));

    assertEquals(lease.lane(), queue.lease(9).getFirst().lane());
  }
}
