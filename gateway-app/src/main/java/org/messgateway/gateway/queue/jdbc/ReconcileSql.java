package org.messgateway.gateway.queue.jdbc;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.messgateway.gateway.queue.Reconciled;
import org.messgateway.gateway.queue.ThreadWish;

/**
 * Makes the rows of threads match what is wanted, several threads together; see {@code
 * docs/state-machine.md}.
 */
final class ReconcileSql {

  private final ThreadSql threads;
  private final LaneKeys lanes;
  private final LineSql lines;
  private final ToldBefore before;

  ReconcileSql(ThreadSql threads, LaneKeys lanes, LineSql lines, ToldBefore before) {
    this.threads = threads;
    this.lanes = lanes;
    this.lines = lines;
    this.before = before;
  }

  /** As if one after the other; threads that are new are made together. */
  List<Reconciled> apply(Session session, long now, List<ThreadWish> wishes) throws SQLException {
    List<@Nullable Long> fresh = threads.insert(session, now, wishes);
    Newcomers newcomers = new Newcomers(session, now, lines);
    List<@Nullable Reconciling> runs = new ArrayList<>(wishes.size());
    for (int i = 0; i < wishes.size(); i++) {
      Long thread = fresh.get(i);
      runs.add(thread == null ? null : fresh(session, now, thread, wishes.get(i), newcomers));
    }
    finish(newcomers, runs);
    List<Reconciled> done = new ArrayList<>(wishes.size());
    for (int i = 0; i < wishes.size(); i++) {
      Reconciling run = runs.get(i);
      done.add((run == null ? standing(session, now, wishes.get(i)) : run).done());
    }
    return done;
  }

  private static void finish(Newcomers newcomers, List<@Nullable Reconciling> runs)
      throws SQLException {
    newcomers.insert();
    for (Reconciling run : runs) {
      if (run != null) {
        run.finish();
      }
    }
  }

  private Reconciling fresh(
      Session session, long now, long thread, ThreadWish wish, Newcomers newcomers)
      throws SQLException {
    Reconciling run = reconciling(session, now, thread, List.of(), newcomers);
    run.apply(wish);
    return run;
  }

  private Reconciling standing(Session session, long now, ThreadWish wish) throws SQLException {
    long thread = threads.store(session, now, wish.thread(), wish.dependsOn());
    Newcomers newcomers = new Newcomers(session, now, lines);
    List<Standing> rows = Standing.of(session, thread);
    if (rows.stream().anyMatch(Standing::postponed)) {
      HistorySql.ask(session, thread);
    }
    Reconciling run = reconciling(session, now, thread, rows, newcomers);
    run.apply(wish);
    finish(newcomers, List.of(run));
    return run;
  }

  private Reconciling reconciling(
      Session session, long now, long thread, List<Standing> rows, Newcomers newcomers) {
    return new Reconciling(session, now, thread, rows, newcomers, lanes, lines, before);
  }
}
