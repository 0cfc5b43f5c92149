package org.messgateway.gateway.answer.chat;

import java.text.Normalizer;
import java.util.Locale;
import java.util.regex.Pattern;

/** One spelling for what people write in many: case, accents, digits in boxes, full width, dots. */
final class TextNormalizer {

  /** What makes an emoji of a digit, joins, colours: U+FE0F, U+20E3, U+200D, skin tones. */
  private static final Pattern DRESSING =
      Pattern.compile("[\\x{FE0E}\\x{FE0F}\\x{20E3}\\x{200B}-\\x{200F}\\x{1F3FB}-\\x{1F3FF}]");

  private static final Pattern ACCENTS = Pattern.compile("\\p{Mn}+");
  private static final Pattern GAPS = Pattern.compile("[\\s\\p{Z}\\p{Cc}]+");
  private static final Pattern EDGE =
      Pattern.compile("[\\p{P}\\s]", Pattern.UNICODE_CHARACTER_CLASS);

  private TextNormalizer() {}

  /** Digits and letters as plain ones, without what cannot be seen; case and accents stay. */
  static String plain(String text) {
    String bare = DRESSING.matcher(text).replaceAll("");
    return GAPS.matcher(Normalizer.normalize(bare, Normalizer.Form.NFKC)).replaceAll(" ").strip();
  }

  /** To be looked up in tables. */
  static String of(String text) {
    String apart = Normalizer.normalize(plain(text), Normalizer.Form.NFD);
    String bare = ACCENTS.matcher(apart).replaceAll("").replace('’', '\'').replace('`', '\'');
    return inner(Normalizer.normalize(bare, Normalizer.Form.NFC).toLowerCase(Locale.ROOT));
  }

  /** By hand: a pattern for the end of a text tries each of a thousand dots in its middle. */
  private static String inner(String text) {
    int start = 0;
    int end = text.length();
    while (start < end && edge(text.codePointAt(start))) {
      start += Character.charCount(text.codePointAt(start));
    }
    while (start < end && edge(text.codePointBefore(end))) {
      end -= Character.charCount(text.codePointBefore(end));
    }
    return text.substring(start, end);
  }

  private static boolean edge(int character) {
    return EDGE.matcher(Character.toString(character)).matches();
  }
}
