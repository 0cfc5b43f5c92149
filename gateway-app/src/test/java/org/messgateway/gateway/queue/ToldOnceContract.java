package org.messgateway.gateway.queue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.messgateway.gateway.queue.Sample.EXCHANGE;
import static org.messgateway.gateway.queue.Sample.HEALTHY;
import static org.messgateway.gateway.queue.Sample.delivered;
import static org.messgateway.gateway.queue.Sample.reconcile;
import static org.messgateway.gateway.queue.Sample.thread;
import static org.messgateway.gateway.queue.Sample.wish;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Nobody is told the same twice, whatever is wanted: not again, nor at the next address. */
public abstract class ToldOnceContract extends QueueScene {

  @Test
  void whatIsSettledStaysSettledHoweverItIsWanted() {
    Sample.Wish wish = wish("r1", "roomba", "http://a");
    reconcile(queue, "r1", wish);
    deliverAll();

    assertEquals(new ReconcileResult(0, 0), reconcile(queue, "r1", wish));
    assertEquals(new ReconcileResult(0, 0), reconcile(queue, "r1"));
    assertEquals(DeliveryState.DELIVERED, state(wish));
  }

  @Test
  void whatHistorySaysWasDeliveredIsNotSentAgain() {
    Sample.Wish wish = wish("r1", "roomba", "http://a");
    Sample.Wish untold = wish("r1", "kitchen", "http://b");

    queue.reconcile(
        thread("r1"),
        Set.of(),
        List.of(wish.wanted(), untold.wanted()),
        Set.of(wish.id(), "00000000000000000000000000000000"));

    assertEquals(DeliveryState.DELIVERED, state(wish));
    assertEquals(DeliveryState.QUEUED, state(untold));
    assertEquals(List.of(), queue.pendingHistory(EXCHANGE, 10));
  }

  @Test
  void whatWasToldAtAnEarlierAddressIsNotToldAtTheNext() {
    Sample.Wish earlier = wish("r1", "roomba", "http://a");
    reconcile(queue, "r1", earlier);
    deliverAll();

    assertEquals(
        new ReconcileResult(0, 0), reconcile(queue, "r1", wish("r1", "roomba", "http://b")));
    assertEquals(1, queue.deliveries(EXCHANGE, "r1").size());
    assertEquals(
        new ReconcileResult(1, 0),
        reconcile(queue, "r1", wish("r1", "roomba", "http://b").channel("other")));
  }

  @Test
  void whatWaitsForAnEarlierAddressIsWithdrawnAndGoesToTheNext() {
    Sample.Wish earlier = wish("r1", "roomba", "http://a");
    Sample.Wish next = wish("r1", "roomba", "http://b");
    reconcile(queue, "r1", earlier);

    assertEquals(new ReconcileResult(1, 1), reconcile(queue, "r1", next));
    assertEquals(DeliveryState.WITHDRAWN, state(earlier));
    assertEquals(DeliveryState.QUEUED, state(next));
  }

  @Test
  void oneMessageReachesAllWhoShareAnAddress() {
    Sample.Wish ana = wish("r1", "ana", "C1").oneMessage();
    reconcile(queue, "r1", ana);
    deliverAll();

    assertEquals(
        new ReconcileResult(0, 0), reconcile(queue, "r1", wish("r1", "ben", "C1").oneMessage()));
    assertEquals(new ReconcileResult(1, 0), reconcile(queue, "r1", wish("r1", "ben", "C1")));
  }

  @Test
  void anUnwantedRowThatArrivedAfterAllTakesItsSuccessorBack() {
    Sample.Wish earlier = wish("r1", "ana", "C1").oneMessage();
    Sample.Wish successor = wish("r1", "ben", "C1").oneMessage();
    Sample.Wish elsewhere = wish("r1", "ana", "C2");
    Sample.Wish other = wish("r1", "cleo", "C1");
    reconcile(queue, "r1", earlier);
    TakenDelivery delivery = takeOne(leaseOne());
    reconcile(queue, "r1", successor, elsewhere, other);

    settle(delivery, delivered(), HEALTHY);

    assertEquals(DeliveryState.WITHDRAWN, state(successor));
    assertEquals(DeliveryState.WITHDRAWN, state(elsewhere));
    assertEquals(DeliveryState.QUEUED, state(other));
    assertEquals(new ReconcileResult(0, 0), reconcile(queue, "r1", successor, elsewhere, other));
  }
}
