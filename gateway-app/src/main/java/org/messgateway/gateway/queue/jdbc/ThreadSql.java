package org.messgateway.gateway.queue.jdbc;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.mess.ThreadStatus;
import org.messgateway.gateway.queue.KeyText;
import org.messgateway.gateway.queue.ThreadRow;
import org.messgateway.gateway.queue.ThreadWish;

/** What is known of threads and what they wait for. */
final class ThreadSql {

  /** Columns of a {@link ThreadRow}, for {@link #read}. */
  private static final String COLUMNS =
      "e.name, t.ref, t.place, t.inode, t.size, t.modified, t.status, t.round, t.next_look,"
          + " t.problem, t.requestor, t.client_id";

  private static final String FROM = " FROM thread t JOIN exchange e ON e.id = t.exchange ";

  private static final RowsSql INSERT =
      new RowsSql(rows ->
          """
          INSERT INTO thread (exchange, ref, place, inode, size, modified, status, round,
            next_look, problem, ended_at, requestor, client_id)
          VALUES %s ON CONFLICT (exchange, ref) DO NOTHING RETURNING id, exchange, ref\
          """
              .formatted(RowsSql.values(rows, 13)));

  private static final RowsSql FIND =
      new RowsSql(rows ->
          "SELECT "
              + COLUMNS
              + FROM
              + "WHERE e.name = ? AND t.ref IN ("
              + RowsSql.marks(rows)
              + ")");

  private record Name(long exchange, String ref) {}

  private record Stored(ThreadRow row, long id, @Nullable Long endedAt) {}

  /**
   * Inserts those that are new, with what they wait for: a burst is of new threads.
   *
   * @return the key of each; null for one that is not new, or not for the first time in this list
   */
  List<@Nullable Long> insert(Session session, long now, List<ThreadWish> wishes)
      throws SQLException {
    List<ThreadRow> rows = wishes.stream().map(ThreadWish::thread).toList();
    List<Name> names = names(session, now, rows);
    Map<Name, Long> fresh = insert(session, now, rows, names);
    List<@Nullable Long> keys = new ArrayList<>(wishes.size());
    for (int i = 0; i < wishes.size(); i++) {
      Long key = fresh.remove(names.get(i));
      keys.add(key);
      if (key != null) {
        for (String on : keys(wishes.get(i).dependsOn())) {
          waitFor(session, key, on);
        }
      }
    }
    return keys;
  }

  /** Stores the row of a thread that is there if it differs, and what it waits for. */
  long store(Session session, long now, ThreadRow row, Set<String> dependsOn) throws SQLException {
    Stored stored = Objects.requireNonNull(stored(session, row));
    if (!same(stored.row(), row)) {
      update(session, now, row, stored);
    }
    storeDependencies(session, stored.id(), dependsOn);
    return stored.id();
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

  private static List<Name> names(Session session, long now, List<ThreadRow> rows)
      throws SQLException {
    Map<String, Long> exchanges = new HashMap<>();
    List<Name> names = new ArrayList<>(rows.size());
    for (ThreadRow row : rows) {
      Long exchange = exchanges.get(row.exchange());
      if (exchange == null) {
        exchange = exchange(session, now, row.exchange());
        exchanges.put(row.exchange(), exchange);
      }
      names.add(new Name(exchange, row.ref()));
    }
    return names;
  }

  /** Keys of those that were not there. */
  private static Map<Name, Long> insert(
      Session session, long now, List<ThreadRow> rows, List<Name> names) throws SQLException {
    record Fresh(long id, Name name) {}
    Map<Name, Long> fresh = new HashMap<>();
    int from = 0;
    for (List<ThreadRow> part : RowsSql.parts(rows)) {
      List<@Nullable Object> values = new ArrayList<>();
      for (ThreadRow row : part) {
        values.add(names.get(from++).exchange());
        addValues(row, now, values);
      }
      session
          .list(
              INSERT.of(part.size()),
              row -> new Fresh(row.number(), new Name(row.number(), row.text())),
              values.toArray())
          .forEach(one -> fresh.put(one.name(), one.id()));
    }
    return fresh;
  }

  private static void addValues(ThreadRow row, long now, List<@Nullable Object> values) {
    values.add(row.ref());
    values.add(row.place());
    values.add(row.inode());
    values.add(row.size());
    values.add(Columns.nanos(row.modified()));
    values.add(row.status());
    values.add(row.round());
    values.add(Columns.millisUp(row.nextLook()));
    values.add(row.problem());
    values.add(ended(row) ? (Long) now : null);
    values.add(row.requestor());
    values.add(row.clientId());
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
    List<ThreadRow> rows = List.of(row);
    if (insert(session, now, rows, names(session, now, rows)).isEmpty()) {
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
        KeyText.of(requestor),
        KeyText.of(clientId));
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
    for (String on : keys(dependsOn)) {
      if (!stored.remove(on)) {
        waitFor(session, thread, on);
      }
    }
    for (String gone : stored) {
      session.update("DELETE FROM dependency WHERE thread = ? AND waits_for = ?", thread, gone);
    }
  }

  /** Two that are known by the same text are one. */
  private static Set<String> keys(Set<String> dependsOn) {
    return dependsOn.stream().map(KeyText::of).collect(Collectors.toUnmodifiableSet());
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

  /** Those of these that are known. */
  List<ThreadRow> find(Session session, String exchange, List<String> refs) throws SQLException {
    List<ThreadRow> found = new ArrayList<>();
    for (List<String> part : RowsSql.parts(refs)) {
      List<Object> values = new ArrayList<>(part.size() + 1);
      values.add(exchange);
      values.addAll(part);
      found.addAll(session.list(FIND.of(part.size()), ThreadSql::read, values.toArray()));
    }
    return found;
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
        KeyText.of(ended),
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
