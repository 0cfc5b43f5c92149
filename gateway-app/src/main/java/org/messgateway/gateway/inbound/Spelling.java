package org.messgateway.gateway.inbound;

import java.text.Normalizer;
import java.util.Locale;
import java.util.regex.Pattern;

/** One spelling for what people write in many: case, accents, digits in boxes, full width, dots. */
final class Spelling {

  /** What makes an emoji of a digit, joins, colours: U+FE0F, U+20E3, U+200D, skin tones. */
  private static final Pattern DRESSING =
      Pattern.compile("[\\x{FE0E}\\x{FE0F}\\x{20E3}\\x{200B}-\\x{200F}\\x{1F3FB}-\\x{1F3FF}]");

  private static final Pattern ACCENTS = Pattern.compile("\\p{Mn}+");
  private static final Pattern GAPS = Pattern.compile("[\\s\\p{Z}\\p{Cc}]+");
  private static final Pattern EDGES =
      Pattern.compile("^[\\p{P}\\s]+|[\\p{P}\\s]+$", Pattern.UNICODE_CHARACTER_CLASS);

  private Spelling() {}

  /** Digits and letters as plain ones, without what cannot be seen; case and accents stay. */
  static String plain(String text) {
    String bare = DRESSING.matcher(text).replaceAll("");
    return GAPS.matcher(Normalizer.normalize(bare, Normalizer.Form.NFKC)).replaceAll(" ").strip();
  }

  /** To be looked up in tables. */
  static String of(String text) {
    String apart = Normalizer.normalize(plain(text), Normalizer.Form.NFD);
    String bare = ACCENTS.matcher(apart).replaceAll("").replace('’', '\'').replace('`', '\'');
    return EDGES
        .matcher(Normalizer.normalize(bare, Normalizer.Form.NFC).toLowerCase(Locale.ROOT))
        .replaceAll("");
  }
}
