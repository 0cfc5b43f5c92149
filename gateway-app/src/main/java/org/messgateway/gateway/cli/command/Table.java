package org.messgateway.gateway.cli.command;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import org.messgateway.api.PlainText;

/**
 * Rows under a header, in columns as wide as what stands in them. On a terminal the columns that
 * may be cut share what the others leave, and a line that was cut ends its word with {@code …}; in
 * a file or a pipe nothing is cut. What others wrote stays in its cell, whatever is in it: hidden
 * characters become blanks before any colour of our own is added. For one thread.
 */
public final class Table {

  /** Between two columns. */
  private static final int GAP = 2;

  /** To less than this no column is cut, so that something of it is read. */
  private static final int LEAST = 8;

  private static final String CUT = "…";

  /** Blocks in which a sign is two columns wide, first and last code point in turn. */
  private static final int[] WIDE = {
    0x1100, 0x115F, 0x231A, 0x231B, 0x23E9, 0x23EC, 0x2614, 0x2615, 0x2648, 0x2653, 0x26A1, 0x26A1,
    0x26BD, 0x26BE, 0x2705, 0x2705, 0x270A, 0x270B, 0x2728, 0x2728, 0x274C, 0x274C, 0x2753, 0x2755,
    0x2757, 0x2757, 0x2795, 0x2797, 0x2E80, 0x303E, 0x3041, 0xA4CF, 0xA960, 0xA97C, 0xAC00, 0xD7A3,
    0xF900, 0xFAFF, 0xFE30, 0xFE6F, 0xFF00, 0xFF60, 0xFFE0, 0xFFE6, 0x1F300, 0x1F64F, 0x1F680,
    0x1F6FF, 0x1F900, 0x1F9FF, 0x1FA70, 0x1FAFF, 0x20000, 0x3FFFD
  };

  private final Terminal terminal;
  private final List<Column> columns;
  private final List<List<Cell>> rows = new ArrayList<>();

  Table(Terminal terminal, Column... columns) {
    this.terminal = terminal;
    this.columns = List.of(columns);
  }

  /**
   * A column.
   *
   * @param whole that it is never cut: somebody copies what stands there
   */
  public record Column(String name, boolean whole) {

    public static Column whole(String name) {
      return new Column(name, true);
    }

    /** One that is cut where the terminal is too narrow. */
    public static Column of(String name) {
      return new Column(name, false);
    }
  }

  /** How a cell stands out; its words say the same. */
  public enum Tone {
    PLAIN(""),
    STRONG("1"),
    DIM("2"),
    GOOD("32"),
    WAITING("33"),
    BAD("31");

    private final String code;

    Tone(String code) {
      this.code = code;
    }
  }

  /**
   * What stands in one place.
   *
   * @param text may hold any character
   */
  public record Cell(String text, Tone tone) {

    public static Cell of(Object text) {
      return new Cell(String.valueOf(text), Tone.PLAIN);
    }
  }

  /** Adds a row: texts, or cells where one stands out; as many as there are columns. */
  public Table row(Object... cells) {
    return row(Arrays.asList(cells));
  }

  public Table row(List<?> cells) {
    if (cells.size() != columns.size()) {
      throw new IllegalArgumentException(
          "%d cells for %d columns".formatted(cells.size(), columns.size()));
    }
    rows.add(
        cells.stream()
            .map(each -> each instanceof Cell cell ? cell : Cell.of(each))
            .map(cell -> new Cell(PlainText.line(cell.text()), cell.tone()))
            .toList());
    return this;
  }

  public boolean isEmpty() {
    return rows.isEmpty();
  }

  /** The header and the rows; nothing in them acts on a terminal but colours of our own. */
  List<String> lines() {
    int[] widths = widths();
    List<Cell> header =
        columns.stream().map(column -> new Cell(column.name(), Tone.STRONG)).toList();
    List<String> lines = new ArrayList<>();
    lines.add(line(header, widths));
    rows.forEach(row -> lines.add(line(row, widths)));
    return lines;
  }

  private int[] widths() {
    int[] widths = columns.stream().mapToInt(column -> width(column.name())).toArray();
    for (List<Cell> row : rows) {
      for (int i = 0; i < widths.length; i++) {
        widths[i] = Math.max(widths[i], width(row.get(i).text()));
      }
    }
    OptionalInt most = terminal.columns();
    if (most.isPresent()) {
      narrow(widths, most.getAsInt() - GAP * (widths.length - 1));
    }
    return widths;
  }

  /** The widest of those that may be cut gives first. */
  private void narrow(int[] widths, int most) {
    while (Arrays.stream(widths).sum() > most) {
      int widest = -1;
      for (int i = 0; i < widths.length; i++) {
        boolean gives = !columns.get(i).whole() && widths[i] > least(i);
        if (gives && (widest < 0 || widths[i] > widths[widest])) {
          widest = i;
        }
      }
      if (widest < 0) {
        return;
      }
      widths[widest]--;
    }
  }

  private int least(int column) {
    return Math.max(LEAST, width(columns.get(column).name()));
  }

  private String line(List<Cell> row, int[] widths) {
    StringBuilder line = new StringBuilder();
    int gap = 0;
    for (int i = 0; i < widths.length; i++) {
      String text = cut(row.get(i).text(), widths[i]);
      if (!text.isEmpty()) {
        line.append(" ".repeat(gap)).append(coloured(text, row.get(i).tone()));
        gap = 0;
      }
      gap += widths[i] - width(text) + GAP;
    }
    return line.toString();
  }

  private String coloured(String text, Tone tone) {
    return terminal.colours() && !tone.code.isEmpty()
        ? "\u001b[" + tone.code + "m" + text + "\u001b[0m"
        : text;
  }

  private static String cut(String text, int width) {
    if (width(text) <= width) {
      return text;
    }
    StringBuilder kept = new StringBuilder();
    int used = width(CUT);
    for (int point : text.codePoints().toArray()) {
      used += width(point);
      if (used > width) {
        break;
      }
      kept.appendCodePoint(point);
    }
    return kept.toString().stripTrailing() + CUT;
  }

  private static int width(String text) {
    return text.codePoints().map(Table::width).sum();
  }

  private static int width(int point) {
    switch (Character.getType(point)) {
      case Character.NON_SPACING_MARK, Character.ENCLOSING_MARK, Character.FORMAT -> {
        return 0;
      }
      default -> {}
    }
    for (int i = 0; i < WIDE.length; i += 2) {
      if (point >= WIDE[i] && point <= WIDE[i + 1]) {
        return 2;
      }
    }
    return 1;
  }
}
