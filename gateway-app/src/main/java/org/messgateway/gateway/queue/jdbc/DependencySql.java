package org.messgateway.gateway.queue.jdbc;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.messgateway.gateway.queue.LookupKey;

/** Ids and refs that threads wait for; ids are the requestor's own names. */
final class DependencySql {

  /** Threads are asked for row by row: in a join PostgreSQL begins with all of the exchange. */
  private static final MultiRowSql WAITING_FOR =
      MultiRowSql.ofKeys(
          MultiRowSql.Column.TEXT,
          """
          SELECT w.waits_for, (SELECT t.ref FROM thread t WHERE t.id = w.thread
            AND t.exchange = (SELECT e.id FROM exchange e WHERE e.name = ?))
          FROM dependency w WHERE w.waits_for IN (%s) ORDER BY w.thread\
          """);

  /** What is known of the table without a look; {@code NONE} only where nobody else writes it. */
  private enum Known {
    NOTHING,
    NONE,
    SOME
  }

  private final boolean shared;
  private final AtomicReference<Known> known = new AtomicReference<>(Known.NOTHING);

  /**
   * @param shared whether other processes write the same store
   */
  DependencySql(boolean shared) {
    this.shared = shared;
  }

  /** Of a thread that is new. */
  void insert(SqlSession session, long thread, Set<String> dependsOn) throws SQLException {
    for (String on : keys(dependsOn)) {
      waitFor(session, thread, on);
    }
  }

  void store(SqlSession session, long thread, Set<String> dependsOn) throws SQLException {
    Set<String> stored =
        new HashSet<>(
            session.list(
                "SELECT waits_for FROM dependency WHERE thread = ?", ResultRow::text, thread));
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
    return dependsOn.stream().map(LookupKey::of).collect(Collectors.toUnmodifiableSet());
  }

  private void waitFor(SqlSession session, long thread, String on) throws SQLException {
    known.set(Known.SOME);
    session.update("INSERT INTO dependency (thread, waits_for) VALUES (?, ?)", thread, on);
  }

  List<String> waitsFor(SqlSession session, String exchange, String ref) throws SQLException {
    return session.list(
        """
        SELECT w.waits_for FROM dependency w JOIN thread t ON t.id = w.thread
          JOIN exchange e ON e.id = t.exchange
        WHERE e.name = ? AND t.ref = ? ORDER BY w.waits_for\
        """,
        ResultRow::text,
        exchange,
        ref);
  }

  /** Refs of threads that wait for one of these ids or refs, each once, in the order of the ids. */
  List<String> waitingFor(SqlSession session, String exchange, Collection<String> ended)
      throws SQLException {
    if (none(session)) {
      return List.of();
    }
    record Waiting(String waitsFor, @Nullable String ref) {}
    Set<String> keys = new LinkedHashSet<>();
    ended.forEach(id -> keys.add(LookupKey.of(id)));
    Map<String, List<String>> byKey = new HashMap<>();
    for (Waiting one :
        WAITING_FOR.list(
            session,
            row -> new Waiting(row.text(), row.textOrNull()),
            List.of(exchange),
            List.copyOf(keys),
            List.of())) {
      if (one.ref() != null) {
        byKey.computeIfAbsent(one.waitsFor(), key -> new ArrayList<>()).add(one.ref());
      }
    }
    Set<String> refs = new LinkedHashSet<>();
    keys.forEach(key -> refs.addAll(byKey.getOrDefault(key, List.of())));
    return List.copyOf(refs);
  }

  /** Asked of the table until it is known: a dependency that comes meanwhile is not overlooked. */
  private boolean none(SqlSession session) throws SQLException {
    if (shared || known.get() == Known.SOME) {
      return false;
    }
    if (known.get() == Known.NOTHING
        && session.first("SELECT 1 FROM dependency LIMIT 1", ResultRow::count) == null) {
      known.compareAndSet(Known.NOTHING, Known.NONE);
    }
    return known.get() == Known.NONE;
  }
}
