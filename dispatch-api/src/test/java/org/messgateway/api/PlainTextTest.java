package org.messgateway.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class PlainTextTest {

  @Test
  void noControlPassesWhicheverSetItIsOf() {
    IntStream.concat(IntStream.rangeClosed(0, 0x1f), IntStream.rangeClosed(0x7f, 0x9f))
        .forEach(point -> {
          assertEquals("a b", PlainText.line("a" + Character.toString(point) + "b"));
          assertTrue(PlainText.hidden(point), () -> Integer.toHexString(point));
        });
  }

  @ParameterizedTest
  @ValueSource(
      ints = {
        0x061C, 0x200E, 0x200F, 0x202A, 0x202B, 0x202C, 0x202D, 0x202E, 0x2066, 0x2067, 0x2068,
        0x2069, 0x2028, 0x2029, 0x00AD, 0x180E, 0x200B, 0x2060, 0x2064, 0x206A, 0x206F, 0xFEFF,
        0xFFF9, 0xFFFB, 0x1D173, 0x3164, 0xFFA0, 0xE0001, 0xE0020, 0xE007F, 0xE0100, 0xE01EF,
        0xE0000, 0xFFFE, 0x10FFFF, 0xD83D, 0xDE00
      })
  void nothingThatReordersHidesOrIsHalfACharacterPasses(int point) {
    String hostile = "a" + Character.toString(point) + "b";
    assertEquals("a b", PlainText.line(hostile));
    assertEquals("ab", PlainText.of(hostile).replace(" ", ""));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Käse, 卵, 🧅",
        "👩‍👩‍👧‍👦 🏳️‍🌈 ✅ 🇩🇪 👍🏽 1️⃣",
        "בדוק מה יש במקרר",
        "افحص الثلاجة من فضلك ٣",
        "می‌خواهم",
        "क्‍ष",
        "Z̷͖̈́a̶l̸g̴ô̷ e\u0301\u0301",
        "\u06DD\u0661",
        "a\u00A0b"
      })
  void whatPeopleWriteStaysAsItIs(String text) {
    assertEquals(text, PlainText.of(text));
    assertEquals(text, PlainText.line(text));
  }

  @Test
  void linesStayInMessagesAndAreOneOnATerminal() {
    String text = "one\r\ntwo\tthree\u2028four\u0085five";
    assertEquals("one\ntwo three four five", PlainText.of(text));
    assertFalse(PlainText.line(text).contains("\n"));
  }
}
