package org.messgateway.gateway.reconcile;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.messgateway.gateway.answer.SuccessorThreads;
import org.messgateway.gateway.exchange.LoadedThread;
import org.messgateway.gateway.exchange.Ref;
import org.messgateway.gateway.protocol.InstantRange;
import org.messgateway.gateway.queue.DeliveryRow;
import org.messgateway.gateway.queue.DesiredDelivery;
import org.messgateway.gateway.queue.ReconcileRequest;
import org.messgateway.gateway.queue.ThreadRow;
import org.messgateway.gateway.reconcile.ThreadUpkeep.Upkeep;
import org.messgateway.gateway.routing.Hold;
import org.messgateway.gateway.routing.Route;

/**
 * A thread that was read, and what is to be stored of it.
 *
 * @param before its row until now; null for a new thread
 * @param trouble why nobody, or nobody more, can be told; null for none
 * @param remark what in it has no effect; null for nothing
 */
record DecidedThread(
    LoadedThread loaded,
    @Nullable ThreadRow before,
    ReconcileRequest request,
    @Nullable String trouble,
    @Nullable String remark) {

  /**
   * @param exchange its id
   * @param rows deliveries so far
   * @param remembered deliveries that only history records
   */
  static DecidedThread of(
      String exchange,
      LoadedThread loaded,
      @Nullable ThreadRow before,
      List<DeliveryRow> rows,
      List<DesiredDelivery> remembered,
      Route route,
      Upkeep.InOrder order,
      Instant now) {
    String trouble = route.trouble().map(Hold::sentence).orElse(null);
    Optional<Instant> again = Optional.ofNullable(order.again()).map(now::plus);
    Instant nextLook = InstantRange.earlier(route.nextLook(), again).orElse(null);
    ReconcileRequest request =
        new ReconcileRequest(
            IndexRows.of(
                exchange, loaded, route.round(), nextLook, problem(trouble, order.remark())),
            dependsOn(loaded, route),
            desired(remembered, route),
            delivered(loaded),
            TaskResults.news(loaded.thread(), rows, before == null ? null : before.status()));
    return new DecidedThread(loaded, before, request, trouble, order.remark());
  }

  /**
   * The same for a new thread of which nothing is to be said but its route; see {@link
   * Intake#isPlain}.
   */
  static DecidedThread plain(String exchange, LoadedThread loaded, Route route) {
    ThreadRow row =
        IndexRows.of(exchange, loaded, route.round(), route.nextLook().orElse(null), null);
    ReconcileRequest request = new ReconcileRequest(row, Set.of(), route.desired(), Set.of());
    return new DecidedThread(loaded, null, request, null, null);
  }

  private static List<DesiredDelivery> desired(List<DesiredDelivery> remembered, Route route) {
    if (remembered.isEmpty()) {
      return route.desired();
    }
    List<DesiredDelivery> desired = new ArrayList<>(remembered);
    desired.addAll(route.desired());
    return desired;
  }

  /** Also on the thread that is to replace it and is not there yet. */
  private static Set<String> dependsOn(LoadedThread loaded, Route route) {
    Set<String> all = new LinkedHashSet<>(route.dependsOn());
    all.addAll(SuccessorThreads.awaited(loaded.thread()));
    return all;
  }

  /** Ids of deliveries that the thread's history records: they count where no row is left. */
  private static Set<String> delivered(LoadedThread loaded) {
    Set<String> ids = new HashSet<>();
    for (DispatchHistory.Notified each :
        DispatchHistory.delivered(loaded.thread().envelope().history())) {
      ids.add(each.id());
    }
    return ids;
  }

  private static @Nullable String problem(@Nullable String trouble, @Nullable String remark) {
    return trouble == null || remark == null
        ? (trouble == null ? remark : trouble)
        : trouble + "; " + remark;
  }

  Ref ref() {
    return loaded.ref();
  }

  boolean hasOtherStatus() {
    return before == null || !before.status().equals(request.thread().status());
  }

  /** Whether what it waits for may have come while it was stored. */
  boolean waitsAnew() {
    return !request.dependsOn().isEmpty()
        && (before == null || !before.modified().equals(request.thread().modified()));
  }

  /** Whether a problem was not reported yet. */
  boolean isNew(@Nullable String problem) {
    String known = before == null ? null : before.problem();
    return problem != null && (known == null || !known.contains(problem));
  }
}
