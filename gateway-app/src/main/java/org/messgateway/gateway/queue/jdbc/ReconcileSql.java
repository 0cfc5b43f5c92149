package org.messgateway.gateway.queue.jdbc;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.messgateway.gateway.queue.ReconcileRequest;
import org.messgateway.gateway.queue.ReconcileResult;

/**
 * Makes the rows of several threads match their wanted deliveries; see {@code
 * docs/state-machine.md}.
 */
final class ReconcileSql {

  private final ThreadSql threads;
  private final ThreadOrderSql lines;
  private final CommitAdmission admission;

  ReconcileSql(ThreadSql threads, ThreadOrderSql lines, CommitAdmission admission) {
    this.threads = threads;
    this.lines = lines;
    this.admission = admission;
  }

  /** Reconciles as if one after the other; new threads are inserted together. */
  List<ReconcileResult> apply(SqlSession session, long now, List<ReconcileRequest> requests)
      throws SQLException {
    List<@Nullable Long> newThreads = threads.insert(session, now, requests);
    DeliveryInserts inserts = new DeliveryInserts(session, now, lines, admission);
    List<@Nullable RowReconciler> reconcilers = new ArrayList<>(requests.size());
    for (int i = 0; i < requests.size(); i++) {
      Long thread = newThreads.get(i);
      reconcilers.add(
          thread == null ? null : inserted(session, now, thread, requests.get(i), inserts));
    }
    finish(inserts, reconcilers);
    for (ReconcileRequest request : requests) {
      TaskResultSql.store(session, request);
    }
    List<ReconcileResult> done = new ArrayList<>(requests.size());
    for (int i = 0; i < requests.size(); i++) {
      RowReconciler reconciler = reconcilers.get(i);
      done.add(
          (reconciler == null ? existing(session, now, requests.get(i)) : reconciler).result());
    }
    return done;
  }

  private static void finish(DeliveryInserts inserts, List<@Nullable RowReconciler> reconcilers)
      throws SQLException {
    inserts.insert();
    for (RowReconciler reconciler : reconcilers) {
      if (reconciler != null) {
        reconciler.finish();
      }
    }
  }

  private RowReconciler inserted(
      SqlSession session, long now, long thread, ReconcileRequest request, DeliveryInserts inserts)
      throws SQLException {
    RowReconciler reconciler = reconciling(session, now, thread, List.of(), inserts);
    reconciler.apply(request);
    return reconciler;
  }

  private RowReconciler existing(SqlSession session, long now, ReconcileRequest request)
      throws SQLException {
    long thread = threads.store(session, now, request.thread(), request.dependsOn());
    DeliveryInserts inserts = new DeliveryInserts(session, now, lines, admission);
    List<ExistingDelivery> rows = ExistingDelivery.of(session, thread);
    if (rows.stream().anyMatch(ExistingDelivery::postponed)) {
      HistorySql.ask(session, thread);
    }
    RowReconciler reconciler = reconciling(session, now, thread, rows, inserts);
    reconciler.apply(request);
    finish(inserts, List.of(reconciler));
    return reconciler;
  }

  private RowReconciler reconciling(
      SqlSession session,
      long now,
      long thread,
      List<ExistingDelivery> rows,
      DeliveryInserts inserts) {
    return new RowReconciler(session, now, thread, rows, inserts, lines);
  }
}
