package org.messgateway.gateway.queue.jdbc;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One page of an SQLite file that holds rows of a table, read without those that lead to it (SQLite
 * file format, sections 1.6 and 2.1). Whatever the bytes are, what makes no row is passed over.
 */
final class TableLeaf {

  /** As SQLite makes them, and we do not ask for others. */
  static final int SIZE = 4096;

  private static final int LEAF = 0x0d;
  private static final int HEADER = 8;

  /** A longer row goes on in other pages, and this or a little more of it is here. */
  private static final int LONGEST_ROW = SIZE - 35;

  private static final int LEAST_HERE = (SIZE - 12) * 32 / 255 - 23;
  private static final long LONGEST_VALUE = 1L << 31;

  private static final int LONGEST_VARINT = 9;

  /** Serial types from here on are blobs (even) and texts (odd) of that many bytes, doubled. */
  private static final int BYTES = 12;

  private static final int[] NUMBER_SIZES = {0, 1, 2, 3, 4, 6, 8, 8, 0, 0};

  /** A row as it lies there: its key, the type of each column and where its value is. */
  @SuppressWarnings("ArrayRecordComponent") // Read once, never compared.
  record Cell(ByteBuffer page, long key, long[] types, long[] at, int end) {

    private boolean isHere(int column) {
      return at[column] + size(types[column]) <= end;
    }

    boolean isBytes(int column, int length) {
      return types[column] == BYTES + 2L * length && isHere(column);
    }

    byte[] bytes(int column) {
      byte[] value = new byte[(int) (types[column] - BYTES) / 2];
      page.get((int) at[column], value);
      return value;
    }

    /** Null for one that is no text, or is not here. */
    @Nullable String text(int column) {
      return types[column] > BYTES && types[column] % 2 == 1 && isHere(column)
          ? new String(bytes(column), StandardCharsets.UTF_8)
          : null;
    }

    /** Null for one that is no whole number, or is not here. */
    @Nullable Long number(int column) {
      long type = types[column];
      if (type == 8 || type == 9) {
        return type - 8;
      }
      if (type < 1 || type > 6 || !isHere(column)) {
        return null;
      }
      int first = (int) at[column];
      long value = page.get(first);
      for (int i = 1; i < NUMBER_SIZES[(int) type]; i++) {
        value = (value << 8) | (page.get(first + i) & 0xff);
      }
      return value;
    }
  }

  private final ByteBuffer page;
  private int next;

  private TableLeaf(byte[] page) {
    this.page = ByteBuffer.wrap(page);
  }

  /** Rows of a page that has that many columns. */
  static void rows(byte[] page, int columns, Consumer<Cell> into) {
    new TableLeaf(page).rows(columns, into);
  }

  private void rows(int columns, Consumer<Cell> into) {
    if (page.get(0) != LEAF) {
      return;
    }
    int cells = Math.min(page.getShort(3) & 0xffff, (SIZE - HEADER) / 2);
    for (int i = 0; i < cells; i++) {
      Cell cell = cell(page.getShort(HEADER + 2 * i) & 0xffff, columns);
      if (cell != null) {
        into.accept(cell);
      }
    }
  }

  private @Nullable Cell cell(int at, int columns) {
    next = at;
    long length = varint();
    long key = varint();
    int begin = next;
    if (length < 1 || length > LONGEST_VALUE || key < 1 || begin + here(length) > SIZE) {
      return null;
    }
    int end = begin + here(length);
    long header = varint();
    return header < 1 || begin + header > end
        ? null
        : values(key, begin + (int) header, begin + length, end, columns);
  }

  /** How much of a row of that length lies in its own page (section 1.6). */
  private static int here(long length) {
    if (length <= LONGEST_ROW) {
      return (int) length;
    }
    int rest = LEAST_HERE + (int) ((length - LEAST_HERE) % (SIZE - 4));
    return rest <= LONGEST_ROW ? rest : LEAST_HERE;
  }

  private @Nullable Cell values(long key, int begin, long last, int end, int columns) {
    long[] types = new long[columns];
    long[] at = new long[columns];
    long value = begin;
    for (int i = 0; i < columns; i++) {
      types[i] = next < begin ? varint() : -1;
      at[i] = value;
      value += size(types[i]);
      if (types[i] < 0 || value > last) {
        return null;
      }
    }
    return next == begin && value == last ? new Cell(page, key, types, at, end) : null;
  }

  private static long size(long type) {
    return type >= BYTES
        ? (type - BYTES) / 2
        : type >= 0 && type < NUMBER_SIZES.length ? NUMBER_SIZES[(int) type] : LONGEST_VALUE + 1;
  }

  /** Big-endian groups of seven bits; -1 where the page ends in it. */
  private long varint() {
    long value = 0;
    for (int i = 1; next < SIZE; i++) {
      int one = page.get(next++);
      if (i == LONGEST_VARINT) {
        return (value << 8) | (one & 0xff);
      }
      value = (value << 7) | (one & 0x7f);
      if (one >= 0) {
        return value;
      }
    }
    return -1;
  }
}
