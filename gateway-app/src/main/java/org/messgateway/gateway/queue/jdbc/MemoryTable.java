package org.messgateway.gateway.queue.jdbc;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.sqlite.ProgressHandler;
import org.sqlite.SQLiteConnection;
import org.sqlite.SQLiteLimits;

/**
 * A table in memory that answers questions in SQLite's SQL. Nothing else can be reached by them: no
 * file can be attached, and nothing is written once the rows are in. Used by one thread.
 */
public final class MemoryTable implements AutoCloseable {

  /** The form of a question; what writes is refused by the database as well. */
  private static final Pattern QUESTION = Pattern.compile("(?is)\\s*+(?:SELECT|WITH|VALUES)\\b.*+");

  /** Instructions of SQLite between two looks at the time: some milliseconds. */
  private static final int INSTRUCTIONS = 100_000;

  private final Connection connection;

  /** When the present question must be answered, in {@code System.nanoTime()}. */
  private long until;

  /**
   * What a question found.
   *
   * @param whole false when there are more rows than were asked for
   */
  public record Found(List<String> columns, List<List<@Nullable Object>> rows, boolean whole) {}

  /**
   * @param name and the columns, words of letters and {@code _}
   * @param rows in the order of the columns; texts, numbers or null
   */
  public MemoryTable(String name, List<String> columns, List<List<@Nullable Object>> rows) {
    try {
      connection = DriverManager.getConnection("jdbc:sqlite::memory:");
      fill(name, columns, rows);
      SQLiteConnection sqlite = connection.unwrap(SQLiteConnection.class);
      sqlite.setLimit(SQLiteLimits.SQLITE_LIMIT_ATTACHED, 0);
      execute("PRAGMA query_only = ON");
      ProgressHandler.setHandler(
          connection,
          INSTRUCTIONS,
          new ProgressHandler() {
            @Override
            protected int progress() {
              return inTime() ? 0 : 1;
            }
          });
    } catch (SQLException e) {
      throw new IllegalStateException("No table in memory", e);
    }
  }

  private void fill(String name, List<String> columns, List<List<@Nullable Object>> rows)
      throws SQLException {
    execute("CREATE TABLE " + name + " (" + String.join(", ", columns) + ")");
    String places = String.join(", ", Collections.nCopies(columns.size(), "?"));
    connection.setAutoCommit(false);
    try (PreparedStatement insert =
        connection.prepareStatement("INSERT INTO " + name + " VALUES (" + places + ")")) {
      for (List<@Nullable Object> row : rows) {
        for (int i = 0; i < row.size(); i++) {
          insert.setObject(i + 1, row.get(i));
        }
        insert.addBatch();
      }
      int[] _ = insert.executeBatch();
    }
    connection.commit();
    connection.setAutoCommit(true);
  }

  private void execute(String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      boolean _ = statement.execute(sql);
    }
  }

  /**
   * Answers one question.
   *
   * @throws IllegalArgumentException when it is no question, has a mistake, or takes longer than
   *     that; says which
   */
  public Found ask(String sql, int mostRows, Duration atMost) {
    if (!QUESTION.matcher(sql).matches()) {
      throw new IllegalArgumentException("a question begins with SELECT or WITH");
    }
    try (Statement statement = connection.createStatement()) {
      until = System.nanoTime() + atMost.toNanos();
      try (ResultSet result = statement.executeQuery(sql)) {
        return found(result, mostRows);
      }
    } catch (SQLException e) {
      throw new IllegalArgumentException(
          inTime()
              ? String.valueOf(e.getMessage())
              : "it takes longer than " + atMost.toSeconds() + " s",
          e);
    }
  }

  private boolean inTime() {
    return System.nanoTime() - until < 0;
  }

  private static Found found(ResultSet result, int mostRows) throws SQLException {
    List<String> columns = new ArrayList<>();
    for (int i = 1; i <= result.getMetaData().getColumnCount(); i++) {
      columns.add(result.getMetaData().getColumnLabel(i));
    }
    List<List<@Nullable Object>> rows = new ArrayList<>();
    while (result.next()) {
      if (rows.size() == mostRows) {
        return new Found(columns, rows, false);
      }
      List<@Nullable Object> row = new ArrayList<>();
      for (int i = 1; i <= columns.size(); i++) {
        row.add(result.getObject(i));
      }
      rows.add(row);
    }
    return new Found(columns, rows, true);
  }

  @Override
  public void close() {
    try {
      connection.close();
    } catch (SQLException e) {
      throw new IllegalStateException("The table stays open", e);
    }
  }
}
