package org.messgateway.benchmarks;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/**
 * What SQLite can do at most: three commits for each batch (queue, claim by due time, delete), 1 KB
 * a row, one index, and nothing else. The second half is measured.
 */
final class BareQueueLoop {

  private static final int BATCH = 256;

  private final Connection connection;
  private final PreparedStatement insert;
  private final PreparedStatement due;
  private final PreparedStatement claim;
  private final PreparedStatement delete;
  private final byte[] payload = new byte[1024];

  private BareQueueLoop(Connection connection) throws SQLException {
    this.connection = connection;
    insert = connection.prepareStatement("INSERT INTO item (due, state, body) VALUES (?, 0, ?)");
    due =
        connection.prepareStatement(
            "SELECT id FROM item WHERE state = 0 AND due <= ? ORDER BY due LIMIT " + BATCH);
    claim = connection.prepareStatement("UPDATE item SET state = 1 WHERE id = ?");
    delete = connection.prepareStatement("DELETE FROM item WHERE id = ?");
  }

  /**
   * @param args folder, {@code FULL} or {@code NORMAL}, how many
   */
  static void main(String[] args) throws SQLException {
    int count = Integer.parseInt(args[2]);
    try (Connection connection =
        DriverManager.getConnection("jdbc:sqlite:" + Path.of(args[0]).resolve("bare.db"))) {
      prepare(connection, args[1]);
      BareQueueLoop loop = new BareQueueLoop(connection);
      loop.run(count);
      long began = System.nanoTime();
      loop.run(count);
      MeasuredLoop.say("pairs", count * 1e9 / (System.nanoTime() - began));
    }
    MeasuredLoop.done();
  }

  private static void prepare(Connection connection, String synchronous) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      for (String sql :
          List.of(
              "PRAGMA journal_mode = WAL",
              "PRAGMA synchronous = " + synchronous,
              "PRAGMA cache_size = -16384",
              "PRAGMA wal_autocheckpoint = 4096",
              "CREATE TABLE item (id INTEGER PRIMARY KEY, due INTEGER, state INTEGER, body BLOB)",
              "CREATE INDEX item_due ON item (state, due)")) {
        statement.execute(sql);
      }
    }
    connection.setAutoCommit(false);
  }

  private void run(int count) throws SQLException {
    for (int at = 0; at < count; at += BATCH) {
      insert(Math.min(BATCH, count - at));
      List<Long> ids = claim();
      each(delete, ids);
      connection.commit();
    }
  }

  private void insert(int count) throws SQLException {
    for (int i = 0; i < count; i++) {
      insert.setLong(1, System.currentTimeMillis());
      insert.setBytes(2, payload);
      insert.executeUpdate();
    }
    connection.commit();
  }

  private List<Long> claim() throws SQLException {
    List<Long> ids = new ArrayList<>();
    due.setLong(1, System.currentTimeMillis());
    try (ResultSet rows = due.executeQuery()) {
      while (rows.next()) {
        ids.add(rows.getLong(1));
      }
    }
    each(claim, ids);
    connection.commit();
    return ids;
  }

  private static void each(PreparedStatement statement, List<Long> ids) throws SQLException {
    for (long id : ids) {
      statement.setLong(1, id);
      statement.executeUpdate();
    }
  }
}
