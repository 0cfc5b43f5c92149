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

  /** Whether this byte and another one are the rest of the line; then it goes to the next one. */
  boolean skipPair(char second) {
    if (bytes[at + 1] != second || bytes[at + 2] != '\n') {
      return false;
    }
    at += 2;
    endLine();
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
      case '|' -> literal(column);
      case '"', '\'' -> quoted(bytes[at]);
      case '-', '?', ':', ',', '[', ']', '{', '}' -> null;
      case '#', '&', '*', '!', '>', '%', '@', '`', '\n' -> null;
      default -> plain();
    };
  }

  private @Nullable ScalarNode plain() {
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
    while (bytes[to - 1] == ' ') {
      to--;
    }
    String text = ByteKinds.text(bytes, from, to - from, ascii);
    endLine();
    return text == null ? null : plain(text);
  }

  private static ScalarNode plain(String text) {
    return scalar(PlainSchema.tag(text), text, ScalarStyle.PLAIN);
  }

  private static ScalarNode scalar(Tag tag, String text, ScalarStyle style) {
    return new ScalarNode(tag, true, text, style, Optional.empty(), Optional.empty());
  }

  /** In quotes, without escapes. */
  private @Nullable ScalarNode quoted(byte quote) {
    int from = at + 1;
    int to = from;
    boolean ascii = true;
    while (bytes[to] != quote) {
      byte kind = ByteKinds.of(bytes[to]);
      if (kind == ByteKinds.CONTROL
          || kind == ByteKinds.NEWLINE
          || (bytes[to] == '\\' && quote == '"')) {
        return null;
      }
      ascii &= kind != ByteKinds.NOT_ASCII;
      to++;
    }
    String text = ByteKinds.text(bytes, from, to - from, ascii);
    at = to + 1;
    skipBlanks();
    if (text == null || bytes[at] != '\n') {
      return null;
    }
    endLine();
    ScalarStyle style = quote == '"' ? ScalarStyle.DOUBLE_QUOTED : ScalarStyle.SINGLE_QUOTED;
    return scalar(Tag.STR, text, style);
  }

  /** Behind a scalar; the next byte is the newline. */
  private void endLine() {
    at++;
    scalarEnd = at;
    nextLine();
  }

  /** Lines that begin in the same column; the first is not blank. */
  private @Nullable ScalarNode literal(int column) {
    at++;
    byte chomping = bytes[at];
    if (chomping == '-' || chomping == '+') {
      at++;
    }
    if (bytes[at] != '\n') {
      return null;
    }
    int from = at + 1;
    int margin = 0;
    while (from + margin < end && bytes[from + margin] == ' ') {
      margin++;
    }
    if (margin <= column || bytes[from + margin] == '\n') {
      return null;
    }
    String text = literal(from, margin, chomping);
    scalarEnd = -1;
    nextLine();
    return text == null ? null : scalar(Tag.STR, text, ScalarStyle.LITERAL);
  }

  /** Goes behind the last line that has this margin, or nothing but a part of it. */
  private @Nullable String literal(int from, int margin, byte chomping) {
    byte[] text = new byte[literalEnd(from, margin) - from];
    int length = 0;
    boolean ascii = true;
    int next = from;
    while (next < from + text.length) {
      int start = next;
      while (next - start < margin && bytes[next] == ' ') {
        next++;
      }
      byte kind;
      do {
        kind = ByteKinds.of(bytes[next]);
        if (kind == ByteKinds.CONTROL) {
          return null;
        }
        ascii &= kind != ByteKinds.NOT_ASCII;
        text[length++] = bytes[next++];
      } while (kind != ByteKinds.NEWLINE);
    }
    at = next;
    int last = length;
    while (text[last - 1] == '\n') {
      last--;
    }
    return ByteKinds.text(
        text, 0, chomping == '+' ? length : chomping == '-' ? last : last + 1, ascii);
  }

  /** Before the first line with less margin. */
  private int literalEnd(int from, int margin) {
    int start = from;
    while (start < end) {
      int first = start;
      while (first - start < margin && bytes[first] == ' ') {
        first++;
      }
      if (first - start < margin && bytes[first] != '\n') {
        return start;
      }
      while (bytes[first] != '\n') {
        first++;
      }
      start = first + 1;
    }
    return start;
  }
}
