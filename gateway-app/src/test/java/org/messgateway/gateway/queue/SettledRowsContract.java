package org.messgateway.gateway.queue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.messgateway.gateway.queue.Sample.EXCHANGE;
import static org.messgateway.gateway.queue.Sample.HEALTHY;
import static org.messgateway.gateway.queue.Sample.UNCHANGED;
import static org.messgateway.gateway.queue.Sample.delivered;
import static org.messgateway.gateway.queue.Sample.reconcile;
import static org.messgateway.gateway.queue.Sample.thread;
import static org.messgateway.gateway.queue.Sample.wish;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.messgateway.api.FailureReason;

/**
 * What becomes of rows that are settled: they go into history, may prove wrong, may be replayed,
 * and are forgotten in the end.
 */
public abstract class SettledRowsContract extends QueueScene {

  @Test
  void settledRowsAreHandedOutByThreadUntilHistoryShowsThem() {
    reconcile(queue, "r1", wish("r1", "roomba", "http://a"), wish("r1", "kitchen", "http://b"));
    reconcile(queue, "r2", wish("r2", "roomba", "http://a"));
    assertEquals(List.of(), queue.pendingHistory(EXCHANGE, 9));
    deliverAll();

    List<PendingHistory> pendingHistories = queue.pendingHistory(EXCHANGE, 9);
    assertEquals(List.of("r1", "r2"), pendingHistories.stream().map(PendingHistory::ref).toList());
    assertEquals(2, pendingHistories.getFirst().deliveries().size());
    assertEquals(1, queue.pendingHistory(EXCHANGE, 1).size());

    queue.markRecorded(List.of(pendingHistories.getFirst()));
    assertEquals(
        List.of("r2"),
        queue.pendingHistory(EXCHANGE, 9).stream().map(PendingHistory::ref).toList());
  }

  @Test
  void historyOfAThreadThatIsGoneIsAskedForAgainWhenItIsReconciled() {
    Sample.Wish wish = wish("r1", "roomba", "http://a");
    reconcile(queue, "r1", wish);
    deliverAll();
    queue.postponeHistory(queue.pendingHistory(EXCHANGE, 9));
    assertEquals(List.of(), queue.pendingHistory(EXCHANGE, 9));

    reconcile(queue, "r1", wish);

    assertEquals(1, queue.pendingHistory(EXCHANGE, 9).size());
  }

  @Test
  void aReceiptThatProvedWrongEndsTheDeliveryAndKeepsWhatBecameOfItsAttempt() {
    Sample.Wish wish = wish("r1", "roomba", "http://a");
    reconcile(queue, "r1", wish);
    Settlement.Ended wrong =
        new Settlement.Ended(
            DeliveryState.REJECTED, FailureReason.INVALID_ADDRESS, "The number is a landline.");
    assertFalse(queue.correct(wish.id(), wrong), "not delivered yet");
    deliverAll();
    queue.markRecorded(queue.pendingHistory(EXCHANGE, 9));
    clock.advance(Duration.ofMinutes(2));

    assertTrue(queue.correct(wish.id(), wrong));

    assertEquals(DeliveryState.REJECTED, state(wish));
    AttemptRow attempt = queue.attempts(wish.id()).getFirst();
    assertEquals("rejected", attempt.outcome());
    assertEquals("The number is a landline.", attempt.sentence());
    assertEquals(1, queue.attempts(wish.id()).size());
    assertEquals(1, queue.pendingHistory(EXCHANGE, 9).size());
    assertFalse(queue.correct(wish.id(), wrong));
  }

  @Test
  void whatHistorySaidWasDeliveredCanProveWrongToo() {
    Sample.Wish wish = wish("r1", "roomba", "http://a");
    queue.reconcile(thread("r1"), Set.of(), List.of(wish.wanted()), Set.of(wish.id()));

    assertTrue(
        queue.correct(
            wish.id(), new Settlement.Ended(DeliveryState.DEAD, null, "It never arrived.")));

    assertEquals(DeliveryState.DEAD, state(wish));
    assertEquals(List.of(), queue.attempts(wish.id()));
  }

  @Test
  void whatEndedBadlyCanBeReplayedAndWhatWasDeliveredCannot() {
    Sample.Wish dead = wish("r1", "roomba", "http://a");
    Sample.Wish wish = wish("r2", "roomba", "http://b");
    Sample.Wish late = wish("r3", "roomba", "http://c").deadline(clock.in(Duration.ofSeconds(1)));
    reconcile(queue, "r1", dead);
    LaneLease lane = leaseOne();
    settle(
        takeOne(lane),
        new Settlement.Ended(DeliveryState.DEAD, FailureReason.SERVER_ERROR, "Enough."),
        UNCHANGED);
    queue.release(lane);
    reconcile(queue, "r2", wish);
    deliverAll();
    reconcile(queue, "r3", late);
    clock.advance(Duration.ofDays(20));
    assertEquals(List.of(), queue.take(leaseOne(), 1));

    assertEquals(2, queue.replay(List.of(dead.id(), wish.id(), late.id(), "ffff")));

    assertEquals(DeliveryState.QUEUED, state(dead));
    assertEquals(DeliveryState.QUEUED, state(late));
    deliverAll();
    assertEquals(DeliveryState.DELIVERED, state(dead));
    queue.take(leaseAll("http://c"), 1);
    assertEquals(DeliveryState.SENDING, state(late));
  }

  private LaneLease leaseAll(String address) {
    clock.advance(Duration.ofSeconds(15));
    return queue.lease(9).stream()
        .filter(lane -> lane.address().equals(address))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void endedThreadsAreForgottenAfterTheirTimeAndOpenOnesNever() {
    reconcile(queue, "ended", wish("ended", "roomba", "http://a"));
    reconcile(queue, "open", wish("open", "roomba", "http://a"));
    reconcile(queue, "stuck", wish("stuck", "kitchen", "http://b"));
    LaneLease lane =
        queue.lease(9).stream()
            .filter(l -> l.address().equals("http://a"))
            .findFirst()
            .orElseThrow();
    queue.take(lane, 9).forEach(delivery -> settle(delivery, delivered(), HEALTHY));
    reconcile(queue, thread("ended", "completed"), wish("ended", "roomba", "http://a"));
    reconcile(queue, thread("stuck", "completed"), wish("stuck", "kitchen", "http://b"));
    assertEquals(0, queue.prune(clock.instant()));

    clock.advance(Duration.ofDays(1));

    assertEquals(1, queue.prune(clock.instant()));
    assertEquals(Optional.empty(), queue.thread(EXCHANGE, "ended"));
    assertEquals(List.of(), queue.deliveries(EXCHANGE, "ended"));
    assertEquals(List.of(), queue.attempts(wish("ended", "roomba", "http://a").id()));
    assertTrue(queue.thread(EXCHANGE, "open").isPresent());
    assertTrue(queue.thread(EXCHANGE, "stuck").isPresent(), "it still waits to be sent");
  }

  @Test
  void manyEndedThreadsAreForgottenInBatches() {
    queue.reconcileAll(
        IntStream.range(0, 250)
            .mapToObj(i -> thread("r" + i, "completed"))
            .map(ended -> new ReconcileRequest(ended, Set.of(), List.of(), Set.of()))
            .toList());
    clock.advance(Duration.ofDays(1));

    assertEquals(250, queue.prune(clock.instant()));
    assertEquals(Optional.empty(), queue.thread(EXCHANGE, "r0"));
    assertEquals(Optional.empty(), queue.thread(EXCHANGE, "r249"));
  }
}
