package org.messgateway.gateway.queue.jdbc;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A statement over several rows: one of them costs about as much as one row's. PostgreSQL gets an
 * array for each column, so that one text serves for any number of rows. SQLite gets each value as
 * a parameter; it has texts for powers of two only, so that few are prepared.
 */
final class MultiRowSql {

  private static final int SIZES = 7;
  private static final int MOST_IN_ARRAYS = 1024;

  /** What a column holds; a number may be given as {@link Integer} or {@link Boolean}, too. */
  enum Column {
    NUMBER,
    TEXT,
    BYTES
  }

  private final List<String> texts;
  private final String withArrays;
  private final List<Column> columns;

  private MultiRowSql(List<String> texts, String withArrays, List<Column> columns) {
    this.texts = texts;
    this.withArrays = withArrays;
    this.columns = columns;
  }

  /**
   * @param text with {@code IN (%s)} where the keys are to stand
   */
  static MultiRowSql ofKeys(Column type, String text) {
    return new MultiRowSql(
        IntStream.range(0, SIZES).mapToObj(size -> text.formatted(marks(1 << size))).toList(),
        text.replace("IN (%s)", "= ANY (?)"),
        List.of(type));
  }

  /**
   * A statement about rows. Their columns can be called by the word column and their number, from
   * 1.
   *
   * @param text with {@code VALUES %s} where the rows are to stand
   */
  static MultiRowSql ofRows(String text, Column... columns) {
    String row = "(" + marks(columns.length) + ")";
    List<String> names =
        IntStream.rangeClosed(1, columns.length).mapToObj(number -> "column" + number).toList();
    String arrays = "SELECT * FROM unnest%s a (%s)".formatted(row, String.join(", ", names));
    return new MultiRowSql(
        IntStream.range(0, SIZES)
            .mapToObj(size -> text.formatted((row + ", ").repeat((1 << size) - 1) + row))
            .toList(),
        text.replace("VALUES %s", arrays),
        List.of(columns));
  }

  /** {@code ?, ?, ?}: for {@code IN}. */
  static String marks(int count) {
    return "?, ".repeat(count - 1) + "?";
  }

  /**
   * Changes rows.
   *
   * @param values row by row
   * @return how many rows were changed
   */
  int update(SqlSession session, List<? extends @Nullable Object> values) throws SQLException {
    return update(session, List.of(), values, List.of());
  }

  /** The same with parameters that stand before the rows and after them. */
  int update(
      SqlSession session,
      List<? extends @Nullable Object> before,
      List<? extends @Nullable Object> values,
      List<? extends @Nullable Object> after)
      throws SQLException {
    int changed = 0;
    for (int from = 0; from < values.size(); ) {
      int to = end(session, from, values.size());
      changed +=
          session.update(
              text(session, to - from),
              parameters(session, before, values.subList(from, to), after));
      from = to;
    }
    return changed;
  }

  /**
   * @param values row by row
   */
  <T> List<T> list(
      SqlSession session, ResultRow.Reader<T> reader, List<? extends @Nullable Object> values)
      throws SQLException {
    return list(session, reader, List.of(), values, List.of());
  }

  /** The same with parameters that stand before the rows and after them. */
  <T> List<T> list(
      SqlSession session,
      ResultRow.Reader<T> reader,
      List<? extends @Nullable Object> before,
      List<? extends @Nullable Object> values,
      List<? extends @Nullable Object> after)
      throws SQLException {
    List<T> found = new ArrayList<>();
    for (int from = 0; from < values.size(); ) {
      int to = end(session, from, values.size());
      found.addAll(
          session.list(
              text(session, to - from),
              reader,
              parameters(session, before, values.subList(from, to), after)));
      from = to;
    }
    return found;
  }

  /** Where the part ends that begins there: both count values. */
  private int end(SqlSession session, int from, int size) {
    int rows = (size - from) / columns.size();
    int most =
        session.takesArrays()
            ? Math.min(MOST_IN_ARRAYS, rows)
            : Math.min(1 << (SIZES - 1), Integer.highestOneBit(rows));
    return from + most * columns.size();
  }

  private String text(SqlSession session, int values) {
    return session.takesArrays()
        ? withArrays
        : texts.get(Integer.numberOfTrailingZeros(values / columns.size()));
  }

  private @Nullable Object[] parameters(
      SqlSession session,
      List<? extends @Nullable Object> before,
      List<? extends @Nullable Object> values,
      List<? extends @Nullable Object> after) {
    List<@Nullable Object> all = new ArrayList<>(before);
    if (session.takesArrays()) {
      for (int column = 0; column < columns.size(); column++) {
        all.add(array(values, column));
      }
    } else {
      all.addAll(values);
    }
    all.addAll(after);
    return all.toArray();
  }

  private @Nullable Object[] array(List<? extends @Nullable Object> values, int column) {
    int rows = values.size() / columns.size();
    @Nullable Object[] array =
        switch (columns.get(column)) {
          case NUMBER -> new Long[rows];
          case TEXT -> new String[rows];
          case BYTES -> new byte[rows][];
        };
    for (int row = 0; row < rows; row++) {
      array[row] =
          switch (values.get(row * columns.size() + column)) {
            case Integer number -> (Long) number.longValue();
            case Boolean flag -> (Long) (flag ? 1L : 0L);
            case String text -> SqlSession.storable(text);
            case null -> null;
            case Object other -> other;
          };
    }
    return array;
  }
}
