package org.messgateway.adapter.sms;

import java.util.Map;

/**
 * The alphabet of the telephone network: 3GPP TS 23.038, default alphabet and its extension. One
 * character outside of it makes the whole message UCS-2, which holds less than half as much.
 */
final class Gsm7 {

  private static final String BASIC =
      "@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?"
          + "¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà";

  /** Written with an escape before them: two septets that stay together. */
  private static final String EXTENSION = "\f^{}\\[~]|€";

  /** What word processors and telephones make of what was typed. */
  private static final Map<Integer, String> TYPED =
      Map.ofEntries(
          Map.entry((int) '‘', "'"),
          Map.entry((int) '’', "'"),
          Map.entry((int) '‚', "'"),
          Map.entry((int) '‛', "'"),
          Map.entry((int) '“', "\""),
          Map.entry((int) '”', "\""),
          Map.entry((int) '„', "\""),
          Map.entry((int) '‐', "-"),
          Map.entry((int) '‑', "-"),
          Map.entry((int) '–', "-"),
          Map.entry((int) '—', "-"),
          Map.entry((int) '…', "..."),
          Map.entry(0x00A0, " "),
          Map.entry(0x2009, " "),
          Map.entry(0x202F, " "));

  private Gsm7() {}

  /** Septets of one character, 0 when it is not in the alphabet. */
  static int septets(int point) {
    if (BASIC.indexOf(point) >= 0) {
      return 1;
    }
    return EXTENSION.indexOf(point) >= 0 ? 2 : 0;
  }

  /** Whether all of it is in the alphabet. */
  static boolean holds(String text) {
    return text.codePoints().allMatch(point -> septets(point) > 0);
  }

  /**
   * The text with quotes, dashes and spaces as they were typed, if that brings all of it into the
   * alphabet; else as it is. Nothing that carries meaning is touched.
   */
  static String simplified(String text) {
    StringBuilder typed = new StringBuilder(text.length());
    text.codePoints()
        .forEach(point -> {
          String simple = TYPED.get(point);
          if (simple == null) {
            typed.appendCodePoint(point);
          } else {
            typed.append(simple);
          }
        });
    String simple = typed.toString();
    return holds(simple) ? simple : text;
  }
}
