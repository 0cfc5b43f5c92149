package org.messgateway.gateway.exchange.format;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import org.jspecify.annotations.Nullable;

/** Which bytes and characters {@link ScalarScanner} takes, and as what. */
final class ByteKinds {

  // Those of the most bytes first.

  /** Letters, digits and what else keys are made of. */
  static final byte OF_KEY = 0;

  static final byte OF_TEXT = 1;
  static final byte NEWLINE = 2;
  static final byte COLON = 3;
  static final byte HASH = 4;
  static final byte NOT_ASCII = 5;

  /** Tabs, carriage returns and other controls. */
  static final byte CONTROL = 6;

  private static final byte[] KINDS = new byte[256];

  static {
    for (int each = 0; each < KINDS.length; each++) {
      KINDS[each] = known(each);
    }
  }

  private ByteKinds() {}

  static byte of(byte each) {
    return KINDS[each & 0xFF];
  }

  private static byte known(int each) {
    if (each >= 0x7F || each < ' ') {
      return each > 0x7F ? NOT_ASCII : each == '\n' ? NEWLINE : CONTROL;
    }
    return switch (each) {
      case ':' -> COLON;
      case '#' -> HASH;
      case '-', '.', '_' -> OF_KEY;
      default ->
          (each >= 'a' && each <= 'z')
                  || (each >= 'A' && each <= 'Z')
                  || (each >= '0' && each <= '9')
              ? OF_KEY
              : OF_TEXT;
    };
  }

  /**
   * Bytes without controls as characters.
   *
   * @param ascii whether none of them is {@link #NOT_ASCII}
   * @return null for characters that are left to the parser
   */
  static @Nullable String text(byte[] in, int from, int length, boolean ascii) {
    if (ascii) {
      return new String(in, from, length, ISO_8859_1);
    }
    String text = new String(in, from, length, UTF_8);
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
}
