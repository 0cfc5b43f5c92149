package org.messgateway.gateway.queue.jdbc;

import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;

/**
 * The least a durable queue in SQLite can do: insert, claim, delete, one commit each per batch,
 * synchronous FULL, one thread, no interface. What {@link QueueRate} is measured against.
 */
final class BareSqlite implements AutoCloseable {

  private static final int BATCH = 256;
  private static final byte[] PAYLOAD = new byte[1024];

  private final SqlSession session;

  BareSqlite(Path file) throws SQLException {
    session = new SqlSession(new SqliteDialect(file).connectForWriting());
    session.update(
        "CREATE TABLE item (id INTEGER PRIMARY KEY, due INTEGER NOT NULL, dest TEXT NOT NULL,"
            + " state INTEGER NOT NULL, payload BLOB NOT NULL)");
    session.update("CREATE INDEX item_due ON item (state, due)");
  }

  void pairs(int count) throws SQLException {
    for (int done = 0; done < count; done += BATCH) {
      inTransaction(() -> {
        for (int i = 0; i < BATCH; i++) {
          session.update(
              "INSERT INTO item (due, dest, state, payload) VALUES (?, ?, 0, ?)",
              (long) i,
              "http://robot/mess",
              PAYLOAD);
        }
      });
      List<Long> claimed =
          session.list(
              "SELECT id FROM item WHERE state = 0 ORDER BY due LIMIT ?", ResultRow::number, BATCH);
      each(claimed, "UPDATE item SET state = 1 WHERE id = ?");
      each(claimed, "DELETE FROM item WHERE id = ?");
    }
  }

  private void each(List<Long> ids, String sql) throws SQLException {
    inTransaction(() -> {
      for (long id : ids) {
        session.update(sql, id);
      }
    });
  }

  private interface Work {
    void run() throws SQLException;
  }

  private void inTransaction(Work work) throws SQLException {
    session.update("BEGIN IMMEDIATE");
    work.run();
    session.update("COMMIT");
  }

  @Override
  public void close() throws SQLException {
    session.close();
  }
}
