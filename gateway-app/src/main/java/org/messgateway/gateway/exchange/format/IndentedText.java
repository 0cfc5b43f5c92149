package org.messgateway.gateway.exchange.format;

import org.jspecify.annotations.Nullable;

/**
 * A {@code |} text, or a {@code >} text of one paragraph, in the bytes of a document: lines that
 * begin in the same column, the first of them not blank. For one use.
 */
final class IndentedText {

  private final byte[] bytes;
  private final int end;

  /** First its sign, then the next byte. */
  private int at;

  /**
   * @param at of its sign
   * @param end behind the newline that ends the document
   */
  IndentedText(byte[] bytes, int at, int end) {
    this.bytes = bytes;
    this.at = at;
    this.end = end;
  }

  /**
   * Reads it.
   *
   * @param column of the collection around it
   * @return null for what is left to the parser
   */
  @Nullable String read(int column) {
    boolean folds = bytes[at] == '>';
    at++;
    byte chomping = bytes[at];
    if (chomping == '-' || chomping == '+') {
      at++;
    }
    if (bytes[at] != '\n') {
      return null;
    }
    at++;
    int margin = 0;
    while (at + margin < end && bytes[at + margin] == ' ') {
      margin++;
    }
    if (margin <= column || bytes[at + margin] == '\n') {
      return null;
    }
    String text = lines(margin, chomping);
    return text == null || !folds ? text : folded(text);
  }

  /** Where the line behind it begins. */
  int after() {
    return at;
  }

  /** Goes behind the last line that has this margin, or nothing but a part of it. */
  private @Nullable String lines(int margin, byte chomping) {
    int behind = behind(margin);
    byte[] text = new byte[behind - at];
    int length = 0;
    boolean ascii = true;
    while (at < behind) {
      int start = at;
      while (at - start < margin && bytes[at] == ' ') {
        at++;
      }
      byte kind;
      do {
        kind = ByteKinds.of(bytes[at]);
        if (kind == ByteKinds.CONTROL) {
          return null;
        }
        ascii &= kind != ByteKinds.NOT_ASCII;
        text[length++] = bytes[at++];
      } while (kind != ByteKinds.NEWLINE);
    }
    int last = length;
    while (text[last - 1] == '\n') {
      last--;
    }
    return ByteKinds.text(
        text, 0, chomping == '+' ? length : chomping == '-' ? last : last + 1, ascii);
  }

  /** Before the first line with less margin. */
  private int behind(int margin) {
    int start = at;
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

  /** Null for paragraphs, and for lines that stand further in. */
  private static @Nullable String folded(String text) {
    int last = text.length() - 1;
    for (int at = text.indexOf('\n'); at >= 0 && at < last; at = text.indexOf('\n', at + 1)) {
      char next = text.charAt(at + 1);
      if (next == '\n' || next == ' ') {
        return null;
      }
    }
    boolean ends = text.endsWith("\n");
    String lines = ends ? text.substring(0, last) : text;
    return lines.replace('\n', ' ') + (ends ? "\n" : "");
  }
}
