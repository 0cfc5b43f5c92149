package org.messgateway.gateway.queue.jdbc;

import static org.messgateway.gateway.queue.jdbc.MultiRowSql.Column.NUMBER;
import static org.messgateway.gateway.queue.jdbc.MultiRowSql.Column.TEXT;

import java.sql.SQLException;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.mess.ThreadStatus;
import org.messgateway.gateway.queue.ReconcileRequest;
import org.messgateway.gateway.queue.ThreadRow;
import org.messgateway.gateway.queue.ThreadRow.QueryFacts;
import org.messgateway.gateway.queue.jdbc.ThreadRows.Stored;

/** Stores the rows of threads. */
final class ThreadSql {

  private static final MultiRowSql INSERT =
      MultiRowSql.ofRows(
          """
          INSERT INTO thread (exchange, ref, place, inode, size, modified, status, round,
            next_look, problem, ended_at, requestor, client_id, executor, updated, requires,
            successors, generation, created, intent)
          VALUES %s ON CONFLICT (exchange, ref) DO NOTHING RETURNING id, exchange, ref\
          """,
          NUMBER, TEXT, TEXT, NUMBER, NUMBER, NUMBER, TEXT, NUMBER, NUMBER, TEXT, NUMBER, TEXT,
          TEXT, TEXT, NUMBER, TEXT, TEXT, NUMBER, NUMBER, TEXT);

  private record Name(long exchange, String ref) {}

  private final DependencySql dependencies;

  ThreadSql(DependencySql dependencies) {
    this.dependencies = dependencies;
  }

  /**
   * Inserts new threads together with their dependencies, because a burst consists of new threads.
   *
   * @return the key of each; null for a known thread, and for a repetition in this list
   */
  List<@Nullable Long> insert(SqlSession session, long now, List<ReconcileRequest> wishes)
      throws SQLException {
    List<ThreadRow> rows = wishes.stream().map(ReconcileRequest::thread).toList();
    List<Name> names = names(session, now, rows);
    Map<Name, Long> fresh = insert(session, now, rows, names);
    List<@Nullable Long> keys = new ArrayList<>(wishes.size());
    for (int i = 0; i < wishes.size(); i++) {
      Long key = fresh.remove(names.get(i));
      keys.add(key);
      if (key != null) {
        dependencies.insert(session, key, wishes.get(i).dependsOn());
      }
    }
    return keys;
  }

  /** Stores the row of a thread that is there if it differs, and what it waits for. */
  long store(SqlSession session, long now, ThreadRow row, Set<String> dependsOn)
      throws SQLException {
    Stored stored = stored(session, row);
    if (!same(stored.row(), row)) {
      update(session, now, row, stored);
    }
    dependencies.store(session, stored.id(), dependsOn);
    return stored.id();
  }

  private static Stored stored(SqlSession session, ThreadRow row) throws SQLException {
    return Objects.requireNonNull(ThreadRows.stored(session, row.exchange(), row.ref()));
  }

  private static boolean same(ThreadRow stored, ThreadRow row) {
    return stored.place().equals(row.place())
        && stored.inode() == row.inode()
        && stored.size() == row.size()
        && stored.modified().equals(row.modified())
        && stored.status().equals(row.status())
        && stored.round() == row.round()
        && Objects.equals(
            ColumnValues.millis(stored.nextLook()), ColumnValues.millisUp(row.nextLook()))
        && Objects.equals(stored.problem(), row.problem())
        && Objects.equals(stored.requestor(), row.requestor())
        && Objects.equals(stored.clientId(), row.clientId())
        && Objects.equals(stored.facts(), stored(row.facts()))
        && stored.successors().equals(row.successors())
        && stored.origin().equals(row.origin());
  }

  /** As they are read again. */
  private static @Nullable QueryFacts stored(@Nullable QueryFacts facts) {
    return facts == null
        ? null
        : new QueryFacts(
            facts.executor(), facts.updated().truncatedTo(ChronoUnit.MILLIS), facts.requires());
  }

  private static List<Name> names(SqlSession session, long now, List<ThreadRow> rows)
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

  /** Keys of the threads that were inserted. */
  private static Map<Name, Long> insert(
      SqlSession session, long now, List<ThreadRow> rows, List<Name> names) throws SQLException {
    record InsertedThread(long id, Name name) {}
    Map<Name, Long> fresh = new HashMap<>();
    List<@Nullable Object> values = new ArrayList<>(20 * rows.size());
    for (int i = 0; i < rows.size(); i++) {
      values.add(names.get(i).exchange());
      addValues(rows.get(i), now, values);
    }
    INSERT
        .list(
            session,
            row -> new InsertedThread(row.number(), new Name(row.number(), row.text())),
            values)
        .forEach(one -> fresh.put(one.name(), one.id()));
    return fresh;
  }

  private static void addValues(ThreadRow row, long now, List<@Nullable Object> values) {
    values.add(row.ref());
    values.add(row.place());
    values.add(row.inode());
    values.add(row.size());
    values.add(ColumnValues.nanos(row.modified()));
    values.add(row.status());
    values.add(row.round());
    values.add(ColumnValues.millisUp(row.nextLook()));
    values.add(row.problem());
    values.add(ended(row) ? (Long) now : null);
    values.add(row.requestor());
    values.add(row.clientId());
    QueryFacts facts = row.facts();
    values.add(facts == null ? null : facts.executor());
    values.add(facts == null ? null : ColumnValues.millis(facts.updated()));
    values.add(facts == null ? null : ColumnValues.lines(facts.requires()));
    values.add(row.lines());
    values.add(row.origin().generation());
    values.add(ColumnValues.millis(row.origin().created()));
    values.add(row.origin().intent());
  }

  private static void update(SqlSession session, long now, ThreadRow row, Stored stored)
      throws SQLException {
    QueryFacts facts = row.facts();
    Long endedAt = stored.endedAt() == null ? (Long) now : stored.endedAt();
    session.update(
        """
        UPDATE thread SET place = ?, inode = ?, size = ?, modified = ?, status = ?, round = ?,
          next_look = ?, problem = ?, ended_at = ?, requestor = ?, client_id = ?,
          executor = ?, updated = ?, requires = ?, successors = ?, generation = ?,
          created = ?, intent = ? WHERE id = ?\
        """,
        row.place(),
        row.inode(),
        row.size(),
        ColumnValues.nanos(row.modified()),
        row.status(),
        row.round(),
        ColumnValues.millisUp(row.nextLook()),
        row.problem(),
        ended(row) ? endedAt : null,
        row.requestor(),
        row.clientId(),
        facts == null ? null : facts.executor(),
        facts == null ? null : ColumnValues.millis(facts.updated()),
        facts == null ? null : ColumnValues.lines(facts.requires()),
        row.lines(),
        row.origin().generation(),
        ColumnValues.millis(row.origin().created()),
        row.origin().intent(),
        stored.id());
  }

  private static boolean ended(ThreadRow row) {
    return ThreadStatus.of(row.status()).filter(ThreadStatus::ended).isPresent();
  }

  private static long exchange(SqlSession session, long now, String name) throws SQLException {
    Long id = session.first("SELECT id FROM exchange WHERE name = ?", ResultRow::number, name);
    return id != null
        ? id
        : session.number(
            "INSERT INTO exchange (name, known_since) VALUES (?, ?) RETURNING id", name, now);
  }

  /** Milliseconds; from now on when the exchange was not known. */
  long knownSince(SqlSession session, long now, String name) throws SQLException {
    exchange(session, now, name);
    return session.number("SELECT known_since FROM exchange WHERE name = ?", name);
  }

  /** Stores the row alone. */
  void storeOnly(SqlSession session, long now, ThreadRow row) throws SQLException {
    List<ThreadRow> rows = List.of(row);
    if (insert(session, now, rows, names(session, now, rows)).isEmpty()) {
      Stored stored = stored(session, row);
      if (!same(stored.row(), row)) {
        update(session, now, row, stored);
      }
    }
  }
}
