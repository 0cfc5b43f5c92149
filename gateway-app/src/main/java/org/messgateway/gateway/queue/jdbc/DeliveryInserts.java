package org.messgateway.gateway.queue.jdbc;

import static org.messgateway.gateway.queue.jdbc.MultiRowSql.Column.BYTES;
import static org.messgateway.gateway.queue.jdbc.MultiRowSql.Column.NUMBER;
import static org.messgateway.gateway.queue.jdbc.MultiRowSql.Column.TEXT;

import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.ObjLongConsumer;
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

  private static final MultiRowSql INSERT =
      MultiRowSql.ofRows(
          """
          INSERT INTO delivery (id, thread, lane, executor, kind, serial, one_per_address,
            priority, state, created, wished_at, turn, due, deadline, tries, epoch, taken_at)
          VALUES %s RETURNING seq, id\
          """,
          BYTES, NUMBER, NUMBER, TEXT, TEXT, NUMBER, NUMBER, NUMBER, TEXT, NUMBER, NUMBER, NUMBER,
          NUMBER, NUMBER, NUMBER, NUMBER, NUMBER);

  /**
   * @param id of the delivery: computing it costs something
   * @param own whether its identity is what its thread and lane say, as for nearly all
   * @param threadBytes of its thread's files
   */
  record NewDelivery(String id, DesiredDelivery desired, boolean own, long threadBytes) {

    private long due() {
      return desired.due().toEpochMilli();
    }
  }

  /**
   * @param alone whether it is the only open one of its thread on its lane
   * @param only whether its thread has no other at all
   * @param lease under which it is sent at once; null for one that is queued
   */
  private record NewRow(
      byte[] key,
      long thread,
      long lane,
      NewDelivery wish,
      boolean alone,
      boolean only,
      @Nullable LaneLease lease) {

    NewRow under(LaneLease granted) {
      return new NewRow(key, thread, lane, wish, alone, only, granted);
    }
  }

  private record Inserted(long seq, byte[] key) {}

  private final SqlSession session;
  private final long now;
  private final ThreadOrderSql lines;
  private final CommitAdmission admission;
  private final List<NewRow> all = new ArrayList<>();

  DeliveryInserts(SqlSession session, long now, ThreadOrderSql lines, CommitAdmission admission) {
    this.session = session;
    this.now = now;
    this.lines = lines;
    this.admission = admission;
  }

  /** One that is not alone gets its entry when the line of its thread is formed. */
  void add(long thread, long lane, NewDelivery wish, boolean alone, boolean only) {
    all.add(new NewRow(ColumnValues.key(wish.id()), thread, lane, wish, alone, only, null));
  }

  void insert() throws SQLException {
    List<NewRow> queued = new ArrayList<>();
    List<NewRow> born = new ArrayList<>();
    for (NewRow row : all) {
      LaneLease lease =
          mayBeSent(row)
              ? admission.admit(session, row.wish().desired().identity().channel(), row.lane())
              : null;
      if (lease == null) {
        queued.add(row);
      } else {
        born.add(row.under(lease));
      }
    }
    insertBorn(born);
    insertQueued(queued);
  }

  private boolean mayBeSent(NewRow row) {
    Instant deadline = row.wish().desired().deadline();
    return row.alone()
        && row.wish().own()
        && row.wish().due() <= now
        && (deadline == null || deadline.toEpochMilli() > now);
  }

  private void insertQueued(List<NewRow> queued) throws SQLException {
    Map<Long, Long> expected = new HashMap<>();
    List<QueueEntrySql.QueueEntry> entries = new ArrayList<>(queued.size());
    insert(
        queued,
        (row, seq) -> {
          if (row.alone()) {
            long due = row.wish().due();
            int level = ColumnValues.level(row.wish().desired().priority());
            String waitsFor = ThreadOrderSql.first(due, now);
            entries.add(
                new QueueEntrySql.QueueEntry(seq, row.lane(), row.thread(), level, waitsFor, due));
            expected.merge(row.lane(), due, Math::min);
          }
        });
    QueueEntrySql.insert(session, entries);
    lines.expect(session, expected);
  }

  private void insertBorn(List<NewRow> born) throws SQLException {
    Map<Long, Long> sending = LinkedHashMap.newLinkedHashMap(born.size());
    insert(
        born,
        (row, seq) -> {
          sending.put(seq, row.lane());
          admission.born(taken(row, Objects.requireNonNull(row.lease()), seq));
        });
    InFlightSql.insert(session, now, sending);
  }

  /**
   * @param inserted is given each with the key of its row
   */
  private void insert(List<NewRow> rows, ObjLongConsumer<NewRow> inserted) throws SQLException {
    List<@Nullable Object> values = new ArrayList<>(rows.size() * 17);
    for (NewRow each : rows) {
      addValues(each, values);
    }
    List<Inserted> returned =
        INSERT.list(session, row -> new Inserted(row.number(), row.bytes()), values);
    for (int i = 0; i < rows.size(); i++) {
      inserted.accept(rows.get(i), seq(returned, i, rows.get(i).key()));
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

  private TakenDelivery taken(NewRow row, LaneLease lease, long seq) {
    DesiredDelivery desired = row.wish().desired();
    Instant deadline = desired.deadline();
    return new TakenDelivery(
        seq,
        row.wish().id(),
        desired.identity(),
        lease,
        desired.priority(),
        Instant.ofEpochMilli(now),
        deadline == null ? null : Instant.ofEpochMilli(deadline.toEpochMilli()),
        1,
        0,
        null,
        row.wish().threadBytes(),
        row.only());
  }

  private void addValues(NewRow row, List<@Nullable Object> values) {
    LaneLease lease = row.lease();
    DesiredDelivery desired = row.wish().desired();
    long due = row.wish().due();
    Identity identity = desired.identity();
    values.add(row.key());
    values.add(row.thread());
    values.add(row.lane());
    values.add(identity.executor());
    values.add(identity.kind().code());
    values.add(identity.serial());
    values.add(desired.oneMessagePerAddress());
    values.add(ColumnValues.level(desired.priority()));
    values.add(lease == null ? "queued" : "sending");
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
