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
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.messgateway.api.FailureReason;
import org.messgateway.gateway.queue.BreakerUpdate;
import org.messgateway.gateway.queue.DeliveryQueue;
import org.messgateway.gateway.queue.DeliveryState;
import org.messgateway.gateway.queue.LaneAdmission;
import org.messgateway.gateway.queue.LaneLease;
import org.messgateway.gateway.queue.MovableClock;
import org.messgateway.gateway.queue.QueueException;
import org.messgateway.gateway.queue.ReconcileRequest;
import org.messgateway.gateway.queue.Sample;
import org.messgateway.gateway.queue.Settlement;
import org.messgateway.gateway.queue.TakenDelivery;

/** Rows that are inserted as sending, on lanes that are held or leased by the same commit. */
abstract class AdmissionContract {

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

  /** Admits so many rows to lanes that it knows, and leases lanes where it may. */
  private static final class Order implements LaneAdmission {
    private final List<LaneLease> leased = new CopyOnWriteArrayList<>();
    private final List<TakenDelivery> born = new CopyOnWriteArrayList<>();
    private final List<Long> queued = new CopyOnWriteArrayList<>();
    private volatile boolean mayLease = true;
    private volatile @Nullable RuntimeException failure;
    private volatile Runnable handing = () -> {};
    private volatile @Nullable LaneLease held;
    private volatile int places = 10;
    private int admitted;

    @Override
    public boolean mayLease(String channel) {
      return mayLease;
    }

    @Override
    public void leased(LaneLease lane) {
      leased.add(lane);
      held = lane;
    }

    @Override
    public @Nullable LaneLease admit(long lane) {
      RuntimeException mistake = failure;
      if (mistake != null) {
        throw mistake;
      }
      LaneLease lease = held;
      if (lease == null || lease.lane() != lane || admitted >= places) {
        return null;
      }
      admitted++;
      return lease;
    }

    @Override
    public void born(List<TakenDelivery> rows) {
      handing.run();
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
  }

  private static List<String> ids(List<TakenDelivery> deliveries) {
    return deliveries.stream().map(TakenDelivery::id).toList();
  }

  private DeliveryState state(Sample.Wish wish) {
    return queue.delivery(wish.id()).orElseThrow().state();
  }

  @Test
  void theCommitThatBringsARowLeasesItsLaneAndSendsIt() {
    queue.admitWith(order);
    Sample.Wish wish = wish("r1", "roomba", "http://a");

    reconcile(queue, "r1", wish);

    TakenDelivery delivery = order.born.getFirst();
    assertEquals(wish.id(), delivery.id());
    assertEquals(order.leased, List.of(delivery.lane()));
    assertEquals(Sample.thread("r1").size(), delivery.threadBytes());
    assertEquals(DeliveryState.SENDING, state(wish));
    assertEquals(List.of(), queue.lease(10), "it is leased");
    assertTrue(queue.settle(delivery, clock.instant(), delivered(), HEALTHY));
    assertEquals(DeliveryState.DELIVERED, state(wish));
  }

  @Test
  void aLaneOfWhichARowWaitsIsNotLeasedForANewOne() {
    Sample.Wish waiting = wish("r1", "roomba", "http://a");
    reconcile(queue, "r1", waiting);
    queue.admitWith(order);
    Sample.Wish second = wish("r2", "roomba", "http://a");

    reconcile(queue, "r2", second);

    assertEquals(List.of(), order.leased);
    List<TakenDelivery> taken = queue.take(queue.lease(10).getFirst(), 10);
    assertEquals(List.of(waiting.id(), second.id()), ids(taken));
  }

  @Test
  void aLaneOrAccountThatIsNotWellIsNotLeasedForANewRow() {
    BreakerUpdate lane =
        new BreakerUpdate.LaneWaits(
            clock.instant().plusSeconds(60), FailureReason.UNREACHABLE, "It is down.");
    failed("http://a", lane);
    queue.admitWith(order);
    reconcile(queue, "r2", wish("r2", "roomba", "http://a"));
    assertEquals(List.of(), order.leased);
    queue.admitWith(null);
    BreakerUpdate account =
        new BreakerUpdate.AccountWaits(
            clock.instant().plusSeconds(60), FailureReason.CREDENTIAL_REFUSED, "It refused.");
    failed("http://b", account);
    queue.admitWith(order);

    reconcile(queue, "r3", wish("r3", "roomba", "http://c"));

    assertEquals(List.of(), order.leased);
  }

  private void failed(String address, BreakerUpdate breaker) {
    reconcile(queue, "r-" + address, wish("r-" + address, "roomba", address));
    LaneLease lease = queue.lease(1).getFirst();
    TakenDelivery delivery = queue.take(lease, 1).getFirst();
    queue.settle(delivery, clock.instant(), new Settlement.Returned(), breaker);
    queue.release(lease);
  }

  @Test
  void whereNothingMayBeLeasedOrNobodyAsksRowsAreQueued() {
    queue.admitWith(order);
    order.mayLease = false;
    reconcile(queue, "r1", wish("r1", "roomba", "http://a"));
    order.mayLease = true;
    queue.admitWith(null);
    reconcile(queue, "r2", wish("r2", "roomba", "http://b"));

    assertEquals(List.of(), order.leased);
    assertEquals(List.of(), order.born);
    assertEquals(2, queue.lease(10).size());
  }

  @Test
  void anAdmissionEndsOnlyOnceItIsNotAskedAnyMore() throws Exception {
    CountDownLatch handing = new CountDownLatch(1);
    CountDownLatch go = new CountDownLatch(1);
    order.handing =
        () -> {
          handing.countDown();
          await(go);
        };
    queue.admitWith(order);
    Thread.ofVirtual().start(() -> reconcile(queue, "r1", wish("r1", "roomba", "http://a")));
    assertTrue(handing.await(10, TimeUnit.SECONDS));
    Thread back = Thread.ofVirtual().start(() -> queue.admitWith(null));

    assertFalse(back.join(Duration.ofMillis(100)), "what is born is not handed over yet");
    go.countDown();

    assertTrue(back.join(Duration.ofSeconds(10)));
    assertEquals(1, order.born.size());
  }

  private static void await(CountDownLatch latch) {
    try {
      assertTrue(latch.await(10, TimeUnit.SECONDS));
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void anAdmissionThatFailsCostsNobodyItsWorkAndLeasesNothing() {
    queue.admitWith(order);
    order.failure = new IllegalStateException("a mistake");
    Sample.Wish wish = wish("r1", "roomba", "http://a");

    reconcile(queue, "r1", wish);

    assertEquals(DeliveryState.QUEUED, state(wish));
    assertEquals(List.of(), order.born);
    assertEquals(1, queue.lease(10).size());
    assertTrue(queue.renew(), "what was rolled back counts as leased by nobody");
  }

  /** A lane that is leased and has no row. */
  private LaneLease held(int places) {
    reconcile(queue, "r0", wish("r0", "roomba", "http://a"));
    LaneLease lease = queue.lease(1).getFirst();
    queue.settle(queue.take(lease, 1).getFirst(), clock.instant(), delivered(), HEALTHY);
    queue.admitWith(order);
    order.places = places;
    order.held = lease;
    return lease;
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
    assertEquals(List.of(), order.leased, "the lane is leased already");
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
    queue.admitWith(null);

    TakenDelivery again = queue.take(queue.lease(1).getFirst(), 1).getFirst();
    assertEquals(wish.id(), again.id());
    assertTrue(again.uncertain());
    assertEquals(2, again.attempt());
  }

  @Test
  void manyLanesAreGivenBackTogether() {
    LaneLease lease = held(1);
    queue.admitWith(null);

    queue.release(List.of(lease));
    reconcile(queue, "r1", wish("r1", "roomba", "http://a"));

    assertEquals(lease.lane(), queue.lease(9).getFirst().lane());
  }
}
