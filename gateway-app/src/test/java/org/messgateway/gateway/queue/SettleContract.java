package org.messgateway.gateway.queue;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.messgateway.gateway.queue.Sample.EXCHANGE;
import static org.messgateway.gateway.queue.Sample.HEALTHY;
import static org.messgateway.gateway.queue.Sample.UNCHANGED;
import static org.messgateway.gateway.queue.Sample.again;
import static org.messgateway.gateway.queue.Sample.reconcile;
import static org.messgateway.gateway.queue.Sample.wish;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.messgateway.api.FailureReason;
import org.messgateway.api.Receipt;
import org.messgateway.api.ServiceReply;

/** What is kept of how an attempt ended. */
public abstract class SettleContract extends QueueScene {

  @Test
  void aDeliveryKeepsItsReceiptItsReplyAndItsAttempt() {
    Sample.Wish wish = wish("r1", "roomba", "http://a");
    reconcile(queue, "r1", wish);
    TakenDelivery delivery = takeOne(leaseOne());
    Instant started = clock.instant();
    clock.advance(Duration.ofSeconds(2));
    Receipt receipt = Receipt.of("channel", "D1", "ts", "17.\"4\"");
    ServiceReply reply = new ServiceReply("application/yaml", "MESS: []".getBytes(UTF_8), true);

    queue.settle(delivery, started, new Settlement.Delivered(receipt, reply), HEALTHY);

    assertEquals(receipt, row(wish).receipt());
    assertEquals(clock.instant(), row(wish).settledAt());
    AttemptRow attempt = queue.attempts(wish.id()).getFirst();
    assertEquals(1, attempt.number());
    assertEquals(started, attempt.startedAt());
    assertEquals(clock.instant(), attempt.endedAt());
    assertEquals("delivered", attempt.outcome());
    ServiceReply kept = attempt.reply();
    assertNotNull(kept);
    assertArrayEquals(reply.body(), kept.body());
    assertEquals("application/yaml", kept.mediaType());
    assertTrue(kept.complete());
  }

  @Test
  void aReplyLargerThanTheBoundIsCutAndSaysSo() {
    Sample.Wish wish = wish("r1", "roomba", "http://a");
    reconcile(queue, "r1", wish);
    ServiceReply reply = new ServiceReply("text/plain", new byte[ServiceReply.MOST + 1], true);

    settle(takeOne(leaseOne()), new Settlement.Delivered(Receipt.NONE, reply), HEALTHY);

    ServiceReply kept = queue.attempts(wish.id()).getFirst().reply();
    assertNotNull(kept);
    assertEquals(1_048_576, kept.body().length);
    assertFalse(kept.complete());
    assertEquals(Receipt.NONE, row(wish).receipt());
  }

  @Test
  void whatArrivesTogetherKeepsEachItsOwnReceiptAndBeginning() {
    List<String> refs = IntStream.range(0, 100).mapToObj(i -> "r" + i).toList();
    for (String ref : refs) {
      reconcile(queue, ref, wish(ref, "roomba", "http://a"));
    }
    List<TakenDelivery> deliveries = new ArrayList<>(queue.take(leaseOne(), 100));
    Collections.reverse(deliveries);
    Sample.together(
        deliveries,
        one -> {
          String ref = one.identity().ref();
          Receipt receipt = Receipt.of("sid", ref);
          return queue.settle(one, began(ref), new Settlement.Delivered(receipt, null), HEALTHY);
        });

    for (String ref : refs) {
      String id = wish(ref, "roomba", "http://a").id();
      assertEquals(Receipt.of("sid", ref), queue.delivery(id).orElseThrow().receipt());
      assertEquals(began(ref), queue.attempts(id).getFirst().startedAt());
    }
  }

  private static Instant began(String ref) {
    return MovableClock.START.minusSeconds(Integer.parseInt(ref.substring(1)));
  }

  @Test
  void aSpentAttemptCountsOnTheScheduleAndAnUnspentOneDoesNot() {
    Sample.Wish wish = wish("r1", "roomba", "http://a");
    reconcile(queue, "r1", wish);
    LaneLease lane = leaseOne();
    settle(takeOne(lane), again(clock.instant(), FailureReason.SERVER_ERROR), UNCHANGED);
    settle(takeOne(lane), again(clock.instant(), FailureReason.TIMEOUT), UNCHANGED);

    TakenDelivery delivery = takeOne(lane);

    assertEquals(3, delivery.attempt());
    assertEquals(1, delivery.spent());
    assertEquals(FailureReason.TIMEOUT, row(wish).reason());
    assertEquals("It did not work.", row(wish).sentence());
  }

  @Test
  void everyEndIsKept() {
    for (DeliveryState end :
        List.of(
            DeliveryState.REJECTED,
            DeliveryState.EXPIRED,
            DeliveryState.WITHDRAWN,
            DeliveryState.DEAD)) {
      Sample.Wish wish = wish(end.code(), "roomba", "http://" + end.code());
      reconcile(queue, end.code(), wish);
      LaneLease lane = leaseOne();
      settle(
          takeOne(lane),
          new Settlement.Ended(end, FailureReason.INVALID_ADDRESS, "No such robot."),
          HEALTHY);
      queue.release(lane);

      assertEquals(end, state(wish));
      assertEquals("No such robot.", row(wish).sentence());
      assertEquals(end.code(), queue.attempts(wish.id()).getFirst().outcome());
    }
    assertEquals(
        Set.of("rejected", "expired", "dead"),
        Set.copyOf(queue.pendingHistory(EXCHANGE, 9).stream().map(PendingHistory::ref).toList()));
  }

  @Test
  void ofManyAttemptsTheFirstAndTheLatestAreKept() {
    Sample.Wish wish = wish("r1", "roomba", "http://a");
    reconcile(queue, "r1", wish);
    LaneLease lane = leaseOne();
    for (int i = 0; i < 120; i++) {
      settle(takeOne(lane), again(clock.instant(), FailureReason.SERVER_ERROR), HEALTHY);
    }

    List<Integer> numbers = queue.attempts(wish.id()).stream().map(AttemptRow::number).toList();

    assertEquals(50, numbers.size());
    assertEquals(
        List.of(1, 10, 81, 120),
        List.of(numbers.getFirst(), numbers.get(9), numbers.get(10), numbers.getLast()));
  }
}
