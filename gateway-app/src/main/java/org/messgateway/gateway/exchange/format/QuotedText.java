package org.messgateway.gateway.exchange.format;

import org.jspecify.annotations.Nullable;

/**
 * A text in quotes in the bytes of a document, with the escapes that programs write: those of
 * characters, of line ends, and by number. It may go on in further lines. For one use.
 */
final class QuotedText {

  private static final int LAST_CHARACTER = 0x10FFFF;

  private final byte[] bytes;
  private final int end;
  private final StringBuilder before = new StringBuilder();

  /** First its quote, then the next byte. */
  private int at;

  /**
   * @param at of its first quote
   * @param end behind the newline that ends the document
   */
  QuotedText(byte[] bytes, int at, int end) {
    this.bytes = bytes;
    this.at = at;
    this.end = end;
  }

  /**
   * Reads it.
   *
   * @param column of the collection around it; further lines stand further in
   * @return null for what is left to the parser
   */
  @Nullable String read(int column) {
    byte quote = bytes[at++];
    int from = at;
    boolean ascii = true;
    while (bytes[at] != quote || (quote == '\'' && bytes[at + 1] == quote)) {
      byte kind = ByteKinds.of(bytes[at]);
      boolean escape = bytes[at] == (quote == '"' ? '\\' : quote);
      if (kind == ByteKinds.CONTROL) {
        return null;
      }
      if (escape || kind == ByteKinds.NEWLINE) {
        String part = text(from, escape ? at : trimmed(from), ascii);
        if (part == null) {
          return null;
        }
        before.append(part);
        if (escape ? !unescape(quote, column) : !goOn(column, " ")) {
          return null;
        }
        from = at;
      } else {
        ascii &= kind != ByteKinds.NOT_ASCII;
        at++;
      }
    }
    String last = text(from, at, ascii);
    at++;
    return last == null || before.isEmpty() ? last : before.append(last).toString();
  }

  /** Where the byte behind its last quote stands. */
  int after() {
    return at;
  }

  private @Nullable String text(int from, int to, boolean ascii) {
    return ByteKinds.text(bytes, from, to - from, ascii);
  }

  private int trimmed(int from) {
    int to = at;
    while (to > from && bytes[to - 1] == ' ') {
      to--;
    }
    return to;
  }

  /**
   * Goes from the end of a line to where the text goes on; blank lines in between are line ends.
   *
   * @param joint of two lines with none in between
   */
  private boolean goOn(int column, String joint) {
    int line = at + 1;
    int first = behindBlanks(line);
    int blankLines = 0;
    while (first < end && bytes[first] == '\n') {
      blankLines++;
      line = first + 1;
      first = behindBlanks(line);
    }
    before.append(blankLines == 0 ? joint : "\n".repeat(blankLines));
    at = first;
    return first < end && first - line > column;
  }

  private int behindBlanks(int from) {
    int to = from;
    while (to < end && bytes[to] == ' ') {
      to++;
    }
    return to;
  }

  private boolean unescape(byte quote, int column) {
    byte escaped = bytes[at + 1];
    if (quote == '"' && escaped == '\n') {
      at++;
      return goOn(column, "");
    }
    at += 2;
    if (quote == '\'') {
      before.append('\'');
      return true;
    }
    return switch (escaped) {
      case '"', '\\', ' ' -> add((char) escaped);
      case 'n' -> add('\n');
      case 't' -> add('\t');
      case 'r' -> add('\r');
      case 'x' -> addNumbered(2);
      case 'u' -> addNumbered(4);
      case 'U' -> addNumbered(8);
      default -> false;
    };
  }

  private boolean add(int character) {
    before.appendCodePoint(character);
    return true;
  }

  /** A character by its number; halves of pairs are left to the parser. */
  private boolean addNumbered(int digits) {
    long number = 0;
    for (int last = at + digits; at < last; at++) {
      int digit = bytes[at] < 0 ? -1 : Character.digit(bytes[at], 16);
      if (digit < 0) {
        return false;
      }
      number = number * 16 + digit;
    }
    boolean whole = number < Character.MIN_SURROGATE || number > Character.MAX_SURROGATE;
    return whole && number <= LAST_CHARACTER && add((int) number);
  }
}
