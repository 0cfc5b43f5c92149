package org.messgateway.gateway.exchange.format;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AbridgedTextTest {

  /** Differs everywhere, so that a middle in the wrong place shows. */
  private static final String ONE = word("one");

  private static final String TWO = word("two");

  private static String word(String seed) {
    StringBuilder word = new StringBuilder();
    while (word.length() < 2 * AbridgedText.LONG_WORD) {
      word.append(seed).append(word.length()).append('x');
    }
    return word.toString();
  }

  private static Document document(String text) {
    String yaml = text.replace("ONE", ONE).replace("TWO", TWO);
    return Document.whole("test", yaml.getBytes(UTF_8));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a: ONE\nb: TWO\n",
        "ONE\n",
        "a: data:image/png;base64,ONE\n",
        "\uFEFFa: ü ONE\nb: 🌵 TWO\n",
        "a: ONE TWO\n  TWO\n  and ONE\n",
        "a: 'ONE ''TWO'\nb: 1\n",
        "a: \"ONE\\n\\x41TWO\\\n  ONE\"\nb: [1, \"TWO\", {c: ONE}]\n",
        "a: |\n  ONE\n   TWO\nb: >-\n  ONE\n  TWO\n",
        "a: &x ONE\nb: [*x, TWO, *x]\n",
        "a: 1 # ONE\nb: TWO\n",
        "# ONE\na: TWO\n",
        "a: ! ONE\nb: !ONE TWO\n",
        "a: &ONE x\nb: *ONE\n",
        "? ONE\n: TWO\n",
        "{? ONE : TWO, b: ONE}\n",
        "9ONE\n"
      })
  void aPictureSaysWhatItSaysToWhoeverReadsAllOfIt(String text) throws Exception {
    Document document = document(text);
    assertEquals(YamlReader.read(document).value(), YamlReader.meaning(document).value());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ONE: TWO\n",
        "a: {ONE: 1}\n",
        "a: 'ONE\n",
        "a: [ONE\nb: TWO\n",
        "a: ONE\na: TWO\n",
        "a: ONE: TWO\n",
        "a: ONE\n\tb: 1\n",
        "a: ONE\nb: x\u0007y\n",
        "ONE\n--- # next\nTWO\n"
      })
  void whatIsWrongIsSaidInTheSameWords(String text) {
    Document document = document(text);
    ThreadFormatException wanted =
        assertThrows(ThreadFormatException.class, () -> YamlReader.read(document));
    ThreadFormatException said =
        assertThrows(ThreadFormatException.class, () -> YamlReader.meaning(document));
    assertEquals(wanted.getMessage(), said.getMessage());
  }

  @Test
  void bytesThatAreNoTextAreFoundBesideAPicture() {
    byte[] bytes = ("a: " + ONE + "\nb: x\n").getBytes(UTF_8);
    bytes[bytes.length - 2] = (byte) 0xC3;
    ThreadFormatException problem =
        assertThrows(
            ThreadFormatException.class, () -> YamlReader.meaning(Document.whole("f", bytes)));
    assertEquals("2:4", problem.line() + ":" + problem.column());
  }

  @Test
  void onlyLongWordsAreAbridgedAndNotOneIsPassedOver() {
    assertNull(AbridgedText.of(document("a: " + "b ".repeat(AbridgedText.LONG_WORD))));
    for (int before :
        new int[] {
          0, 1, AbridgedText.LONG_WORD / 2, AbridgedText.LONG_WORD / 2 + 1, AbridgedText.LONG_WORD
        }) {
      String text = " ".repeat(before) + "x".repeat(AbridgedText.LONG_WORD) + " y";
      int shorter = Objects.requireNonNull(AbridgedText.of(document(text))).shorter().length();
      assertTrue(shorter < before + AbridgedText.LONG_WORD / 2, before + " before it");
    }
  }

  @Test
  void aWordInAnotherDocumentOfTheFileIsNotTouched() throws Exception {
    ThreadFile file =
        new ThreadFile("f", ("a: " + ONE + "\n---\nb: " + TWO + "\n").getBytes(UTF_8));
    for (Document each : DocumentSplitter.split(file)) {
      assertEquals(YamlReader.read(each).value(), YamlReader.meaning(each).value());
    }
  }

  @Test
  void nobodyFindsTheEndOfALineInTheWrongPlace() throws Exception {
    for (int length = 0; length < 40; length++) {
      String line = "x".repeat(length);
      ThreadFile file =
          new ThreadFile("f", (line + "\u000b\n---\n" + line + "y\n").getBytes(UTF_8));
      assertEquals(
          Stream.of(length + 2, length + 2).toList(),
          DocumentSplitter.split(file).stream().map(Document::length).toList());
    }
  }
}
