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

  /** Behind the line of the last comment that stands behind a scalar; -1 before the first. */
  private int cutEnd = -1;

  /**
   * Begins at the first line that is neither blank nor a comment.
   *
   * @param document its last byte ends a line
   */
  ScalarScanner(Document document) {
    bytes = document.file().content();
    at = document.offset() + document.markLength();
    end = document.offset() + document.length();
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

  /**
   * Offset in the file behind the last scalar's line; -1 when it was empty, or a {@code |} or
   * {@code >} text.
   */
  int scalarEnd() {
    return scalarEnd;
  }

  /** Goes to the next line that is neither blank nor a comment. */
  void nextLine() {
    int next = at;
    while (next < end) {
      line = next;
      while (bytes[next] == ' ') {
        next++;
      }
      if (bytes[next] == '#') {
        next = behindComment(next);
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

  /** The newline behind a comment; its begin where it holds what is left to the parser. */
  private int behindComment(int from) {
    int to = from;
    boolean ascii = true;
    byte kind = ByteKinds.of(bytes[to]);
    while (kind != ByteKinds.NEWLINE && kind != ByteKinds.CONTROL) {
      ascii &= kind != ByteKinds.NOT_ASCII;
      kind = ByteKinds.of(bytes[++to]);
    }
    return kind == ByteKinds.NEWLINE && text(from, to, ascii) != null ? to : from;
  }

  void skipBlanks() {
    while (bytes[at] == ' ') {
      at++;
    }
  }

  /** Whether nothing but blanks, or a comment, is left in the line; then its newline is next. */
  boolean skipToEnd() {
    skipBlanks();
    if (bytes[at] == '#' && bytes[at - 1] == ' ') {
      at = behindComment(at);
    }
    return bytes[at] == '\n';
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

  /** A scalar in {@code [a, b]} or {@code {a: b}}; what stands behind it is next. */
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
    while (isInBrackets()) {
      ascii &= ByteKinds.of(bytes[at]) != ByteKinds.NOT_ASCII;
      at++;
    }
    String text = text(from, trimmed(from, at), ascii);
    return text == null ? null : plain(text);
  }

  private boolean isInBrackets() {
    byte each = bytes[at];
    return switch (ByteKinds.of(each)) {
      case ByteKinds.OF_KEY, ByteKinds.NOT_ASCII -> true;
      case ByteKinds.OF_TEXT -> !isBracketOrComma(each);
      case ByteKinds.COLON -> !isBlank(bytes[at + 1]) && !isBracketOrComma(bytes[at + 1]);
      case ByteKinds.HASH -> bytes[at - 1] != ' ';
      default -> false;
    };
  }

  private static boolean isBracketOrComma(byte each) {
    return each == ',' || each == '[' || each == ']' || each == '{' || each == '}';
  }

  /** Goes to the next line where nothing but blanks, or a comment, is left in this one. */
  boolean skipRest() {
    boolean over = skipToEnd();
    if (over) {
      endLine();
    }
    return over;
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
      String more = line == scalarEnd && cutEnd != scalarEnd ? plainLine() : null;
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
    while (kind != ByteKinds.NEWLINE && !(kind == ByteKinds.HASH && bytes[to - 1] == ' ')) {
      if (kind > ByteKinds.NEWLINE) {
        if (kind == ByteKinds.CONTROL || (kind == ByteKinds.COLON && isBlank(bytes[to + 1]))) {
          return null;
        }
        ascii &= kind != ByteKinds.NOT_ASCII;
      }
      kind = ByteKinds.of(bytes[++to]);
    }
    at = to;
    String text = text(from, trimmed(from, to), ascii);
    if (!skipRest()) {
      return null;
    }
    cutEnd = kind == ByteKinds.HASH ? scalarEnd : cutEnd;
    return text;
  }

  private static ScalarNode plain(String text) {
    return scalar(PlainSchema.tag(text), text, ScalarStyle.PLAIN);
  }

  private static ScalarNode scalar(Tag tag, String text, ScalarStyle style) {
    return new ScalarNode(tag, true, text, style, Optional.empty(), Optional.empty());
  }

  /** What stands behind its quotes is next. */
  private @Nullable ScalarNode quoted(int column) {
    ScalarStyle style = bytes[at] == '"' ? ScalarStyle.DOUBLE_QUOTED : ScalarStyle.SINGLE_QUOTED;
    QuotedText text = new QuotedText(bytes, at, end);
    String value = text.read(column);
    at = text.after();
    return value == null ? null : scalar(Tag.STR, value, style);
  }

  private @Nullable String text(int from, int to, boolean ascii) {
    return ByteKinds.text(bytes, from, to - from, ascii);
  }

  private int trimmed(int from, int to) {
    int end = to;
    while (end > from && bytes[end - 1] == ' ') {
      end--;
    }
    return end;
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
