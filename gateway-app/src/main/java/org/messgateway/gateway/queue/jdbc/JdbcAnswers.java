package org.messgateway.gateway.queue.jdbc;

import java.sql.SQLException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.messgateway.gateway.queue.LookupKey;
import org.messgateway.gateway.queue.journal.AnswerJournal;

/** Table {@code answer}; keys of any length. */
final class JdbcAnswers implements AnswerJournal {

  private static final byte[] LET_GO = {};

  private static final String SELECT =
      """
      SELECT number, exchange, ref, executor, idem_key, taken_at, message, written_at, result
      FROM answer
      """;

  private final JdbcDeliveryQueue store;
  private final InstantSource clock;

  JdbcAnswers(JdbcDeliveryQueue store, InstantSource clock) {
    this.store = store;
    this.clock = clock;
  }

  @Override
  public Put put(Entry entry) {
    return store.write(session -> {
      boolean fresh = insert(session, entry) > 0;
      return new Put(
          Objects.requireNonNull(
              find(session, entry.exchange(), entry.ref(), entry.executor(), entry.key())),
          fresh);
    });
  }

  private static int insert(SqlSession session, Entry entry) throws SQLException {
    return session.update(
        """
        INSERT INTO answer
          (exchange, ref, executor, idem_key, taken_at, message, written_at, result)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT (exchange, ref, executor, idem_key) DO NOTHING\
        """,
        entry.exchange(),
        entry.ref(),
        entry.executor(),
        LookupKey.of(entry.key()),
        entry.taken().toEpochMilli(),
        entry.message(),
        ColumnValues.millis(entry.writtenAt()),
        entry.result());
  }

  @Override
  public Optional<Entry> find(String exchange, String ref, String executor, String key) {
    return store.read(session -> Optional.ofNullable(find(session, exchange, ref, executor, key)));
  }

  static @Nullable Entry find(
      SqlSession session, String exchange, String ref, String executor, String key)
      throws SQLException {
    return session.first(
        SELECT + "WHERE exchange = ? AND ref = ? AND executor = ? AND idem_key = ?",
        JdbcAnswers::entry,
        exchange,
        ref,
        executor,
        LookupKey.of(key));
  }

  @Override
  public void release(long number) {
    update("UPDATE answer SET idem_key = ? WHERE number = ?", "released " + number, number);
  }

  @Override
  public void written(long number, Instant at, String result) {
    update(
        "UPDATE answer SET written_at = ?, result = ? WHERE number = ?",
        at.toEpochMilli(),
        result,
        number);
  }

  @Override
  public void refused(long number, String result) {
    update(
        """
        UPDATE answer SET state = 'refused', settled_at = ?, result = ?, message = ?
        WHERE number = ?\
        """,
        clock.millis(),
        result,
        LET_GO,
        number);
  }

  @Override
  public void confirmed(long number) {
    update(
        "UPDATE answer SET state = 'confirmed', settled_at = ?, message = ? WHERE number = ?",
        clock.millis(),
        LET_GO,
        number);
  }

  private void update(String sql, @Nullable Object... values) {
    store.write(session -> session.update(sql, values));
  }

  @Override
  public List<Entry> open(String exchange, int max) {
    return store.read(session ->
        session.list(
            SELECT
                + "WHERE state = 'open' AND exchange = ?"
                + PartitionSql.in(store.partitions().held(), "exchange", "ref")
                + " ORDER BY number LIMIT ?",
            JdbcAnswers::entry,
            exchange,
            max));
  }

  @Override
  public int prune(Instant before) {
    return store.write(session ->
        session.update("DELETE FROM answer WHERE settled_at < ?", before.toEpochMilli()));
  }

  private static Entry entry(ResultRow row) throws SQLException {
    return entry(row.number(), row);
  }

  /** What stands behind its number. */
  static Entry entry(long number, ResultRow row) throws SQLException {
    return new Entry(
        number,
        row.text(),
        row.text(),
        row.text(),
        row.text(),
        row.instant(),
        row.bytes(),
        row.instantOrNull(),
        row.textOrNull());
  }
}
