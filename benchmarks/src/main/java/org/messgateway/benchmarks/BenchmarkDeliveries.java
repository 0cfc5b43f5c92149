package org.messgateway.benchmarks;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.messgateway.api.NotificationKind;
import org.messgateway.api.mess.Priority;
import org.messgateway.gateway.queue.DesiredDelivery;
import org.messgateway.gateway.queue.Identity;
import org.messgateway.gateway.queue.ReconcileRequest;
import org.messgateway.gateway.queue.ThreadRow;

/** What routing wants of threads that exist nowhere, one delivery each, over so many addresses. */
record BenchmarkDeliveries(int lanes) {

  private static final String EXCHANGE = "0123456789abcdef";

  /** Those of the threads with these numbers. */
  List<ReconcileRequest> of(int from, int to, Instant now) {
    List<ReconcileRequest> wishes = new ArrayList<>();
    for (int i = from; i < to; i++) {
      wishes.add(wish("2026-11-20-queued-%07d".formatted(i), i % lanes, now));
    }
    return wishes;
  }

  private static ReconcileRequest wish(String ref, int lane, Instant now) {
    ThreadRow thread =
        new ThreadRow(
            EXCHANGE,
            ref,
            "state=received/" + ref + ".messe-af.yaml",
            1,
            1024,
            now,
            "pending",
            0,
            null,
            null);
    String robot = "robot-%04d".formatted(lane);
    Identity identity =
        new Identity(
            EXCHANGE,
            ref,
            robot,
            "webhook",
            "http://127.0.0.1:9/offline/" + robot,
            NotificationKind.REQUEST,
            0);
    DesiredDelivery desired =
        new DesiredDelivery(identity, List.of(robot), false, Priority.NORMAL, now, null);
    return new ReconcileRequest(thread, Set.of(), List.of(desired), Set.of());
  }
}
