package org.messgateway.gateway.queue.jdbc;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.messgateway.gateway.queue.Identity;
import org.messgateway.gateway.queue.WantedDelivery;

/** Deliveries of one or many threads that are to be queued, gathered and inserted together. */
final class Newcomers {

  private static final RowsSql INSERT =
      new RowsSql(rows ->
          """
          INSERT INTO delivery (id, thread, lane, executor, kind, serial, one_per_address,
            priority, state, waits_for, created, wished_at, turn, due, deadline)
          VALUES %s\
          """
              .formatted(
                  RowsSql.values(rows, "(?, ?, ?, ?, ?, ?, ?, ?, 'queued', ?, ?, ?, ?, ?, ?)")));

  /**
   * @param id of the delivery: computing it costs something
   */
  record Wish(String id, WantedDelivery wanted) {

    private long due() {
      return wanted.due().toEpochMilli();
    }
  }

  /**
   * @param alone whether it is the only open one of its thread on its lane
   */
  private record One(long thread, long lane, Wish wish, boolean alone) {}

  private final Session session;
  private final long now;
  private final LineSql lines;
  private final List<One> all = new ArrayList<>();

  Newcomers(Session session, long now, LineSql lines) {
    this.session = session;
    this.now = now;
    this.lines = lines;
  }

  /** One that is not alone waits for the thread until its line is formed. */
  void add(long thread, long lane, Wish wish, boolean alone) {
    all.add(new One(thread, lane, wish, alone));
  }

  void insert() throws SQLException {
    Map<Long, Long> expected = new HashMap<>();
    for (List<One> part : RowsSql.parts(all)) {
      List<@Nullable Object> values = new ArrayList<>();
      for (One one : part) {
        addValues(one, values);
        if (one.alone()) {
          expected.merge(one.lane(), one.wish().due(), Math::min);
        }
      }
      session.update(INSERT.of(part.size()), values.toArray());
    }
    lines.expect(session, expected);
  }

  private void addValues(One one, List<@Nullable Object> values) {
    WantedDelivery wanted = one.wish().wanted();
    long due = one.wish().due();
    Identity identity = wanted.identity();
    values.add(Columns.key(one.wish().id()));
    values.add(one.thread());
    values.add(one.lane());
    values.add(identity.executor());
    values.add(identity.kind().code());
    values.add(identity.serial());
    values.add(wanted.oneMessagePerAddress());
    values.add(Columns.level(wanted.priority()));
    values.add(one.alone() ? LineSql.first(due, now) : "thread");
    values.add(now);
    values.add(now);
    values.add(due);
    values.add(due);
    values.add(Columns.millis(wanted.deadline()));
  }
}
