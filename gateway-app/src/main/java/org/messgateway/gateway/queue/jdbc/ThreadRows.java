package org.messgateway.gateway.queue.jdbc;

import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.messgateway.gateway.queue.LookupKey;
import org.messgateway.gateway.queue.PartitionSet;
import org.messgateway.gateway.queue.ThreadRow;

/** Reads the rows of threads. */
final class ThreadRows {

  /** Columns of a {@link ThreadRow}, for {@link #read}. */
  static final String COLUMNS =
      "e.name, t.ref, t.place, t.inode, t.size, t.modified, t.status, t.round, t.next_look,"
          + " t.problem, t.requestor, t.client_id, t.executor, t.updated, t.requires, t.successors,"
          + " t.generation, t.created, t.intent";

  static final String FROM = " FROM thread t JOIN exchange e ON e.id = t.exchange ";

  /** A number and no join: so that the index is walked in its order also before statistics are. */
  static final String OF_EXCHANGE = "t.exchange = (SELECT x.id FROM exchange x WHERE x.name = ?)";

  /** Ref by ref: for many at once a planner without statistics would read the whole exchange. */
  private static final MultiRowSql FIND =
      MultiRowSql.ofRows(
          "WITH found AS MATERIALIZED (SELECT (SELECT t.id FROM thread t WHERE "
              + OF_EXCHANGE
              + " AND t.ref = wanted.column1) AS id FROM (VALUES %s) wanted) SELECT "
              + COLUMNS
              + " FROM found CROSS JOIN thread t JOIN exchange e ON e.id = t.exchange"
              + " WHERE t.id = found.id",
          MultiRowSql.Column.TEXT);

  /** Characters of the date with which refs begin, and the dash behind it. */
  private static final int DATE = "2026-11-20-".length();

  /** A row with what only changes of it need. */
  record Stored(ThreadRow row, long id, @Nullable Long endedAt) {}

  static @Nullable Stored stored(SqlSession session, String exchange, String ref)
      throws SQLException {
    return session.first(
        "SELECT " + COLUMNS + ", t.id, t.ended_at" + FROM + "WHERE e.name = ? AND t.ref = ?",
        result -> new Stored(read(result), result.number(), result.numberOrNull()),
        exchange,
        ref);
  }

  @Nullable ThreadRow find(SqlSession session, String exchange, String ref) throws SQLException {
    return session.first(
        "SELECT " + COLUMNS + FROM + "WHERE e.name = ? AND t.ref = ?",
        ThreadRows::read,
        exchange,
        ref);
  }

  /** Those of these that are known. */
  List<ThreadRow> find(SqlSession session, String exchange, List<String> refs) throws SQLException {
    return FIND.list(session, ThreadRows::read, List.of(exchange), refs, List.of());
  }

  @Nullable ThreadRow find(SqlSession session, String exchange, String requestor, String clientId)
      throws SQLException {
    return session.first(
        "SELECT "
            + COLUMNS
            + FROM
            + "WHERE e.name = ? AND t.requestor = ? AND t.client_id = ? ORDER BY t.id DESC LIMIT 1",
        ThreadRows::read,
        exchange,
        LookupKey.of(requestor),
        LookupKey.of(clientId));
  }

  List<ThreadRow> threadsByClientId(SqlSession session, String exchange, String clientId, int max)
      throws SQLException {
    return session.list(
        "SELECT "
            + COLUMNS
            + FROM
            + "WHERE e.name = ? AND t.client_id = ? ORDER BY t.id DESC LIMIT ?",
        ThreadRows::read,
        exchange,
        LookupKey.of(clientId),
        max);
  }

  List<ThreadRow> page(SqlSession session, String exchange, String after, int max)
      throws SQLException {
    return session.list(
        "SELECT "
            + COLUMNS
            + FROM
            + "WHERE "
            + OF_EXCHANGE
            + " AND t.ref > ? ORDER BY t.ref LIMIT ?",
        ThreadRows::read,
        exchange,
        after,
        max);
  }

  /** In the order of the index; there may be a million, of which few are open. */
  List<String> open(SqlSession session, String exchange, String after, int max)
      throws SQLException {
    return session.list(
        "SELECT t.ref FROM thread t WHERE "
            + OF_EXCHANGE
            + " AND t.ref > ? AND t.ended_at IS NULL ORDER BY t.ref LIMIT ?",
        ResultRow::text,
        exchange,
        after,
        max);
  }

  int countOpen(SqlSession session, String exchange, String requestor) throws SQLException {
    Long count =
        session.first(
            "SELECT count(*) FROM thread t WHERE "
                + OF_EXCHANGE
                + " AND t.ended_at IS NULL AND t.requestor = ?",
            ResultRow::number,
            exchange,
            LookupKey.of(requestor));
    return count == null ? 0 : Math.toIntExact(count);
  }

  /**
   * From the end of the index: who asks for the last one has asked of late. All of its date, since
   * the order of texts has 150 behind 1000.
   */
  List<String> last(SqlSession session, String exchange, String requestor) throws SQLException {
    String last =
        session.first(
            "SELECT t.ref FROM thread t WHERE "
                + OF_EXCHANGE
                + " AND t.requestor = ? ORDER BY t.ref DESC LIMIT 1",
            ResultRow::text,
            exchange,
            LookupKey.of(requestor));
    return last == null
        ? List.of()
        : session.list(
            "SELECT t.ref FROM thread t WHERE "
                + OF_EXCHANGE
                + " AND t.requestor = ? AND t.ref >= ? AND t.ref <= ?",
            ResultRow::text,
            exchange,
            LookupKey.of(requestor),
            last.substring(0, Math.min(last.length(), DATE)),
            last);
  }

  List<ThreadRow> due(SqlSession session, String exchange, long now, PartitionSet among, int max)
      throws SQLException {
    return session.list(
        "SELECT "
            + COLUMNS
            + FROM
            + "WHERE e.name = ? AND t.next_look IS NOT NULL AND t.next_look <= ?"
            + PartitionSql.in(among, "e.name", "t.ref")
            + " ORDER BY t.next_look LIMIT ?",
        ThreadRows::read,
        exchange,
        now,
        max);
  }

  static ThreadRow read(ResultRow row) throws SQLException {
    return new ThreadRow(
        row.text(),
        row.text(),
        row.text(),
        row.number(),
        row.number(),
        ColumnValues.ofNanos(row.number()),
        row.text(),
        row.count(),
        row.instantOrNull(),
        row.textOrNull(),
        row.textOrNull(),
        row.textOrNull(),
        facts(row),
        ThreadRow.refs(row.textOrNull()),
        new ThreadRow.Origin(row.number(), row.instantOrNull(), row.textOrNull()));
  }

  private static ThreadRow.@Nullable QueryFacts facts(ResultRow row) throws SQLException {
    String executor = row.textOrNull();
    Instant updated = row.instantOrNull();
    String requires = row.textOrNull();
    return updated == null
        ? null
        : new ThreadRow.QueryFacts(
            executor, updated, requires == null ? List.of() : ColumnValues.ofLines(requires));
  }
}
