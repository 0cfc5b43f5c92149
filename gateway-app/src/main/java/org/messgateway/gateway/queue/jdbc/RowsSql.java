package org.messgateway.gateway.queue.jdbc;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/**
 * A statement over several rows: one of them costs about as much as one row's. There are texts for
 * powers of two only, so that few are prepared.
 */
final class RowsSql {

  private static final int SIZES = 7;

  /** Rows of one statement at most. */
  static final int MOST = 1 << (SIZES - 1);

  private final List<String> texts;

  /**
   * @param text for this many rows
   */
  RowsSql(IntFunction<String> text) {
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

  /** {@code (?, ?), (?, ?)}: for {@code VALUES}. */
  static String values(int rows, int columns) {
    return values(rows, "(" + marks(columns) + ")");
  }

  /** The same where some of a row's columns are no parameters. */
  static String values(int rows, String row) {
    return (row + ", ").repeat(rows - 1) + row;
  }
}
