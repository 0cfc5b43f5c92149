package org.messgateway.gateway.queue.jdbc;

import java.sql.SQLException;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.mess.ThreadStatus;
import org.messgateway.gateway.queue.ThreadRow;

/** What is known of threads and what they wait for. */
final class ThreadSql {

  /** Columns of a {@link ThreadRow}, for {@link #read}. */
  private static final String COLUMNS =
      "e.name, t.ref, t.place, t.inode, t.size, t.modified, t.status, t.round, t.next_look,"
          + " t.problem, t.requestor, t.client_id";

  private static final String FROM = " FROM thread t JOIN exchange e ON e.id = t.exchange ";

  /** A thread's key and whether its row was made just now. */
  record Key(long id, boolean fresh) {}

  private record Stored(ThreadRow row, long id, @Nullable Long endedAt) {}

  /** Stores the row if it differs, and what the thread waits for. */
  Key store(Session session, long now, ThreadRow row, Set<String> dependsOn) throws SQLException {
    // A burst is of new threads: they cost one statement, the others one more.
    Long fresh = insert(session, now, row);
    if (fresh != null) {
      for (String on : dependsOn) {
        waitFor(session, fresh, on);
      }
      return new Key(fresh, true);
    }
    Stored stored = Objects.requireNonNull(stored(session, row));
    if (!same(stored.row(), row)) {
      update(session, now, row, stored);
    }
    storeDependencies(session, stored.id(), dependsOn);
    return new Key(stored.id(), false);
  }

  private static @Nullable Stored stored(Session session, ThreadRow row) throws SQLException {
    return session.first(
        "SELECT " + COLUMNS + ", t.id, t.ended_at" + FROM + "WHERE e.name = ? AND t.ref = ?",
        result -> new Stored(read(result), result.number(), result.numberOrNull()),
        row.exchange(),
        row.ref());
  }

  private static boolean same(ThreadRow stored, ThreadRow row) {
    return stored.place().equals(row.place())
        && stored.inode() == row.inode()
        && stored.size() == row.size()
        && stored.modified().equals(row.modified())
        && stored.status().equals(row.status())
        && stored.round() == row.round()
        && Objects.equals(Columns.millis(stored.nextLook()), Columns.millisUp(row.nextLook()))
        && Objects.equals(stored.problem(), row.problem())
        && Objects.equals(stored.requestor(), row.requestor())
        && Objects.equals(stored.clientId(), row.clientId());
  }

  /** Null when there is one already. */
  private static @Nullable Long insert(Session session, long now, ThreadRow row)
      throws SQLException {
    return session.first(
        """
        INSERT INTO thread (exchange, ref, place, inode, size, modified, status, round, next_look,
          problem, ended_at, requestor, client_id)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT (exchange, ref) DO NOTHING RETURNING id\
        """,
        Row::number,
        exchange(session, now, row.exchange()),
        row.ref(),
        row.place(),
        row.inode(),
        row.size(),
        Columns.nanos(row.modified()),
        row.status(),
        row.round(),
        Columns.millisUp(row.nextLook()),
        row.problem(),
        ended(row) ? (Long) now : null,
        row.requestor(),
        row.clientId());
  }

  private static void update(Session session, long now, ThreadRow row, Stored stored)
      throws SQLException {
    Long endedAt = stored.endedAt() == null ? (Long) now : stored.endedAt();
    session.update(
        """
        UPDATE thread SET place = ?, inode = ?, size = ?, modified = ?, status = ?, round = ?,
          next_look = ?, problem = ?, ended_at = ?, requestor = ?, client_id = ? WHERE id = ?\
        """,
        row.place(),
        row.inode(),
        row.size(),
        Columns.nanos(row.modified()),
        row.status(),
        row.round(),
        Columns.millisUp(row.nextLook()),
        row.problem(),
        ended(row) ? endedAt : null,
        row.requestor(),
        row.clientId(),
        stored.id());
  }

  private static boolean ended(ThreadRow row) {
    return ThreadStatus.of(row.status()).filter(ThreadStatus::ended).isPresent();
  }

  private static long exchange(Session session, long now, String name) throws SQLException {
    Long id = session.first("SELECT id FROM exchange WHERE name = ?", Row::number, name);
    return id != null
        ? id
        : session.number(
            "INSERT INTO exchange (name, known_since) VALUES (?, ?) RETURNING id", name, now);
  }

  /** Milliseconds; from now on when the exchange was not known. */
  long knownSince(Session session, long now, String name) throws SQLException {
    exchange(session, now, name);
    return session.number("SELECT known_since FROM exchange WHERE name = ?", name);
  }

  /** Stores the row alone. */
  void note(Session session, long now, ThreadRow row) throws SQLException {
    if (insert(session, now, row) == null) {
      Stored stored = Objects.requireNonNull(stored(session, row));
      if (!same(stored.row(), row)) {
        update(session, now, row, stored);
      }
    }
  }

  @Nullable ThreadRow find(Session session, String exchange, String requestor, String clientId)
      throws SQLException {
    return session.first(
        "SELECT "
            + COLUMNS
            + FROM
            + "WHERE e.name = ? AND t.requestor = ? AND t.client_id = ? ORDER BY t.id DESC LIMIT 1",
        ThreadSql::read,
        exchange,
        requestor,
        clientId);
  }

  List<String> waitsFor(Session session, String exchange, String ref) throws SQLException {
    return session.list(
        """
        SELECT w.waits_for FROM dependency w JOIN thread t ON t.id = w.thread
          JOIN exchange e ON e.id = t.exchange
        WHERE e.name = ? AND t.ref = ? ORDER BY w.waits_for\
        """,
        Row::text,
        exchange,
        ref);
  }

  private static void storeDependencies(Session session, long thread, Set<String> dependsOn)
      throws SQLException {
    Set<String> stored =
        new HashSet<>(
            session.list("SELECT waits_for FROM dependency WHERE thread = ?", Row::text, thread));
    for (String on : dependsOn) {
      if (!stored.remove(on)) {
        waitFor(session, thread, on);
      }
    }
    for (String gone : stored) {
      session.update("DELETE FROM dependency WHERE thread = ? AND waits_for = ?", thread, gone);
    }
  }

  private static void waitFor(Session session, long thread, String on) throws SQLException {
    session.update("INSERT INTO dependency (thread, waits_for) VALUES (?, ?)", thread, on);
  }

  @Nullable ThreadRow find(Session session, String exchange, String ref) throws SQLException {
    return session.first(
        "SELECT " + COLUMNS + FROM + "WHERE e.name = ? AND t.ref = ?",
        ThreadSql::read,
        exchange,
        ref);
  }

  List<ThreadRow> all(Session session, String exchange) throws SQLException {
    return session.list(
        "SELECT " + COLUMNS + FROM + "WHERE e.name = ? ORDER BY t.id", ThreadSql::read, exchange);
  }

  List<ThreadRow> due(Session session, String exchange, long now, int max) throws SQLException {
    return session.list(
        "SELECT "
            + COLUMNS
            + FROM
            + "WHERE e.name = ? AND t.next_look IS NOT NULL AND t.next_look <= ?"
            + " ORDER BY t.next_look LIMIT ?",
        ThreadSql::read,
        exchange,
        now,
        max);
  }

  /** Refs of threads that wait for this id or ref. */
  List<String> waitingFor(Session session, String exchange, String ended) throws SQLException {
    return session.list(
        """
        SELECT t.ref FROM dependency w JOIN thread t ON t.id = w.thread
          JOIN exchange e ON e.id = t.exchange
        WHERE w.waits_for = ? AND e.name = ? ORDER BY t.id\
        """,
        Row::text,
        ended,
        exchange);
  }

  private static ThreadRow read(Row row) throws SQLException {
    return new ThreadRow(
        row.text(),
        row.text(),
        row.text(),
        row.number(),
        row.number(),
        Columns.ofNanos(row.number()),
        row.text(),
        row.count(),
        row.instantOrNull(),
        row.textOrNull(),
        row.textOrNull(),
        row.textOrNull());
  }
}
