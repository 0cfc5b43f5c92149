package org.messgateway.gateway.queue.jdbc;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The columns of one result row, read one after the other in the order they were selected. */
final class ResultRow {

  /** Makes a value of a row. */
  @FunctionalInterface
  interface Reader<T> {
    T read(ResultRow row) throws SQLException;
  }

  private final ResultSet results;
  private int column;

  ResultRow(ResultSet results) {
    this.results = results;
  }

  boolean next() throws SQLException {
    column = 0;
    return results.next();
  }

  long number() throws SQLException {
    return results.getLong(++column);
  }

  int count() throws SQLException {
    return results.getInt(++column);
  }

  boolean flag() throws SQLException {
    return results.getBoolean(++column);
  }

  @Nullable Long numberOrNull() throws SQLException {
    long value = number();
    return results.wasNull() ? null : value;
  }

  String text() throws SQLException {
    return results.getString(++column);
  }

  @Nullable String textOrNull() throws SQLException {
    return results.getString(++column);
  }

  byte[] bytes() throws SQLException {
    return results.getBytes(++column);
  }

  Instant instant() throws SQLException {
    return Instant.ofEpochMilli(number());
  }

  @Nullable Instant instantOrNull() throws SQLException {
    Long millis = numberOrNull();
    return millis == null ? null : Instant.ofEpochMilli(millis);
  }
}
