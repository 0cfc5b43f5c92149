package org.messgateway.gateway.queue.jdbc;

import java.sql.SQLException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.messgateway.gateway.queue.LookupKey;

/** Ids and refs that threads wait for; ids are the requestor's own names. */
final class DependencySql {

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

  private static void waitFor(SqlSession session, long thread, String on) throws SQLException {
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

  /** Refs of threads that wait for this id or ref. */
  List<String> waitingFor(SqlSession session, String exchange, String ended) throws SQLException {
    return session.list(
        """
        SELECT t.ref FROM dependency w CROSS JOIN thread t CROSS JOIN exchange e
        WHERE w.waits_for = ? AND t.id = w.thread AND e.id = t.exchange AND e.name = ?
        ORDER BY t.id\
        """,
        ResultRow::text,
        LookupKey.of(ended),
        exchange);
  }
}
