package org.messgateway.adapter.sms;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.messgateway.adapter.sms.SmsSegments.SmsEncoding;

class SmsSegmentsTest {

  @ParameterizedTest
  @MethodSource("texts")
  void textsAreCountedAsThePhoneNetworkCountsThem(
      String text, SmsEncoding smsEncoding, int units, int count) {
    assertEquals(new SmsSegments(smsEncoding, units, count), SmsSegments.of(text));
  }

  static List<Arguments> texts() {
    return List.of(
        Arguments.of("", SmsEncoding.GSM_7, 0, 1),
        Arguments.of("a".repeat(160), SmsEncoding.GSM_7, 160, 1),
        Arguments.of("a".repeat(161), SmsEncoding.GSM_7, 161, 2),
        Arguments.of("a".repeat(306), SmsEncoding.GSM_7, 306, 2),
        Arguments.of("a".repeat(307), SmsEncoding.GSM_7, 307, 3),
        // The extension costs two septets each.
        Arguments.of("€".repeat(80), SmsEncoding.GSM_7, 160, 1),
        Arguments.of("€".repeat(81), SmsEncoding.GSM_7, 162, 2),
        // 152 and an escape do not fit into 153: the pair moves on together.
        Arguments.of("a".repeat(152) + "€".repeat(77), SmsEncoding.GSM_7, 306, 3),
        Arguments.of("a".repeat(153) + "€".repeat(76), SmsEncoding.GSM_7, 305, 2),
        Arguments.of("ü".repeat(160), SmsEncoding.GSM_7, 160, 1),
        // Lower-case c with cedilla is not in the alphabet, the capital is.
        Arguments.of("Ç", SmsEncoding.GSM_7, 1, 1),
        Arguments.of("ç", SmsEncoding.UCS_2, 1, 1),
        Arguments.of("“", SmsEncoding.UCS_2, 1, 1),
        Arguments.of("`", SmsEncoding.UCS_2, 1, 1),
        Arguments.of("é".repeat(69) + "ё", SmsEncoding.UCS_2, 70, 1),
        Arguments.of("ё".repeat(71), SmsEncoding.UCS_2, 71, 2),
        Arguments.of("ё".repeat(134), SmsEncoding.UCS_2, 134, 2),
        Arguments.of("ё".repeat(135), SmsEncoding.UCS_2, 135, 3),
        Arguments.of("🧊".repeat(35), SmsEncoding.UCS_2, 70, 1),
        // 67 is odd: 33 pairs each, the 67th unit stays empty.
        Arguments.of("🧊".repeat(66), SmsEncoding.UCS_2, 132, 2),
        Arguments.of("🧊".repeat(67), SmsEncoding.UCS_2, 134, 3));
  }

  @Test
  void theWholeDefaultAlphabetIsThere() {
    String all =
        "@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?¡"
            + "ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà";
    assertEquals(127, all.length(), "128 less the escape");
    assertTrue(all.codePoints().allMatch(point -> Gsm7Alphabet.septets(point) == 1));
    assertTrue("^{}\\[~]|€\f".codePoints().allMatch(point -> Gsm7Alphabet.septets(point) == 2));
    assertFalse(Gsm7Alphabet.holds("\t"));
    assertFalse(Gsm7Alphabet.holds("\u00A0"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "it’s “here” – now… | it's \"here\" - now...",
        "‚a‛ „b” c\u00A0d e‑f g—h | 'a' \"b\" c d e-f g-h",
        "Füße & Ärger | Füße & Ärger",
        "it’s 🧊 | it’s 🧊",
        "it’s naïve ça | it’s naïve ça",
        "‘только’ | ‘только’",
      })
  void onlyTypographyIsSimplifiedAndOnlyWhenItHelps(String written, String sent) {
    assertEquals(sent, Gsm7Alphabet.simplified(written));
  }
}
