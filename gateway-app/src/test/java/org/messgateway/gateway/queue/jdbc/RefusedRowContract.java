package org.messgateway.gateway.queue.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.messgateway.gateway.queue.Sample.EXCHANGE;
import static org.messgateway.gateway.queue.Sample.HEALTHY;
import static org.messgateway.gateway.queue.Sample.reconcile;
import static org.messgateway.gateway.queue.Sample.wish;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.messgateway.api.Receipt;
import org.messgateway.gateway.queue.DeliveryQueue;
import org.messgateway.gateway.queue.DeliveryRow;
import org.messgateway.gateway.queue.DeliveryState;
import org.messgateway.gateway.queue.QueueException;
import org.messgateway.gateway.queue.QueueException.StoreFailure;
import org.messgateway.gateway.queue.ReconcileRequest;
import org.messgateway.gateway.queue.Sample;
import org.messgateway.gateway.queue.Settlement;
import org.messgateway.gateway.queue.TakenDelivery;

/** What the database refuses costs itself, and nothing of what shares its commit. */
abstract class RefusedRowContract extends StoreScene {

  /** The database has something against whatever would be the second there. */
  private void refuseASecond(String where) {
    ((JdbcDeliveryQueue) store().queue())
        .write(session -> session.update("CREATE UNIQUE INDEX refused ON " + where));
  }

  private static ReconcileRequest wishFor(String ref, String address) {
    return new ReconcileRequest(
        Sample.thread(ref), Set.of(), List.of(wish(ref, "ana", address).wanted()), Set.of());
  }

  @Test
  void aThreadThatCannotBeStoredLeavesTheOthersOfItsGroupStored() {
    DeliveryQueue queue = store().queue();
    refuseASecond("thread (requestor) WHERE requestor IS NOT NULL");
    queue.storeThread(Sample.asked("known", "somebody", null));

    QueueException failure =
        assertThrows(
            QueueException.class,
            () ->
                queue.reconcileAll(
                    List.of(
                        wishFor("r1", "http://new"),
                        new ReconcileRequest(
                            Sample.asked("r2", "somebody", null),
                            Set.of("r1"),
                            List.of(wish("r2", "ana", "http://refused").wanted()),
                            Set.of()),
                        wishFor("r3", "http://new"))));

    assertEquals(StoreFailure.REFUSED, failure.trouble());
    assertEquals(Optional.empty(), queue.thread(EXCHANGE, "r2"));
    assertEquals(List.of(), queue.deliveries(EXCHANGE, "r2"));
    assertEquals(List.of("r1", "r3"), taken(queue));
    reconcile(queue, "r4", wish("r4", "ana", "http://refused"));
    assertEquals(List.of("r4"), taken(queue), "a lane that was undone is not remembered as there");
  }

  private static List<String> taken(DeliveryQueue queue) {
    return queue.lease(9).stream()
        .flatMap(lane -> queue.take(lane, 9).stream())
        .map(delivery -> delivery.identity().ref())
        .toList();
  }

  @Test
  void anOutcomeThatCannotBeStoredLeavesTheOthersOfItsGroupSettled() {
    DeliveryQueue queue = store().queue();
    refuseASecond("delivery (receipt) WHERE receipt IS NOT NULL");
    List<TakenDelivery> deliveries =
        Stream.of("r1", "r2", "r3")
            .map(ref -> {
              reconcile(queue, ref, wish(ref, "ana", "http://" + ref));
              return queue.take(queue.lease(1).getFirst(), 1).getFirst();
            })
            .toList();

    List<Map.Entry<TakenDelivery, String>> receipts =
        List.of(
            Map.entry(deliveries.get(0), "SM1"),
            Map.entry(deliveries.get(1), "SM1"),
            Map.entry(deliveries.get(2), "SM3"));
    QueueException failure =
        assertThrows(
            QueueException.class,
            () -> Sample.together(receipts, one -> settled(queue, one.getKey(), one.getValue())));

    assertEquals(StoreFailure.REFUSED, failure.trouble());
    // Whichever of the two with the same receipt comes second is refused.
    List<TakenDelivery> refused =
        deliveries.stream().filter(one -> state(queue, one) == DeliveryState.SENDING).toList();
    assertEquals(1, refused.size());
    assertEquals(DeliveryState.DELIVERED, state(queue, deliveries.get(2)));
    assertTrue(settled(queue, refused.getFirst(), "SM2"));
    String ref = refused.getFirst().identity().ref();
    assertEquals(Receipt.of("sid", "SM2"), row(queue, ref).receipt());
  }

  private DeliveryState state(DeliveryQueue queue, TakenDelivery delivery) {
    return row(queue, delivery.identity().ref()).state();
  }

  private boolean settled(DeliveryQueue queue, TakenDelivery delivery, String sid) {
    return queue.settle(
        delivery, clock.instant(), new Settlement.Delivered(Receipt.of("sid", sid), null), HEALTHY);
  }

  private static DeliveryRow row(DeliveryQueue queue, String ref) {
    return queue.deliveries(EXCHANGE, ref).getFirst();
  }
}
