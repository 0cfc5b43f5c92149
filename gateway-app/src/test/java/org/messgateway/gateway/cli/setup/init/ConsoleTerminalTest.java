package org.messgateway.gateway.cli.setup.init;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

final class ConsoleTerminalTest {

  private static List<String> broken(String line, int columns) {
    return ConsoleTerminal.broken(line, OptionalInt.of(columns));
  }

  @Test
  void aLineThatIsTooLongIsBrokenBetweenWords() {
    assertEquals(
        List.of("Nothing is written", "before the end."),
        broken("Nothing is written before the end.", 20));
    assertEquals(
        List.of("", "a b"), List.of(broken("", 20).getFirst(), broken("a b", 3).getLast()));
  }

  @Test
  void whatFollowsANumberOrAHyphenIsIndentedAsItsText() {
    assertEquals(
        List.of("  2  Slack: where", "     everybody is"),
        broken("  2  Slack: where everybody is", 20));
    assertEquals(List.of("  1. Open the", "     page"), broken("  1. Open the page", 14));
    assertEquals(List.of("  - It is", "    muted"), broken("  - It is muted", 10));
  }

  @Test
  void anAddressIsNeverBroken() {
    String link = "https://t.me/miller_bot?start=udik2i-HpI58XDr8pSBKFA";
    assertEquals(List.of("Or open it there:", link), broken("Or open it there: " + link, 20));
    assertEquals(List.of(link), broken(link, 20));
    assertEquals(List.of("  " + link, "  now"), broken("  " + link + " now", 20));
  }

  @Test
  void whereTheWidthIsNotKnownNothingIsBroken() {
    String line = "x ".repeat(300);
    assertEquals(List.of(line), ConsoleTerminal.broken(line, OptionalInt.empty()));
  }
}
