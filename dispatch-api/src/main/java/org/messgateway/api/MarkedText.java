package org.messgateway.api;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A text of others, read as the little Markdown that agents write: bold, italic, code, links,
 * headings and lists. An adapter renders the pieces in its own markup, or shows {@link #plain}.
 *
 * <p>Marks count only at the edges of words and within one line, so {@code 2*3*4} and {@code
 * a_file_name} stay as they are. A link keeps its address in sight: {@code [here](https://a.b)}
 * becomes {@code here (https://a.b)}. Pieces hold no markup and have to be escaped like any text.
 */
public final class MarkedText {

  /** A mark without its end within so many characters is a character. */
  private static final int FARTHEST = 500;

  private static final int DEEPEST = 3;

  /** A longer text is cut by every channel, and its marks with it. */
  private static final int LONGEST = 20_000;

  private static final String ESCAPABLE = "*_`[]\\#";

  private static final Pattern BULLET = Pattern.compile("^(\\s*)[-*+]\\s+(?=\\S)");
  private static final Pattern HEADING = Pattern.compile("^#{1,6}\\s+(.*\\S)\\s*$");
  private static final Pattern FENCE = Pattern.compile("^\\s*```[\\w+-]*\\s*$");
  private static final Pattern ADDRESS = Pattern.compile("https?://\\S{1,2000}");
  private static final Pattern LINK =
      Pattern.compile("!?\\[([^\\[\\]\\n]{0,300})\\]\\((https?://[^\\s()<>]{1,2000})\\)");

  private final List<Piece> pieces = new ArrayList<>();
  private final StringBuilder open = new StringBuilder();

  private MarkedText() {}

  /** How a piece is set off from the others. */
  public enum Style {
    BOLD,
    ITALIC,
    CODE
  }

  /**
   * Some characters of one style, without a line break where they have a style.
   *
   * @param styles empty for plain words
   */
  public record Piece(String text, Set<Style> styles) {
    public Piece {
      styles = Set.copyOf(styles);
    }
  }

  /** The text in pieces, without hidden characters ({@link PlainText}). */
  public static List<Piece> pieces(String text) {
    if (text.length() > LONGEST) {
      return List.of(new Piece(PlainText.of(text), Set.of()));
    }
    MarkedText read = new MarkedText();
    boolean fenced = false;
    boolean first = true;
    for (String line : PlainText.of(text).split("\n", -1)) {
      if (FENCE.matcher(line).matches()) {
        fenced = !fenced;
        continue;
      }
      if (!first) {
        read.add("\n", Set.of());
      }
      first = false;
      if (fenced) {
        read.add(line, Set.of(Style.CODE));
      } else {
        read.line(line);
      }
    }
    return read.pieces;
  }

  /** The text without its marks. */
  public static String plain(String text) {
    return pieces(text).stream().map(Piece::text).collect(Collectors.joining());
  }

  private void line(String line) {
    Matcher heading = HEADING.matcher(line);
    if (heading.matches()) {
      inline(heading.group(1), EnumSet.of(Style.BOLD), 1);
    } else {
      inline(BULLET.matcher(line).replaceFirst("$1• "), EnumSet.noneOf(Style.class), 0);
    }
  }

  private void inline(String line, Set<Style> styles, int depth) {
    int at = 0;
    while (at < line.length()) {
      int next = special(line, at, styles, depth);
      if (next == at) {
        open.append(line.charAt(at));
        next++;
      }
      at = next;
    }
    flush(styles);
  }

  /** Reads what begins here; returns where it ends, or the same place where nothing begins. */
  private int special(String line, int at, Set<Style> styles, int depth) {
    return switch (line.charAt(at)) {
      case '\\' -> escape(line, at);
      case '`' -> code(line, at, styles);
      case '[', '!' -> link(line, at);
      case 'h' -> address(line, at);
      case '*', '_' -> depth < DEEPEST ? emphasis(line, at, styles, depth) : at;
      default -> at;
    };
  }

  private int escape(String line, int at) {
    if (at + 1 < line.length() && ESCAPABLE.indexOf(line.charAt(at + 1)) >= 0) {
      open.append(line.charAt(at + 1));
      return at + 2;
    }
    return at;
  }

  private int code(String line, int at, Set<Style> styles) {
    int from = at + 1;
    boolean several =
        (at > 0 && line.charAt(at - 1) == '`')
            || (from < line.length() && line.charAt(from) == '`');
    int end = several ? -1 : end(line, "`", from);
    if (end < 0) {
      return at;
    }
    flush(styles);
    add(line.substring(from, end), Set.of(Style.CODE));
    return end + 1;
  }

  private int link(String line, int at) {
    Matcher link = LINK.matcher(line).region(at, Math.min(line.length(), at + 2_400));
    if (!link.lookingAt()) {
      return at;
    }
    String label = plain(link.group(1)).strip();
    String url = link.group(2);
    open.append(label.isEmpty() || label.equals(url) ? url : label + " (" + url + ")");
    return link.end();
  }

  /** An address is no place for marks. */
  private int address(String line, int at) {
    if (!line.startsWith("http", at)) {
      return at;
    }
    Matcher address = ADDRESS.matcher(line).region(at, line.length());
    if (!address.lookingAt()) {
      return at;
    }
    // Marks around an address end behind it.
    int end = address.end();
    while (end > at && "*_`".indexOf(line.charAt(end - 1)) >= 0) {
      end--;
    }
    open.append(line, at, end);
    return end;
  }

  private int emphasis(String line, int at, Set<Style> styles, int depth) {
    char mark = line.charAt(at);
    boolean twice = at + 1 < line.length() && line.charAt(at + 1) == mark;
    String marks = String.valueOf(mark).repeat(twice ? 2 : 1);
    int from = at + marks.length();
    if (from >= line.length()
        || isWord(line, at - 1)
        || Character.isWhitespace(line.charAt(from))
        || line.charAt(from) == mark) {
      return at;
    }
    int end = closing(line, marks, from);
    if (end < 0) {
      // Both are characters, or the second would begin something.
      open.append(marks);
      return from;
    }
    flush(styles);
    Set<Style> inner = EnumSet.of(twice ? Style.BOLD : Style.ITALIC);
    inner.addAll(styles);
    inline(line.substring(from, end), inner, depth + 1);
    return end + marks.length();
  }

  private static int closing(String line, String marks, int from) {
    for (int end = end(line, marks, from); end > 0; end = end(line, marks, from, end + 1)) {
      int behind = end + marks.length();
      boolean longer = line.startsWith(marks.substring(0, 1), behind);
      boolean inside = marks.length() == 1 && line.charAt(end - 1) == marks.charAt(0);
      if (end > from
          && !longer
          && !inside
          && !Character.isWhitespace(line.charAt(end - 1))
          && !isWord(line, behind)) {
        return end;
      }
    }
    return -1;
  }

  private static int end(String line, String marks, int from) {
    return end(line, marks, from, from);
  }

  private static int end(String line, String marks, int from, int at) {
    return line.indexOf(marks, at, Math.min(line.length(), Math.max(at, from + FARTHEST)));
  }

  private static boolean isWord(String line, int at) {
    return at >= 0 && at < line.length() && Character.isLetterOrDigit(line.charAt(at));
  }

  private void flush(Set<Style> styles) {
    String text = open.toString();
    open.setLength(0);
    add(text, styles);
  }

  private void add(String text, Set<Style> styles) {
    if (!text.isEmpty()) {
      pieces.add(new Piece(text, styles));
    }
  }
}
