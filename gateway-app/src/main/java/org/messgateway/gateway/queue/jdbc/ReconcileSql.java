package org.messgateway.gateway.queue.jdbc;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.NotificationKind;
import org.messgateway.gateway.queue.Identity;
import org.messgateway.gateway.queue.Reconciled;
import org.messgateway.gateway.queue.ThreadWish;
import org.messgateway.gateway.queue.WantedDelivery;

/** Makes the rows of one thread match what is wanted; see {@code docs/state-machine.md}. */
final class ReconcileSql {

  static final String NOT_WANTED = "Not wanted any more.";
  static final String TOLD_ALREADY = "The same was told already.";

  private final ThreadSql threads;
  private final LaneKeys lanes;
  private final LineSql lines;

  ReconcileSql(ThreadSql threads, LaneKeys lanes, LineSql lines) {
    this.threads = threads;
    this.lanes = lanes;
    this.lines = lines;
  }

  /** As if one after the other; threads that are new are made together. */
  List<Reconciled> apply(Session session, long now, List<ThreadWish> wishes) throws SQLException {
    List<@Nullable Long> fresh = threads.insert(session, now, wishes);
    Newcomers newcomers = new Newcomers(session, now, lines);
    List<@Nullable Run> runs = new ArrayList<>(wishes.size());
    for (int i = 0; i < wishes.size(); i++) {
      Long thread = fresh.get(i);
      runs.add(thread == null ? null : fresh(session, now, thread, wishes.get(i), newcomers));
    }
    finish(newcomers, runs);
    List<Reconciled> done = new ArrayList<>(wishes.size());
    for (int i = 0; i < wishes.size(); i++) {
      Run run = runs.get(i);
      done.add((run == null ? standing(session, now, wishes.get(i)) : run).done());
    }
    return done;
  }

  private static void finish(Newcomers newcomers, List<@Nullable Run> runs) throws SQLException {
    newcomers.insert();
    for (Run run : runs) {
      if (run != null) {
        run.finish();
      }
    }
  }

  private Run fresh(Session session, long now, long thread, ThreadWish wish, Newcomers newcomers)
      throws SQLException {
    Run run = new Run(session, now, thread, List.of(), newcomers);
    run.apply(wish);
    return run;
  }

  private Run standing(Session session, long now, ThreadWish wish) throws SQLException {
    long thread = threads.store(session, now, wish.thread(), wish.dependsOn());
    Newcomers newcomers = new Newcomers(session, now, lines);
    List<Standing> rows = Standing.of(session, thread);
    if (rows.stream().anyMatch(Standing::postponed)) {
      HistorySql.ask(session, thread);
    }
    Run run = new Run(session, now, thread, rows, newcomers);
    run.apply(wish);
    finish(newcomers, List.of(run));
    return run;
  }

  /** One reconcile under way. */
  private final class Run {
    private final Session session;
    private final long now;
    private final long thread;
    private final Map<String, Standing> rows = new LinkedHashMap<>();
    private final Told told;
    private final Newcomers newcomers;
    private final Map<Long, List<Newcomers.Wish>> missing = new LinkedHashMap<>();
    private final Set<Long> touched = new HashSet<>();
    private int queued;
    private int withdrawn;

    Run(Session session, long now, long thread, List<Standing> standing, Newcomers newcomers) {
      this.session = session;
      this.now = now;
      this.thread = thread;
      this.told = new Told(standing);
      this.newcomers = newcomers;
      standing.forEach(row -> rows.put(row.id(), row));
    }

    /** All but what {@link #finish} does, once the newcomers are in. */
    void apply(ThreadWish wish) throws SQLException {
      Set<String> wanted = new HashSet<>();
      for (WantedDelivery one : wish.wanted()) {
        String id = one.identity().id();
        if (wanted.add(id)) {
          want(one, id, wish.delivered());
        }
      }
      for (Standing row : rows.values()) {
        if (row.open() && !wanted.contains(row.id())) {
          unwant(row);
        }
      }
      missing.forEach(this::queueOn);
    }

    Reconciled done() {
      return new Reconciled(queued, withdrawn);
    }

    private void want(WantedDelivery wanted, String id, Collection<String> delivered)
        throws SQLException {
      Standing row = rows.get(id);
      if (row == null) {
        wantMissing(wanted, id, delivered.contains(id));
        return;
      }
      switch (row.state()) {
        case QUEUED -> wantQueued(row, wanted);
        case SENDING -> wantSending(row);
        case WITHDRAWN -> wantWithdrawn(row, wanted);
        case DELIVERED, REJECTED, EXPIRED, DEAD -> {
          // Settled: it stays.
        }
      }
    }

    private void wantMissing(WantedDelivery wanted, String id, boolean inHistory)
        throws SQLException {
      if (inHistory) {
        insertDelivered(wanted);
      } else if (!told.covers(wanted)) {
        Identity identity = wanted.identity();
        long lane = lanes.of(session, identity.channel(), identity.address());
        missing.computeIfAbsent(lane, key -> new ArrayList<>()).add(new Newcomers.Wish(id, wanted));
      }
    }

    private void wantQueued(Standing row, WantedDelivery wanted) throws SQLException {
      if (told.covers(wanted)) {
        withdraw(row, TOLD_ALREADY);
      } else if (row.differs(wanted, now)) {
        refresh(row, wanted);
      }
    }

    private void refresh(Standing row, WantedDelivery wanted) throws SQLException {
      long turn = wanted.due().toEpochMilli();
      long due = row.retryAt() == null ? turn : Math.max(turn, row.retryAt());
      session.update(
          """
          UPDATE delivery SET priority = ?, turn = ?, due = ?, deadline = ?, waits_for = 'thread'
          WHERE seq = ?\
          """,
          Columns.level(wanted.priority()),
          turn,
          due,
          Columns.millis(wanted.deadline()),
          row.seq());
      touched.add(row.lane());
    }

    private void wantSending(Standing row) throws SQLException {
      if (row.unwanted()) {
        session.update("UPDATE delivery SET unwanted = 0 WHERE seq = ?", row.seq());
      }
    }

    private void wantWithdrawn(Standing row, WantedDelivery wanted) throws SQLException {
      if (told.covers(wanted)) {
        return;
      }
      long turn = wanted.due().toEpochMilli();
      session.update(
          """
          UPDATE delivery SET state = 'queued', waits_for = 'thread', unwanted = 0, wished_at = ?,
            priority = ?, turn = ?, due = ?, deadline = ?, retry_at = NULL, spent = 0,
            settled_at = NULL, sentence = NULL, one_per_address = ? WHERE seq = ?\
          """,
          now,
          Columns.level(wanted.priority()),
          turn,
          turn,
          Columns.millis(wanted.deadline()),
          wanted.oneMessagePerAddress(),
          row.seq());
      touched.add(row.lane());
      queued++;
    }

    private void unwant(Standing row) throws SQLException {
      switch (row.state()) {
        case QUEUED -> unwantQueued(row);
        case SENDING -> {
          if (!row.unwanted()) {
            session.update("UPDATE delivery SET unwanted = 1 WHERE seq = ?", row.seq());
          }
        }
        case DELIVERED, REJECTED, EXPIRED, WITHDRAWN, DEAD -> {
          // Settled: it stays.
        }
      }
    }

    /** A request whose deadline passed before it could be sent is over, and history says so. */
    private void unwantQueued(Standing row) throws SQLException {
      Long deadline = row.deadline();
      if (row.kind() == NotificationKind.REQUEST && deadline != null && deadline <= now) {
        session.update(
            """
            UPDATE delivery SET state = 'expired', waits_for = NULL, settled_at = ?, sentence = ?,
              unrecorded = 1 WHERE seq = ?\
            """,
            now,
            TakeSql.TOO_LATE,
            row.seq());
        touched.add(row.lane());
        withdrawn++;
      } else {
        withdraw(row, NOT_WANTED);
      }
    }

    private void withdraw(Standing row, String sentence) throws SQLException {
      session.update(
          """
          UPDATE delivery SET state = 'withdrawn', waits_for = NULL, settled_at = ?, sentence = ?
          WHERE seq = ?\
          """,
          now,
          sentence,
          row.seq());
      touched.add(row.lane());
      withdrawn++;
    }

    void finish() throws SQLException {
      for (long lane : touched) {
        lines.form(session, now, thread, lane);
      }
    }

    private void queueOn(long lane, List<Newcomers.Wish> wanted) {
      boolean alone =
          wanted.size() == 1
              && rows.values().stream().noneMatch(row -> row.open() && row.lane() == lane);
      for (Newcomers.Wish one : wanted) {
        newcomers.add(thread, lane, one, alone);
      }
      if (!alone) {
        touched.add(lane);
      }
      queued += wanted.size();
    }

    private void insertDelivered(WantedDelivery wanted) throws SQLException {
      Identity identity = wanted.identity();
      session.update(
          """
          INSERT INTO delivery (id, thread, lane, executor, kind, serial, one_per_address,
            priority, state, created, wished_at, turn, due, settled_at)
          VALUES (?, ?, ?, ?, ?, ?, ?, ?, 'delivered', ?, ?, ?, ?, ?)\
          """,
          Columns.key(identity.id()),
          thread,
          lanes.of(session, identity.channel(), identity.address()),
          identity.executor(),
          identity.kind().code(),
          identity.serial(),
          wanted.oneMessagePerAddress(),
          Columns.level(wanted.priority()),
          now,
          now,
          now,
          now,
          now);
    }
  }
}
