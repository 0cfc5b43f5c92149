package org.messgateway.gateway.queue.jdbc;

import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.messgateway.gateway.queue.DesiredDelivery;
import org.messgateway.gateway.queue.Identity;
import org.messgateway.gateway.queue.LaneLease;
import org.messgateway.gateway.queue.TakenDelivery;

/**
 * New deliveries of one or many threads, gathered and inserted together: queued, or in {@code
 * sending} where dispatch has a place for them.
 */
final class DeliveryInserts {

  private static final String INTO =
      """
      INSERT INTO delivery (id, thread, lane, executor, kind, serial, one_per_address,
        priority, state, waits_for, created, wished_at, turn, due, deadline, tries, epoch, taken_at)
      VALUES %s\
      """;

  private static final int COLUMNS = 18;

  private static final MultiRowSql INSERT =
      new MultiRowSql(rows -> INTO.formatted(MultiRowSql.values(rows, COLUMNS)));

  private static final MultiRowSql INSERT_BORN =
      new MultiRowSql(
          rows -> INTO.formatted(MultiRowSql.values(rows, COLUMNS)) + " RETURNING seq, id");

  /** Knows which new rows are sent at once; see {@code LeaseOnCommit}. */
  interface Births {

    /** The lease of a row that is inserted as {@code sending}; null for one that is queued. */
    @Nullable LaneLease admit(SqlSession session, String channel, long lane) throws SQLException;

    /** An admitted row was inserted; in the order of admission. */
    void born(TakenDelivery row);
  }

  /**
   * @param id of the delivery: computing it costs something
   * @param own whether its identity is what its thread and lane say, as for nearly all
   */
  record NewDelivery(String id, DesiredDelivery desired, boolean own) {

    private long due() {
      return desired.due().toEpochMilli();
    }
  }

  /**
   * @param alone whether it is the only open one of its thread on its lane
   */
  private record One(long thread, long lane, NewDelivery wish, boolean alone) {}

  private record Born(One one, byte[] key, LaneLease lease) {}

  private record Inserted(long seq, byte[] key) {}

  private final SqlSession session;
  private final long now;
  private final ThreadOrderSql lines;
  private final Births births;
  private final List<One> all = new ArrayList<>();

  DeliveryInserts(SqlSession session, long now, ThreadOrderSql lines, Births births) {
    this.session = session;
    this.now = now;
    this.lines = lines;
    this.births = births;
  }

  /** One that is not alone waits for the thread until its line is formed. */
  void add(long thread, long lane, NewDelivery wish, boolean alone) {
    all.add(new One(thread, lane, wish, alone));
  }

  void insert() throws SQLException {
    List<One> queued = new ArrayList<>();
    List<Born> born = new ArrayList<>();
    for (One one : all) {
      LaneLease lease =
          mayBeSent(one)
              ? births.admit(session, one.wish().desired().identity().channel(), one.lane())
              : null;
      if (lease == null) {
        queued.add(one);
      } else {
        born.add(new Born(one, ColumnValues.key(one.wish().id()), lease));
      }
    }
    insertBorn(born);
    insertQueued(queued);
  }

  private boolean mayBeSent(One one) {
    Instant deadline = one.wish().desired().deadline();
    return one.alone()
        && one.wish().own()
        && one.wish().due() <= now
        && (deadline == null || deadline.toEpochMilli() > now);
  }

  private void insertQueued(List<One> queued) throws SQLException {
    Map<Long, Long> expected = new HashMap<>();
    for (List<One> part : MultiRowSql.parts(queued)) {
      List<@Nullable Object> values = new ArrayList<>(part.size() * COLUMNS);
      for (One one : part) {
        String waitsFor = one.alone() ? ThreadOrderSql.first(one.wish().due(), now) : "thread";
        addValues(one, ColumnValues.key(one.wish().id()), "queued", waitsFor, null, values);
        if (one.alone()) {
          expected.merge(one.lane(), one.wish().due(), Math::min);
        }
      }
      session.update(INSERT.of(part.size()), values.toArray());
    }
    lines.expect(session, expected);
  }

  private void insertBorn(List<Born> born) throws SQLException {
    for (List<Born> part : MultiRowSql.parts(born)) {
      List<@Nullable Object> values = new ArrayList<>(part.size() * COLUMNS);
      for (Born each : part) {
        addValues(each.one(), each.key(), "sending", null, each.lease(), values);
      }
      List<Inserted> inserted =
          session.list(
              INSERT_BORN.of(part.size()),
              row -> new Inserted(row.number(), row.bytes()),
              values.toArray());
      for (int i = 0; i < part.size(); i++) {
        births.born(taken(part.get(i), seq(inserted, i, part.get(i).key())));
      }
    }
  }

  /** Databases return the rows in their order, without a promise. */
  private static long seq(List<Inserted> inserted, int expected, byte[] key) throws SQLException {
    for (int i = 0; i < inserted.size(); i++) {
      Inserted row = inserted.get((expected + i) % inserted.size());
      if (Arrays.equals(row.key(), key)) {
        return row.seq();
      }
    }
    throw new SQLException("an inserted row was not returned");
  }

  private TakenDelivery taken(Born born, long seq) {
    DesiredDelivery desired = born.one().wish().desired();
    Instant deadline = desired.deadline();
    return new TakenDelivery(
        seq,
        born.one().wish().id(),
        desired.identity(),
        born.lease(),
        desired.priority(),
        Instant.ofEpochMilli(now),
        deadline == null ? null : Instant.ofEpochMilli(deadline.toEpochMilli()),
        1,
        0,
        null);
  }

  /**
   * @param lease under which it is sent at once; null for one that is queued
   */
  private void addValues(
      One one,
      byte[] key,
      String state,
      @Nullable String waitsFor,
      @Nullable LaneLease lease,
      List<@Nullable Object> values) {
    DesiredDelivery desired = one.wish().desired();
    long due = one.wish().due();
    Identity identity = desired.identity();
    values.add(key);
    values.add(one.thread());
    values.add(one.lane());
    values.add(identity.executor());
    values.add(identity.kind().code());
    values.add(identity.serial());
    values.add(desired.oneMessagePerAddress());
    values.add(ColumnValues.level(desired.priority()));
    values.add(state);
    values.add(waitsFor);
    values.add(now);
    values.add(now);
    values.add(due);
    values.add(due);
    values.add(ColumnValues.millis(desired.deadline()));
    values.add(lease == null ? 0 : 1);
    values.add(lease == null ? 0L : lease.epoch());
    values.add(lease == null ? null : (Long) now);
  }
}
