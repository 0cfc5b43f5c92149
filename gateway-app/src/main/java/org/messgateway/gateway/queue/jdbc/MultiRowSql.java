package org.messgateway.gateway.queue.jdbc;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;

/**
 * A statement over several rows: one of them costs about as much as one row's. There are texts for
 * powers of two only, so that few are prepared.
 */
final class MultiRowSql {

  private static final int SIZES = 7;

  /** Rows of one statement at most. */
  static final int MOST = 1 << (SIZES - 1);

  private final List<String> texts;

  /**
   * @param text for this many rows
   */
  MultiRowSql(IntFunction<String> text) {
    this.texts = IntStream.range(0, SIZES).mapToObj(size -> text.apply(1 << size)).toList();
  }

  /** The text for a part of this size. */
  String of(int rows) {
    return texts.get(Integer.numberOfTrailingZeros(rows));
  }

  /** Cuts rows into parts that there are texts for, in order. */
  static <T> List<List<T>> parts(List<T> rows) {
    List<List<T>> parts = new ArrayList<>();
    for (int from = 0; from < rows.size(); ) {
      int size = Math.min(MOST, Integer.highestOneBit(rows.size() - from));
      parts.add(rows.subList(from, from + size));
      from += size;
    }
    return parts;
  }

  /** {@code ?, ?, ?}: for {@code IN}. */
  static String marks(int count) {
    return "?, ".repeat(count - 1) + "?";
  }

  /**
   * The value of each row by its {@code seq}, without a comparison for every other row: a tree of
   * questions. Its parameters are those of {@link #addChoices}.
   *
   * @param rows a power of two
   */
  static String choices(int rows) {
    if (rows == 1) {
      return "?";
    }
    String half = choices(rows / 2);
    return "CASE WHEN seq < ? THEN " + half + " ELSE " + half + " END";
  }

  /**
   * Adds the parameters of {@link #choices}.
   *
   * @param rows by {@code seq}, as many as the text is for
   */
  static <T> void addChoices(
      List<T> rows, ToLongFunction<T> seq, Function<T, Object> value, List<Object> parameters) {
    if (rows.size() == 1) {
      parameters.add(value.apply(rows.getFirst()));
      return;
    }
    int half = rows.size() / 2;
    parameters.add(seq.applyAsLong(rows.get(half)));
    addChoices(rows.subList(0, half), seq, value, parameters);
    addChoices(rows.subList(half, rows.size()), seq, value, parameters);
  }

  /** {@code (?, ?), (?, ?)}: for {@code VALUES}. */
  static String values(int rows, int columns) {
    return values(rows, "(" + marks(columns) + ")");
  }

  /** The same where some of a row's columns are no parameters. */
  static String values(int rows, String row) {
    return (row + ", ").repeat(rows - 1) + row;
  }
}
