package org.messgateway.gateway.queue.jdbc;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
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

  Reconciled apply(Session session, long now, ThreadWish wish) throws SQLException {
    ThreadSql.Key thread = threads.store(session, now, wish.thread(), wish.dependsOn());
    List<Standing> rows = thread.fresh() ? List.of() : Standing.of(session, thread.id());
    Run run = new Run(session, now, thread.id(), rows);
    Set<String> wanted = new HashSet<>();
    for (WantedDelivery one : wish.wanted()) {
      String id = one.identity().id();
      if (wanted.add(id)) {
        run.want(one, id, wish.delivered());
      }
    }
    for (Standing row : rows) {
      if (row.open() && !wanted.contains(row.id())) {
        run.unwant(row);
      }
    }
    run.finish();
    return new Reconciled(run.queued, run.withdrawn);
  }

  /** One reconcile under way. */
  private final class Run {
    private final Session session;
    private final long now;
    private final long thread;
    private final Map<String, Standing> rows = new HashMap<>();
    private final Told told;
    private final Map<Long, List<WantedDelivery>> missing = new LinkedHashMap<>();
    private final Set<Long> touched = new HashSet<>();
    private int queued;
    private int withdrawn;

    Run(Session session, long now, long thread, List<Standing> standing) {
      this.session = session;
      this.now = now;
      this.thread = thread;
      this.told = new Told(standing);
      standing.forEach(row -> rows.put(row.id(), row));
    }

    void want(WantedDelivery wanted, String id, Collection<String> delivered) throws SQLException {
      Standing row = rows.get(id);
      if (row == null) {
        wantMissing(wanted, delivered.contains(id));
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

    private void wantMissing(WantedDelivery wanted, boolean inHistory) throws SQLException {
      if (inHistory) {
        insertDelivered(wanted);
      } else if (!told.covers(wanted)) {
        Identity identity = wanted.identity();
        long lane = lanes.of(session, identity.channel(), identity.address());
        missing.computeIfAbsent(lane, key -> new ArrayList<>()).add(wanted);
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

    void unwant(Standing row) throws SQLException {
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
      for (Map.Entry<Long, List<WantedDelivery>> entry : missing.entrySet()) {
        insertOn(entry.getKey(), entry.getValue());
      }
      for (long lane : touched) {
        lines.form(session, now, thread, lane);
      }
    }

    private void insertOn(long lane, List<WantedDelivery> wanted) throws SQLException {
      boolean alone =
          wanted.size() == 1
              && rows.values().stream().noneMatch(row -> row.open() && row.lane() == lane);
      for (WantedDelivery one : wanted) {
        long due = one.due().toEpochMilli();
        insertQueued(one, lane, alone ? LineSql.first(due, now) : "thread");
        if (alone) {
          LineSql.expect(session, lane, due);
        }
      }
      if (!alone) {
        touched.add(lane);
      }
      queued += wanted.size();
    }

    private void insertQueued(WantedDelivery wanted, long lane, String waitsFor)
        throws SQLException {
      Identity identity = wanted.identity();
      long turn = wanted.due().toEpochMilli();
      session.update(
          """
          INSERT INTO delivery (id, thread, lane, executor, kind, serial, one_per_address,
            priority, state, waits_for, created, wished_at, turn, due, deadline)
          VALUES (?, ?, ?, ?, ?, ?, ?, ?, 'queued', ?, ?, ?, ?, ?, ?)\
          """,
          Columns.key(identity.id()),
          thread,
          lane,
          identity.executor(),
          identity.kind().code(),
          identity.serial(),
          wanted.oneMessagePerAddress(),
          Columns.level(wanted.priority()),
          waitsFor,
          now,
          now,
          turn,
          turn,
          Columns.millis(wanted.deadline()));
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
