package org.messgateway.gateway.queue.jdbc;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.Address;
import org.messgateway.gateway.queue.LookupKey;

/** Copies whole tables from SQLite to PostgreSQL, keys included; the columns are the target's. */
final class TableCopy {

  private static final int BATCH = 500;

  /** What an earlier version kept at full length: see {@link LookupKey}. */
  private static final Set<String> KEYS =
      Set.of(
          "answer.idem_key",
          "event.id",
          "dependency.waits_for",
          "thread.requestor",
          "thread.client_id",
          "reply_code.address");

  private record Column(
      String name, String type, boolean identity, UnaryOperator<@Nullable String> kept) {}

  private final SqlSession from;
  private final SqlSession to;

  TableCopy(SqlSession from, SqlSession to) {
    this.from = from;
    this.to = to;
  }

  /** Returns how many rows there were. */
  long copy(String table) throws SQLException {
    List<Column> columns = columns(table);
    String names = columns.stream().map(Column::name).collect(Collectors.joining(", "));
    String marks = columns.stream().map(_ -> "?").collect(Collectors.joining(", "));
    long rows = 0;
    try (Statement read = from.connection().createStatement();
        ResultSet results = read.executeQuery("SELECT " + names + " FROM " + table);
        PreparedStatement insert =
            to.connection()
                .prepareStatement(
                    "INSERT INTO " + table + " (" + names + ") VALUES (" + marks + ")")) {
      while (results.next()) {
        bind(insert, results, columns);
        insert.addBatch();
        if (++rows % BATCH == 0) {
          insert.executeBatch();
        }
      }
      insert.executeBatch();
    }
    for (Column column : columns) {
      if (column.identity() && rows > 0) {
        goOnAfter(table, column.name());
      }
    }
    return rows;
  }

  private List<Column> columns(String table) throws SQLException {
    return to.list(
        """
        SELECT column_name, data_type, is_identity = 'YES' FROM information_schema.columns
        WHERE table_schema = current_schema() AND table_name = ? AND is_generated = 'NEVER'
        ORDER BY ordinal_position\
        """,
        row -> {
          String name = row.text();
          return new Column(name, row.text(), row.flag(), kept(table + "." + name));
        },
        table);
  }

  private static UnaryOperator<@Nullable String> kept(String column) {
    if (column.equals("lane.address")) {
      return TableCopy::address;
    }
    return KEYS.contains(column) ? LookupKey::ofNullable : UnaryOperator.identity();
  }

  /** Shortens an address of an older version that is longer than addresses may be. */
  private static @Nullable String address(@Nullable String text) {
    return text != null && Address.tooLong(text) ? LookupKey.of(text) : text;
  }

  private static void bind(PreparedStatement insert, ResultSet row, List<Column> columns)
      throws SQLException {
    for (int i = 1; i <= columns.size(); i++) {
      Column column = columns.get(i - 1);
      switch (column.type()) {
        case "bigint", "integer" -> {
          long number = row.getLong(i);
          if (row.wasNull()) {
            insert.setNull(i, Types.BIGINT);
          } else {
            insert.setLong(i, number);
          }
        }
        case "bytea" -> insert.setBytes(i, row.getBytes(i));
        case "text" -> {
          String text = column.kept().apply(row.getString(i));
          insert.setString(i, text == null ? null : SqlSession.storable(text));
        }
        default -> throw new SQLException("no column is copied into a " + column.type());
      }
    }
  }

  /** New keys follow the copied ones. */
  private void goOnAfter(String table, String column) throws SQLException {
    to.number(
        "SELECT setval(pg_get_serial_sequence(?, ?), (SELECT max(%s) FROM %s))"
            .formatted(column, table),
        table,
        column);
  }
}
