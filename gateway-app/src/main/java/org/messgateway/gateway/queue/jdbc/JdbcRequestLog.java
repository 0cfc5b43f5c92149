package org.messgateway.gateway.queue.jdbc;

import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.messgateway.gateway.queue.journal.RequestLog;

/** Table {@code asked}; rows older than the window are deleted at each call. */
final class JdbcRequestLog implements RequestLog {

  private final JdbcDeliveryQueue store;

  JdbcRequestLog(JdbcDeliveryQueue store) {
    this.store = store;
  }

  @Override
  public Optional<Instant> take(TaskRequest task, int most, Duration within) {
    return store.write(session -> {
      session.update("DELETE FROM asked WHERE at <= ?", task.at().minus(within).toEpochMilli());
      if (stands(session, task)) {
        return Optional.empty();
      }
      if (taken(session, task) >= most) {
        return Optional.of(oldest(session, task).plus(within));
      }
      insert(session, task);
      return Optional.empty();
    });
  }

  private static boolean stands(SqlSession session, TaskRequest task) throws SQLException {
    return session.number(
            "SELECT count(*) FROM asked WHERE executor = ? AND urgent = ? AND ref = ?",
            task.executor(),
            task.urgent(),
            task.ref())
        > 0;
  }

  private static long taken(SqlSession session, TaskRequest task) throws SQLException {
    return session.number(
        "SELECT count(*) FROM asked WHERE executor = ? AND urgent = ?",
        task.executor(),
        task.urgent());
  }

  private static Instant oldest(SqlSession session, TaskRequest task) throws SQLException {
    return Instant.ofEpochMilli(
        session.number(
            "SELECT min(at) FROM asked WHERE executor = ? AND urgent = ?",
            task.executor(),
            task.urgent()));
  }

  private static void insert(SqlSession session, TaskRequest task) throws SQLException {
    session.update(
        "INSERT INTO asked (executor, urgent, ref, at) VALUES (?, ?, ?, ?)",
        task.executor(),
        task.urgent(),
        task.ref(),
        task.at().toEpochMilli());
  }
}
