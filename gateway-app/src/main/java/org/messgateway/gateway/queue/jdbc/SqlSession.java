package org.messgateway.gateway.queue.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongPredicate;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;

/**
 * One connection with its prepared statements; used by one thread at a time. Every SQL text it is
 * given is a constant of this package, or one of few variants, so the map is bounded.
 */
final class SqlSession implements AutoCloseable {

  /** Channel and address of a lane. */
  record LaneAddress(String channel, String address) {}

  private final Connection connection;
  private final Map<String, PreparedStatement> prepared = new HashMap<>();
  private final Map<LaneAddress, Long> lanes = new HashMap<>();
  private final Map<Long, Long> expected = new HashMap<>();
  private final boolean arrays;
  private boolean work;
  private boolean workOnExpected;

  SqlSession(Connection connection) {
    this.connection = connection;
    this.arrays = connection instanceof PGConnection;
  }

  int update(String sql, @Nullable Object... values) throws SQLException {
    return bound(sql, values).executeUpdate();
  }

  <T> List<T> list(String sql, ResultRow.Reader<T> reader, @Nullable Object... values)
      throws SQLException {
    try (ResultSet results = bound(sql, values).executeQuery()) {
      List<T> rows = new ArrayList<>();
      ResultRow row = new ResultRow(results);
      while (row.next()) {
        rows.add(reader.read(row));
      }
      return rows;
    }
  }

  /** The first row; null when there is none. */
  <T> @Nullable T first(String sql, ResultRow.Reader<T> reader, @Nullable Object... values)
      throws SQLException {
    try (ResultSet results = bound(sql, values).executeQuery()) {
      ResultRow row = new ResultRow(results);
      return row.next() ? reader.read(row) : null;
    }
  }

  /** The first row of the last of several statements; null when there is none. */
  <T> @Nullable T firstOfLast(String sql, ResultRow.Reader<T> reader, @Nullable Object... values)
      throws SQLException {
    PreparedStatement statement = bound(sql, values);
    for (boolean rows = statement.execute(); !rows; rows = statement.getMoreResults()) {
      if (statement.getUpdateCount() < 0) {
        return null;
      }
    }
    try (ResultSet results = statement.getResultSet()) {
      ResultRow row = new ResultRow(results);
      return row.next() ? reader.read(row) : null;
    }
  }

  /** The number in the first column of the only row; also of an insert that returns its key. */
  long number(String sql, @Nullable Object... values) throws SQLException {
    try (ResultSet results = bound(sql, values).executeQuery()) {
      if (!results.next()) {
        throw new SQLException("no row from " + sql);
      }
      return results.getLong(1);
    }
  }

  /** Undoes, and forgets what may have been undone. */
  void rollback(String sql) throws SQLException {
    lanes.clear();
    update(sql);
  }

  /** Keys of lanes that were found on this connection; they never change. */
  Map<LaneAddress, Long> lanes() {
    return lanes;
  }

  /** Notes that a row may be due sooner; listeners are called after the commit. */
  void work() {
    work = true;
  }

  /**
   * Notes that a row of this lane may be sent from then on.
   *
   * @param sooner whether sooner than the lane's row said
   */
  void expect(long lane, long due, boolean sooner) {
    expected.merge(lane, due, Math::min);
    workOnExpected |= sooner;
  }

  /**
   * The lanes that this node holds and that have rows which are due. When there are no others, only
   * this node has to know. A row whose time has yet to come makes work in any case: what its lane's
   * row said may be of a row that is gone.
   */
  List<Long> expectedHere(LongPredicate held, long now) {
    List<Long> here = new ArrayList<>();
    for (Map.Entry<Long, Long> one : expected.entrySet()) {
      boolean ours = held.test(one.getKey());
      if (ours && one.getValue() <= now) {
        here.add(one.getKey());
      }
      work |= ours && one.getValue() > now;
    }
    work |= workOnExpected && here.size() < expected.size();
    workOnExpected = false;
    return here;
  }

  boolean hasWork() {
    return work || workOnExpected;
  }

  /** Whether there was {@link #work}, which is forgotten with the answer. */
  boolean takeWork() {
    boolean had = hasWork();
    work = false;
    workOnExpected = false;
    expected.clear();
    return had;
  }

  /** Whether a parameter may be an array: of {@link Long}, {@link String} or {@code byte[]}. */
  boolean takesArrays() {
    return arrays;
  }

  /** What was prepared so far, for a test that asks how each is executed. */
  Set<String> statements() {
    return Set.copyOf(prepared.keySet());
  }

  private PreparedStatement bound(String sql, @Nullable Object[] values) throws SQLException {
    PreparedStatement statement = prepared.get(sql);
    if (statement == null) {
      statement = connection.prepareStatement(sql);
      prepared.put(sql, statement);
    }
    for (int i = 0; i < values.length; i++) {
      bind(statement, i + 1, values[i]);
    }
    return statement;
  }

  private static void bind(PreparedStatement statement, int index, @Nullable Object value)
      throws SQLException {
    switch (value) {
      case null -> statement.setObject(index, null);
      case Long number -> statement.setLong(index, number);
      case Integer number -> statement.setInt(index, number);
      case String text -> statement.setString(index, storable(text));
      case Boolean flag -> statement.setInt(index, flag ? 1 : 0);
      case byte[] bytes -> statement.setBytes(index, bytes);
      case Object[] array -> statement.setObject(index, array);
      default -> throw new SQLException("no column takes a " + value.getClass().getName());
    }
  }

  /**
   * PostgreSQL has no room in a text for this one character; names and sentences can do without.
   */
  static String storable(String text) {
    return text.indexOf('\0') < 0 ? text : text.replace('\0', '\uFFFD');
  }

  /** For what only one database knows. */
  Connection connection() {
    return connection;
  }

  @Override
  public void close() throws SQLException {
    try {
      for (PreparedStatement statement : prepared.values()) {
        statement.close();
      }
    } finally {
      connection.close();
    }
  }
}
