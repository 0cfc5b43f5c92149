package org.messgateway.gateway.exchange.format;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.common.ScalarStyle;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.Tag;

/**
 * Goes through the bytes of a document, and reads the keys and scalars that stand there, as nodes
 * without marks. What they are part of is known to {@link BlockScanner}.
 *
 * <p>Null instead of a node means that the parser has to read the document.
 */
final class ScalarScanner {

  private static final int LONGEST_KEY = 128;

  private final byte[] bytes;
  private final int end;

  /** The next byte; between nodes the first of a line that is not blank. */
  private int at;

  /** Where the line begins. */
  private int line;

  private int indent;
  private int scalarEnd;

  /**
   * Begins at the first line that is not blank.
   *
   * @param document its last byte ends a line
   */
  ScalarScanner(Document document) {
    bytes = document.file().content();
    at = document.offset();
    end = at + document.length();
    nextLine();
  }

  /** Blanks before the first byte of the line; -1 behind the last line. */
  int indent() {
    return indent;
  }

  /** Of the next byte, 0 for the first of its line. */
  int column() {
    return at - line;
  }

  /** The next byte. */
  byte peek() {
    return bytes[at];
  }

  /** Offset in the file behind the last scalar's line; -1 when it was empty or a {@code |} text. */
  int scalarEnd() {
    return scalarEnd;
  }

  /** Goes to the next line that is not blank. */
  void nextLine() {
    int next = at;
    while (next < end) {
      line = next;
      while (bytes[next] == ' ') {
        next++;
      }
      if (bytes[next] != '\n') {
        at = next;
        indent = next - line;
        return;
      }
      next++;
    }
    at = next;
    indent = -1;
  }

  void skipBlanks() {
    while (bytes[at] == ' ') {
      at++;
    }
  }

  boolean isDash() {
    return bytes[at] == '-' && bytes[at + 1] == ' ';
  }

  /** Goes to what stands behind a dash. */
  void skipDash() {
    at++;
    skipBlanks();
  }

  /** Whether this is the next byte; then it goes behind it. */
  boolean skip(char expected) {
    if (bytes[at] != expected) {
      return false;
    }
    at++;
    return true;
  }

  /** A plain key with its colon; null, and nothing read, where none stands. */
  @Nullable ScalarNode key() {
    int from = at;
    int colon = from;
    int sum = 0;
    while (ByteKinds.of(bytes[colon]) == ByteKinds.OF_KEY) {
      sum = 31 * sum + bytes[colon++];
    }
    int length = colon - from;
    // What else keys are made of comes before letters.
    boolean begins = bytes[from] >= 'A';
    if (bytes[colon] != ':' || !isBlank(bytes[colon + 1]) || length > LONGEST_KEY || !begins) {
      return null;
    }
    at = colon + 1;
    ScalarNode known = KnownKeys.of(bytes, from, length, sum);
    return known == null ? plain(new String(bytes, from, length, ISO_8859_1)) : known;
  }

  private static boolean isBlank(byte each) {
    return each == ' ' || each == '\n';
  }

  /** The value of a key with nothing behind it. */
  ScalarNode empty() {
    scalarEnd = -1;
    return plain("");
  }

  /**
   * A scalar with something in it; goes to the next line.
   *
   * @param column of the collection around it: what stands further in belongs to it
   */
  @Nullable ScalarNode scalar(int column) {
    return switch (bytes[at]) {
      case '|', '>' -> indented(column);
      case '"', '\'' -> ended(quoted(column));
      case '-', '?', ':', ',', '[', ']', '{', '}' -> null;
      case '#', '&', '*', '!', '%', '@', '`', '\n' -> null;
      default -> plain(column);
    };
  }

  /** A scalar in {@code [a, b]}; what stands behind it is next. */
  @Nullable ScalarNode scalarInBrackets() {
    byte first = bytes[at];
    if (first == '"' || first == '\'') {
      return quoted(Integer.MAX_VALUE);
    }
    byte kind = ByteKinds.of(first);
    boolean begins = (kind == ByteKinds.OF_KEY && first != '-') || kind == ByteKinds.NOT_ASCII;
    return begins ? plainInBrackets() : null;
  }

  private @Nullable ScalarNode plainInBrackets() {
    int from = at;
    boolean ascii = true;
    while (isInBrackets(bytes[at])) {
      ascii &= ByteKinds.of(bytes[at]) != ByteKinds.NOT_ASCII;
      at++;
    }
    String text = text(from, trimmed(from, at), ascii);
    return text == null ? null : plain(text);
  }

  private static boolean isInBrackets(byte each) {
    return switch (ByteKinds.of(each)) {
      case ByteKinds.OF_KEY, ByteKinds.NOT_ASCII -> true;
      case ByteKinds.OF_TEXT ->
          each != ',' && each != '[' && each != ']' && each != '{' && each != '}';
      default -> false;
    };
  }

  /** Goes to the next line where nothing but blanks is left in this one. */
  boolean skipRest() {
    skipBlanks();
    if (bytes[at] != '\n') {
      return false;
    }
    endLine();
    return true;
  }

  private @Nullable ScalarNode ended(@Nullable ScalarNode scalar) {
    return scalar != null && skipRest() ? scalar : null;
  }

  /** Lines that go on further in than the collection are joined by blanks. */
  private @Nullable ScalarNode plain(int column) {
    String text = plainLine();
    if (text == null || indent <= column) {
      return text == null ? null : plain(text);
    }
    StringBuilder all = new StringBuilder(text);
    while (indent > column) {
      String more = line == scalarEnd ? plainLine() : null;
      if (more == null) {
        return null;
      }
      all.append(' ').append(more);
    }
    return plain(all.toString());
  }

  private @Nullable String plainLine() {
    int from = at;
    int to = from;
    boolean ascii = true;
    byte kind = ByteKinds.of(bytes[to]);
    while (kind != ByteKinds.NEWLINE) {
      if (kind > ByteKinds.NEWLINE) {
        if (kind == ByteKinds.CONTROL
            || (kind == ByteKinds.COLON && isBlank(bytes[to + 1]))
            || (kind == ByteKinds.HASH && bytes[to - 1] == ' ')) {
          return null;
        }
        ascii &= kind != ByteKinds.NOT_ASCII;
      }
      kind = ByteKinds.of(bytes[++to]);
    }
    at = to;
    String text = text(from, trimmed(from, to), ascii);
    endLine();
    return text;
  }

  private static ScalarNode plain(String text) {
    return scalar(PlainSchema.tag(text), text, ScalarStyle.PLAIN);
  }

  private static ScalarNode scalar(Tag tag, String text, ScalarStyle style) {
    return new ScalarNode(tag, true, text, style, Optional.empty(), Optional.empty());
  }

  /** In quotes, with the escapes that programs need most; what stands behind them is next. */
  private @Nullable ScalarNode quoted(int column) {
    byte quote = bytes[at];
    @Nullable StringBuilder before = null;
    int from = at + 1;
    int to = from;
    boolean ascii = true;
    while (bytes[to] != quote || (quote == '\'' && bytes[to + 1] == quote)) {
      byte kind = ByteKinds.of(bytes[to]);
      boolean escape = bytes[to] == (quote == '"' ? '\\' : quote);
      if (kind == ByteKinds.CONTROL) {
        return null;
      }
      if (escape || kind == ByteKinds.NEWLINE) {
        String part = text(from, kind == ByteKinds.NEWLINE ? trimmed(from, to) : to, ascii);
        from = escape ? to + 2 : continued(to + 1, column);
        char between = escape ? unescaped(quote, bytes[to + 1]) : ' ';
        if (part == null || between == 0 || from < 0) {
          return null;
        }
        before = (before == null ? new StringBuilder() : before).append(part).append(between);
        to = from;
      } else {
        ascii &= kind != ByteKinds.NOT_ASCII;
        to++;
      }
    }
    String last = text(from, to, ascii);
    at = to + 1;
    ScalarStyle style = quote == '"' ? ScalarStyle.DOUBLE_QUOTED : ScalarStyle.SINGLE_QUOTED;
    return last == null
        ? null
        : scalar(Tag.STR, before == null ? last : before.append(last).toString(), style);
  }

  private @Nullable String text(int from, int to, boolean ascii) {
    return ByteKinds.text(bytes, from, to - from, ascii);
  }

  /** 0 for what is left to the parser. */
  private static char unescaped(byte quote, byte escaped) {
    return switch (escaped) {
      case 'n' -> '\n';
      case '"', '\\' -> (char) escaped;
      default -> quote == '\'' ? '\'' : 0;
    };
  }

  private int trimmed(int from, int to) {
    int end = to;
    while (end > from && bytes[end - 1] == ' ') {
      end--;
    }
    return end;
  }

  /** Where a scalar goes on in a line; -1 where it does not, or that is left to the parser. */
  private int continued(int start, int column) {
    int first = start;
    while (first < end && bytes[first] == ' ') {
      first++;
    }
    return first < end && first - start > column && bytes[first] != '\n' ? first : -1;
  }

  /** Behind a scalar; the next byte is the newline. */
  private void endLine() {
    at++;
    scalarEnd = at;
    nextLine();
  }

  private @Nullable ScalarNode indented(int column) {
    ScalarStyle style = bytes[at] == '>' ? ScalarStyle.FOLDED : ScalarStyle.LITERAL;
    IndentedText text = new IndentedText(bytes, at, end);
    String value = text.read(column);
    if (value == null) {
      return null;
    }
    at = text.after();
    scalarEnd = -1;
    nextLine();
    return scalar(Tag.STR, value, style);
  }
}
