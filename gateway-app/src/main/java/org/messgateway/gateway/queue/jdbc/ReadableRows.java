package org.messgateway.gateway.queue.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.sqlite.ProgressHandler;

/**
 * Reads rows of a damaged SQLite file by key, {@value #PAGE} at a time. After a read error it looks
 * for the next readable key, in steps that double and then halve. A time limit also ends a running
 * statement, because damaged pages may refer to each other in a circle.
 */
final class ReadableRows {

  /** An event may be some hundred kilobytes. */
  private static final int PAGE = 100;

  private static final long LARGEST_STEP = 1L << 40;

  /** Some milliseconds. */
  private static final int INSTRUCTIONS = 10_000;

  /**
   * Makes a value of a row whose first column was read already; empty for one that contradicts
   * itself.
   */
  @FunctionalInterface
  interface RowParser<T> {
    Optional<T> read(ResultRow row) throws SQLException;
  }

  private record RowPage<T>(List<T> rows, long last, boolean end) {

    boolean moved(long after) {
      return last > after;
    }
  }

  private final Connection connection;
  private final BooleanSupplier inTime;

  ReadableRows(Connection connection, BooleanSupplier inTime) throws SQLException {
    this.connection = connection;
    this.inTime = inTime;
    ProgressHandler.setHandler(
        connection,
        INSTRUCTIONS,
        new ProgressHandler() {
          @Override
          protected int progress() {
            return inTime.getAsBoolean() ? 0 : 1;
          }
        });
  }

  /**
   * Reads what can be read.
   *
   * @param sql selects the key first; its parameters are the key to begin after and a limit
   */
  <T> void each(String sql, RowParser<T> reader, Consumer<List<T>> into) {
    OptionalLong after = OptionalLong.of(0);
    while (after.isPresent() && inTime.getAsBoolean()) {
      long begin = after.getAsLong();
      RowPage<T> page = page(sql, begin, reader);
      into.accept(page.rows());
      if (page.end()) {
        return;
      }
      after = page.moved(begin) ? OptionalLong.of(page.last()) : behindDamage(sql, begin, reader);
    }
  }

  /** The least key behind which rows can be read again; empty when there is none, or no time. */
  private <T> OptionalLong behindDamage(String sql, long unreadable, RowParser<T> reader) {
    long low = unreadable;
    long step = 1;
    while (!readable(sql, unreadable + step, reader)) {
      low = unreadable + step;
      step *= 2;
      if (step > LARGEST_STEP || !inTime.getAsBoolean()) {
        return OptionalLong.empty();
      }
    }
    long high = unreadable + step;
    while (high - low > 1 && inTime.getAsBoolean()) {
      long middle = low + (high - low) / 2;
      if (readable(sql, middle, reader)) {
        high = middle;
      } else {
        low = middle;
      }
    }
    return OptionalLong.of(high);
  }

  private <T> boolean readable(String sql, long after, RowParser<T> reader) {
    RowPage<T> page = page(sql, after, reader);
    return page.end() || page.moved(after);
  }

  private <T> RowPage<T> page(String sql, long after, RowParser<T> reader) {
    List<T> rows = new ArrayList<>();
    long last = after;
    int read = 0;
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      statement.setLong(1, after);
      statement.setInt(2, PAGE);
      try (ResultSet results = statement.executeQuery()) {
        ResultRow row = new ResultRow(results);
        for (; row.next(); read++) {
          last = row.number();
          legible(reader, row).ifPresent(rows::add);
        }
        return new RowPage<>(rows, last, read < PAGE);
      }
    } catch (SQLException _) {
      // What came before the damage counts; what lies behind it is asked for from there on.
      return new RowPage<>(rows, last, false);
    }
  }

  /** Codes, digits and texts that are none: the row is left alone. */
  private static <T> Optional<T> legible(RowParser<T> reader, ResultRow row) throws SQLException {
    try {
      return reader.read(row);
    } catch (RuntimeException _) {
      return Optional.empty();
    }
  }
}
