package org.messgateway.gateway.queue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.messgateway.gateway.queue.Sample.reconcile;
import static org.messgateway.gateway.queue.Sample.thread;
import static org.messgateway.gateway.queue.Sample.wish;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Rows are found by who asks for them: operators by filter, links by id, channels by address. */
public abstract class FindContract extends QueueScene {

  @Test
  void deliveriesAreFoundNewestFirst() {
    reconcile(queue, "r1", wish("r1", "roomba", "http://a"));
    reconcile(queue, "r2", wish("r2", "kitchen", "http://b").channel("other"));
    reconcile(queue, "r3", wish("r3", "roomba", "http://c"));
    deliverAll();
    reconcile(queue, "r4", wish("r4", "roomba", "http://a"));

    assertEquals(List.of("r4", "r3", "r2", "r1"), refs(DeliveryFilter.ALL));
    assertEquals(List.of("r2"), refs(new DeliveryFilter("r2", null, null, Set.of())));
    assertEquals(
        List.of("r3", "r1"),
        refs(
            new DeliveryFilter(
                null, "roomba", "webhook", Set.of(DeliveryState.DELIVERED, DeliveryState.DEAD))));
    assertEquals(List.of(), refs(new DeliveryFilter(null, "nobody", null, Set.of())));
    assertEquals(
        Optional.of("r3"),
        queue.delivery(wish("r3", "roomba", "http://c").id()).map(row -> row.identity().ref()));
    assertEquals(Optional.empty(), queue.delivery("00ff"));
  }

  private List<String> refs(DeliveryFilter filter) {
    return queue.find(filter, 9).stream().map(row -> row.identity().ref()).toList();
  }

  @Test
  void aDeliveryIsFoundByItsIdAloneHoweverManyThreadsCameSince() {
    List<String> refs = IntStream.range(0, 2_500).mapToObj(i -> "r%04d".formatted(i)).toList();
    queue.reconcileAll(
        refs.stream()
            .map(ref ->
                new ReconcileRequest(
                    thread(ref),
                    Set.of(),
                    List.of(wish(ref, "roomba", "http://a").wanted()),
                    Set.of()))
            .toList());

    for (String ref : List.of("r0000", "r1023", "r1024", "r2047", "r2048", "r2499")) {
      assertEquals(
          Optional.of(ref),
          queue.delivery(wish(ref, "roomba", "http://a").id()).map(row -> row.identity().ref()));
    }
    assertEquals(Optional.empty(), queue.delivery(wish("r2500", "roomba", "http://a").id()));
  }

  @Test
  void whatWasToldWherePeopleAnswerIsFoundNewestFirstAndWhatMachinesWereToldIsNot() {
    reconcile(queue, "r1", wish("r1", "ana", "+1").oneMessage());
    reconcile(queue, "r2", wish("r2", "ana", "+1").oneMessage());
    reconcile(queue, "r3", wish("r3", "bob", "+2").oneMessage());
    reconcile(queue, "r4", wish("r4", "roomba", "http://a"));
    deliverAll();
    reconcile(queue, "r5", wish("r5", "ana", "+1").oneMessage());

    assertEquals(List.of("r2", "r1"), told("+1", 9));
    assertEquals(List.of("r2"), told("+1", 1));
    assertEquals(List.of(), told("http://a", 9));
  }

  private List<String> told(String address, int max) {
    return queue.deliveredAt("webhook", address, max).stream()
        .map(row -> row.identity().ref())
        .toList();
  }
}
