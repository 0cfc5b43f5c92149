package org.messgateway.gateway.queue.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.sqlite.ProgressHandler;

/**
 * Rows of a damaged file in the order of their keys, some at a time: passes over what cannot be
 * read, in steps that grow, and ends when its time is up, also within a statement: pages that lead
 * back to themselves have no end.
 */
final class LegibleRows {

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
  interface Reader<T> {
    Optional<T> read(Row row) throws SQLException;
  }

  private record Page<T>(List<T> rows, long last, boolean end, boolean broken) {}

  private final Connection connection;
  private final BooleanSupplier inTime;

  LegibleRows(Connection connection, BooleanSupplier inTime) throws SQLException {
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
   * @param sql selects the key first, takes the key after which to begin and how many to give
   * @return whether it was all there is
   */
  <T> boolean each(String sql, Reader<T> reader, Consumer<List<T>> into) {
    boolean whole = true;
    long after = 0;
    long step = 1;
    while (step <= LARGEST_STEP && inTime.getAsBoolean()) {
      Page<T> page = page(sql, after, reader);
      into.accept(page.rows());
      if (page.end()) {
        return whole;
      }
      whole &= !page.broken();
      boolean moved = page.last() > after;
      after = moved ? page.last() : after + step;
      step = moved ? 1 : step * 2;
    }
    return false;
  }

  private <T> Page<T> page(String sql, long after, Reader<T> reader) {
    List<T> rows = new ArrayList<>();
    long last = after;
    int read = 0;
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      statement.setLong(1, after);
      statement.setInt(2, PAGE);
      try (ResultSet results = statement.executeQuery()) {
        Row row = new Row(results);
        for (; row.next(); read++) {
          last = row.number();
          legible(reader, row).ifPresent(rows::add);
        }
        return new Page<>(rows, last, read < PAGE, false);
      }
    } catch (SQLException _) {
      // What came before the damage counts; what lies behind it is asked for from there on.
      return new Page<>(rows, last, false, true);
    }
  }

  /** Codes, digits and texts that are none: the row is left alone. */
  private static <T> Optional<T> legible(Reader<T> reader, Row row) throws SQLException {
    try {
      return reader.read(row);
    } catch (RuntimeException _) {
      return Optional.empty();
    }
  }
}
