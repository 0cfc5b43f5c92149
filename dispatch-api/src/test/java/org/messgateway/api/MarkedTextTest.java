package org.messgateway.api;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MarkedTextTest {

  private static String read(String text) {
    return MarkedText.pieces(text).stream()
        .map(piece ->
            piece.styles().isEmpty()
                ? piece.text()
                : piece.styles().stream()
                    .map(Enum::name)
                    .sorted()
                    .collect(Collectors.joining("+", "<", ":" + piece.text() + ">")))
        .collect(Collectors.joining());
  }

  @ParameterizedTest
  @CsvSource(
      delimiterString = " => ",
      value = {
        "Shut **both doors** now => Shut <BOLD:both doors> now",
        "__all__ of it => <BOLD:all> of it",
        "*please* and _thanks_ => <ITALIC:please> and <ITALIC:thanks>",
        "**very *very* much** => <BOLD:very ><BOLD+ITALIC:very><BOLD: much>",
        "press `sudo **x**` => press <CODE:sudo **x**>",
        "# The plan => <BOLD:The plan>",
        "(**a**), '*b*'. => (<BOLD:a>), '<ITALIC:b>'.",
        "see [the list](https://a.example/x_y_z) => see the list (https://a.example/x_y_z)",
        "[https://a.example](https://a.example) => https://a.example",
        "**https://a.example/_b_** => <BOLD:https://a.example/_b_>",
        "a \\*star\\* => a *star*",
      })
  void marksBecomePieces(String written, String pieces) {
    assertEquals(pieces, read(written));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "2*3*4 = 24",
        "2 * 3 * 4",
        "a_file_name.txt and another_file",
        "**unfinished",
        "half *open",
        "** **",
        "****",
        "`",
        "``x``",
        "https://a.example/_path_/*x*",
        "[here](javascript:alert(1))",
        "[here](relative)",
        "#1 is best",
        "- ",
        "\\o/",
        "",
      })
  void whatIsNoMarkStays(String text) {
    assertEquals(text, read(text));
  }

  @Test
  void linesStayLines() {
    assertEquals(
        "• milk\n  • oat\n\n<CODE:x = *p*>\nend",
        read("- milk\n  * oat\n\n```c\nx = *p*\n```\nend"));
    assertEquals("*a\nb*", read("*a\nb*"));
  }

  @Test
  void plainIsTheSameWithoutMarks() {
    assertEquals(
        "Shut both doors: ls (https://a.example)",
        MarkedText.plain("Shut **both** *doors*: [`ls`](https://a.example)"));
  }

  @Test
  void aFloodOfMarksIsReadInTime() {
    for (String mark : new String[] {"*a ", "**a ", "_a", "`a", "[a](", "*_", "http", "[", "\\*"}) {
      String flood = mark.repeat(20_000 / mark.length());
      assertEquals(true, MarkedText.plain(flood).length() > 1_000);
    }
  }
}
