package org.messgateway.adapter.sms;

import java.text.Normalizer;
import java.util.Map;

/**
 * The default alphabet of mobile networks with its extension (3GPP TS 23.038). One other character
 * turns the whole message into UCS-2, whose segments hold less than half.
 */
final class Gsm7Alphabet {

  private static final String BASIC =
      "@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?"
          + "¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà";

  /** The characters that need an escape: two septets that stay together. */
  private static final String EXTENSION = "\f^{}\\[~]|€";

  /** The typed characters behind the typographic ones of word processors and phones. */
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

  private Gsm7Alphabet() {}

  /** The number of septets of a character; 0 when it is not in the alphabet. */
  static int septets(int point) {
    if (BASIC.indexOf(point) >= 0) {
      return 1;
    }
    return EXTENSION.indexOf(point) >= 0 ? 2 : 0;
  }

  /** Whether the whole text is in the alphabet. */
  static boolean holds(String text) {
    return text.codePoints().allMatch(point -> septets(point) > 0);
  }

  /**
   * Our own words in this alphabet: letters that it lacks lose their accents, as people write in
   * text messages. Words of others never change.
   */
  static String unaccented(String words) {
    if (holds(words)) {
      return words;
    }
    StringBuilder plain = new StringBuilder(words.length());
    words
        .codePoints()
        .forEach(
            point -> plain.append(septets(point) > 0 ? Character.toString(point) : base(point)));
    return plain.toString();
  }

  private static String base(int point) {
    String letter = Character.toString(point);
    int bare = Normalizer.normalize(letter, Normalizer.Form.NFD).codePointAt(0);
    return septets(bare) > 0 ? Character.toString(bare) : letter;
  }

  /**
   * The text with plain quotes, dashes and spaces, if that brings all of it into the alphabet; else
   * unchanged. Other characters never change.
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
