package org.messgateway.gateway.exchange.format;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import org.jspecify.annotations.Nullable;

/** Texts of {@link BlockScanner}: null for those that are left to the parser. */
final class ScannedText {

  private ScannedText() {}

  /** Whether no text of it has this byte: tabs, carriage returns and other controls. */
  static boolean isControl(byte each) {
    return (each >= 0 && each < ' ') || each == 0x7F;
  }

  /**
   * A text as it stands.
   *
   * @param ascii whether it has ASCII characters only
   */
  static @Nullable String of(byte[] bytes, int from, int length, boolean ascii) {
    if (ascii) {
      return new String(bytes, from, length, ISO_8859_1);
    }
    String text = new String(bytes, from, length, UTF_8);
    for (int i = 0; i < text.length(); i++) {
      if (isOdd(text.charAt(i))) {
        return null;
      }
    }
    return text;
  }

  /** The sign of bytes that are not UTF-8, and characters that some parsers take for others. */
  private static boolean isOdd(char each) {
    return (each > '~' && each <= '\u00A0')
        || each == '\u2028'
        || each == '\u2029'
        || each == '\uFEFF'
        || each >= '\uFFFD';
  }

  /**
   * Where a {@code |} text ends: before the first line with less margin.
   *
   * @param from where its first line begins
   * @param end behind a newline
   */
  static int literalEnd(byte[] bytes, int from, int end, int margin) {
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

  /**
   * A {@code |} text without its margin.
   *
   * @param chomping the sign behind the bar: {@code +}, {@code -}, or any other for none
   */
  static @Nullable String literal(byte[] bytes, int from, int end, int margin, byte chomping) {
    byte[] text = new byte[end - from];
    int length = 0;
    boolean ascii = true;
    int at = from;
    while (at < end) {
      int start = at;
      while (at - start < margin && bytes[at] == ' ') {
        at++;
      }
      byte each;
      do {
        each = bytes[at++];
        if (isControl(each) && each != '\n') {
          return null;
        }
        ascii &= each > 0;
        text[length++] = each;
      } while (each != '\n');
    }
    return of(text, 0, chomped(text, length, chomping), ascii);
  }

  /** How much of the text counts: all newlines at its end, one, or none. */
  private static int chomped(byte[] text, int length, byte chomping) {
    int last = length;
    while (last > 0 && text[last - 1] == '\n') {
      last--;
    }
    return switch (chomping) {
      case '+' -> length;
      case '-' -> last;
      default -> last + 1;
    };
  }
}
