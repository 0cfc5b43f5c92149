package org.messgateway.gateway.queue.jdbc;

import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.messgateway.gateway.journal.AskedTasks;

/** Table {@code asked}; what is older than asked for is forgotten on the way. */
final class JdbcAskedTasks implements AskedTasks {

  private final JdbcDeliveryQueue store;

  JdbcAskedTasks(JdbcDeliveryQueue store) {
    this.store = store;
  }

  @Override
  public Optional<Instant> take(Asked task, int most, Duration within) {
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

  private static boolean stands(Session session, Asked task) throws SQLException {
    return session.number(
            "SELECT count(*) FROM asked WHERE executor = ? AND urgent = ? AND ref = ?",
            task.executor(),
            task.urgent(),
            task.ref())
        > 0;
  }

  private static long taken(Session session, Asked task) throws SQLException {
    return session.number(
        "SELECT count(*) FROM asked WHERE executor = ? AND urgent = ?",
        task.executor(),
        task.urgent());
  }

  private static Instant oldest(Session session, Asked task) throws SQLException {
    return Instant.ofEpochMilli(
        session.number(
            "SELECT min(at) FROM asked WHERE executor = ? AND urgent = ?",
            task.executor(),
            task.urgent()));
  }

  private static void insert(Session session, Asked task) throws SQLException {
    session.update(
        "INSERT INTO asked (executor, urgent, ref, at) VALUES (?, ?, ?, ?)",
        task.executor(),
        task.urgent(),
        task.ref(),
        task.at().toEpochMilli());
  }
}
