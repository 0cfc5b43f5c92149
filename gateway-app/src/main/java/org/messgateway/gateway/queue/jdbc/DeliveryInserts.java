package org.messgateway.gateway.queue.jdbc;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.messgateway.gateway.queue.DesiredDelivery;
import org.messgateway.gateway.queue.Identity;

/** Deliveries of one or many threads that are to be queued, gathered and inserted together. */
final class DeliveryInserts {

  private static final MultiRowSql INSERT =
      new MultiRowSql(rows ->
          """
          INSERT INTO delivery (id, thread, lane, executor, kind, serial, one_per_address,
            priority, state, waits_for, created, wished_at, turn, due, deadline)
          VALUES %s\
          """
              .formatted(
                  MultiRowSql.values(
                      rows, "(?, ?, ?, ?, ?, ?, ?, ?, 'queued', ?, ?, ?, ?, ?, ?)")));

  /**
   * @param id of the delivery: computing it costs something
   */
  record NewDelivery(String id, DesiredDelivery desired) {

    private long due() {
      return desired.due().toEpochMilli();
    }
  }

  /**
   * @param alone whether it is the only open one of its thread on its lane
   */
  private record One(long thread, long lane, NewDelivery wish, boolean alone) {}

  private final SqlSession session;
  private final long now;
  private final ThreadOrderSql lines;
  private final List<One> all = new ArrayList<>();

  DeliveryInserts(SqlSession session, long now, ThreadOrderSql lines) {
    this.session = session;
    this.now = now;
    this.lines = lines;
  }

  /** One that is not alone waits for the thread until its line is formed. */
  void add(long thread, long lane, NewDelivery wish, boolean alone) {
    all.add(new One(thread, lane, wish, alone));
  }

  void insert() throws SQLException {
    Map<Long, Long> expected = new HashMap<>();
    for (List<One> part : MultiRowSql.parts(all)) {
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
    DesiredDelivery desired = one.wish().desired();
    long due = one.wish().due();
    Identity identity = desired.identity();
    values.add(ColumnValues.key(one.wish().id()));
    values.add(one.thread());
    values.add(one.lane());
    values.add(identity.executor());
    values.add(identity.kind().code());
    values.add(identity.serial());
    values.add(desired.oneMessagePerAddress());
    values.add(ColumnValues.level(desired.priority()));
    values.add(one.alone() ? ThreadOrderSql.first(due, now) : "thread");
    values.add(now);
    values.add(now);
    values.add(due);
    values.add(due);
    values.add(ColumnValues.millis(desired.deadline()));
  }
}
