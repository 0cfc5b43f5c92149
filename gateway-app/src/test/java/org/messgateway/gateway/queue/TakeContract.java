package org.messgateway.gateway.queue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.messgateway.gateway.queue.Sample.EXCHANGE;
import static org.messgateway.gateway.queue.Sample.HEALTHY;
import static org.messgateway.gateway.queue.Sample.UNCHANGED;
import static org.messgateway.gateway.queue.Sample.again;
import static org.messgateway.gateway.queue.Sample.delivered;
import static org.messgateway.gateway.queue.Sample.reconcile;
import static org.messgateway.gateway.queue.Sample.thread;
import static org.messgateway.gateway.queue.Sample.wish;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.messgateway.api.FailureReason;
import org.messgateway.api.NotificationKind;
import org.messgateway.api.mess.Priority;

/** Which row of a lane goes next, and which one not yet or never. */
public abstract class TakeContract extends QueueScene {

  @Test
  void urgentGoesFirstThenTheOldest() {
    Sample.Wish first = wish("r1", "roomba", "http://a");
    Sample.Wish second = wish("r2", "roomba", "http://a");
    Sample.Wish urgent = wish("r3", "roomba", "http://a").priority(Priority.URGENT);
    Sample.Wish background = wish("r0", "roomba", "http://a").priority(Priority.BACKGROUND);
    reconcile(queue, "r0", background);
    reconcile(queue, "r1", first);
    reconcile(queue, "r2", second);
    reconcile(queue, "r3", urgent);

    assertEquals(
        List.of(urgent.id(), first.id(), second.id(), background.id()),
        ids(queue.take(leaseOne(), 9)));
  }

  @Test
  void whoSendsKnowsHowLargeTheThreadWas() {
    reconcile(queue, "r1", wish("r1", "roomba", "http://a"));

    assertEquals(Sample.thread("r1").size(), takeOne(leaseOne()).threadBytes());
  }

  @Test
  void whoSendsTheOnlyDeliveryOfAThreadHasItsRowInHand() {
    Sample.Wish only = wish("r1", "roomba", "http://a");
    reconcile(queue, "r1", only);

    assertEquals(row(only, DeliveryState.SENDING), takeOne(leaseOne()).onlyRow());
  }

  @Test
  void ofSeveralDeliveriesOfAThreadTheOthersHaveToBeRead() {
    Sample.Wish first = wish("r1", "roomba", "http://a");
    reconcile(queue, "r1", first, wish("r1", "mower", "http://b"));

    for (LaneLease lane : queue.lease(9)) {
      assertNull(takeOne(lane).onlyRow());
    }
  }

  /** As a reader sees it once it is in that state. */
  private DeliveryRow row(Sample.Wish wish, DeliveryState state) {
    DeliveryRow row = row(wish);
    return new DeliveryRow(
        row.id(),
        row.identity(),
        state,
        row.priority(),
        row.created(),
        row.due(),
        row.deadline(),
        row.attempts(),
        row.reason(),
        row.sentence(),
        row.receipt(),
        row.settledAt(),
        row.laneState(),
        row.laneDue(),
        row.laneReason(),
        row.begun() + 1);
  }

  @Test
  void onlyOneOfAThreadIsInFlightOnALaneAndTheOldestGoesFirst() {
    Sample.Wish first = wish("r1", "roomba", "http://a");
    Sample.Wish second =
        wish("r1", "roomba", "http://a").kind(NotificationKind.TAKEN).priority(Priority.URGENT);
    reconcile(queue, "r1", first, second);
    LaneLease lane = leaseOne();

    List<TakenDelivery> deliveries = queue.take(lane, 9);
    assertEquals(List.of(first.id()), ids(deliveries));
    assertEquals(List.of(), queue.take(lane, 9));

    settle(deliveries.getFirst(), delivered(), HEALTHY);
    assertEquals(List.of(second.id()), ids(queue.take(lane, 9)));
  }

  @Test
  void aRowOnTheScheduleHoldsBackOnlyItsOwnThread() {
    Sample.Wish failing = wish("r1", "roomba", "http://a");
    Sample.Wish behind = wish("r1", "roomba", "http://a").kind(NotificationKind.TAKEN);
    Sample.Wish other = wish("r2", "roomba", "http://a");
    reconcile(queue, "r1", failing, behind);
    reconcile(queue, "r2", other);
    LaneLease lane = leaseOne();
    TakenDelivery first = takeOne(lane);
    assertEquals(failing.id(), first.id());
    settle(first, again(clock.in(Duration.ofMinutes(2)), FailureReason.SERVER_ERROR), UNCHANGED);

    List<TakenDelivery> next = queue.take(lane, 9);
    assertEquals(List.of(other.id()), ids(next));
    settle(next.getFirst(), delivered(), HEALTHY);
    assertEquals(Optional.of(clock.in(Duration.ofMinutes(2))), queue.nextDue());

    clock.advance(Duration.ofMinutes(2));
    queue.renew();
    assertEquals(List.of(failing.id()), ids(queue.take(lane, 9)));
  }

  @Test
  void hoursOfOneExecutorDoNotHoldBackAnotherAtTheSameAddress() {
    Sample.Wish tomorrow =
        wish("r1", "night-robot", "http://a").due(clock.in(Duration.ofHours(20)));
    Sample.Wish now = wish("r1", "roomba", "http://a");
    reconcile(queue, "r1", tomorrow, now);

    assertEquals(List.of(now.id()), ids(queue.take(leaseOne(), 9)));
  }

  @Test
  void aRowGoesWhenItsTimeHasCome() {
    Sample.Wish wish = wish("r1", "roomba", "http://a").due(clock.in(Duration.ofHours(1)));
    reconcile(queue, "r1", wish);
    assertEquals(List.of(), queue.lease(9));
    assertEquals(Optional.of(wish.due()), queue.nextDue());

    clock.advance(Duration.ofHours(1));

    assertEquals(List.of(wish.id()), ids(queue.take(leaseOne(), 9)));
  }

  @Test
  void pastItsDeadlineARowExpiresAndIsTakenByNobody() {
    Sample.Wish late = wish("r1", "roomba", "http://a").deadline(clock.in(Duration.ofMinutes(1)));
    Sample.Wish behind = wish("r1", "roomba", "http://a").kind(NotificationKind.EXPIRED);
    reconcile(queue, "r1", late, behind);
    clock.advance(Duration.ofMinutes(1));

    assertEquals(List.of(behind.id()), ids(queue.take(leaseOne(), 9)));

    assertEquals(DeliveryState.EXPIRED, state(late));
    assertEquals(clock.instant(), row(late).settledAt());
    assertNotNull(row(late).sentence());
    assertEquals(
        List.of(late.id()),
        queue.pendingHistory(EXCHANGE, 9).getFirst().deliveries().stream()
            .map(SettledDelivery::id)
            .toList());
  }

  @Test
  void withoutADeadlineARowIsDeadAfterFourteenDays() {
    Sample.Wish wish = wish("r1", "roomba", "http://a");
    reconcile(queue, "r1", wish);
    clock.advance(Duration.ofDays(14).minusSeconds(1));
    LaneLease lane = leaseOne();
    settle(takeOne(lane), again(clock.instant(), FailureReason.TIMEOUT), UNCHANGED);

    clock.advance(Duration.ofSeconds(1));

    assertEquals(List.of(), queue.take(lane, 9));
    assertEquals(DeliveryState.DEAD, state(wish));
  }

  @Test
  void moreOverdueRowsThanOneCallSettlesAreAllSettledInTheEnd() {
    Instant end = clock.in(Duration.ofMinutes(1));
    queue.reconcileAll(
        IntStream.range(0, 600)
            .mapToObj(i -> "r" + i)
            .map(ref ->
                new ReconcileRequest(
                    thread(ref),
                    Set.of(),
                    List.of(wish(ref, "roomba", "http://a").deadline(end).wanted()),
                    Set.of()))
            .toList());
    Sample.Wish alive = wish("alive", "roomba", "http://a").priority(Priority.BACKGROUND);
    reconcile(queue, "alive", alive);
    clock.advance(Duration.ofMinutes(2));
    LaneLease lane = leaseOne();

    List<TakenDelivery> deliveries = List.of();
    for (int call = 0; deliveries.isEmpty() && call < 10; call++) {
      deliveries = queue.take(lane, 5);
    }

    assertEquals(List.of(alive.id()), ids(deliveries));
    assertEquals(600L, queue.figures().deliveries().get(DeliveryState.EXPIRED));
  }
}
