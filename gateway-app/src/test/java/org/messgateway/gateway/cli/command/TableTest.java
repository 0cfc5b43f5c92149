package org.messgateway.gateway.cli.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.messgateway.gateway.cli.command.Table.Cell;
import org.messgateway.gateway.cli.command.Table.Column;
import org.messgateway.gateway.cli.command.Table.Tone;

/** Lists as a person reads them, on a terminal and in a file. */
final class TableTest {

  private static final Instant NOW = Instant.parse("2026-11-22T14:12:31Z");

  private static Terminal wide(int columns) {
    return new Terminal(OptionalInt.of(columns), false, false);
  }

  private static List<String> lines(Terminal terminal, String intent) {
    return terminal
        .table(Column.whole("REF"), Column.of("WHO"), Column.of("INTENT"))
        .row("2026-11-22-001", "ana", intent)
        .row("2026-11-22-002", "", "x")
        .lines();
  }

  @Test
  void columnsAreAsWideAsWhatStandsInThem() {
    assertEquals(
        List.of(
            "REF             WHO  INTENT", "2026-11-22-001  ana  look", "2026-11-22-002       x"),
        lines(Terminal.NONE, "look"));
  }

  @Test
  void onATerminalWhatIsTooWideIsCutAndARefNever() {
    List<String> cut = lines(wide(40), "look at the fridge and tell me what is in it");
    assertEquals("2026-11-22-001  ana  look at the fridge…", cut.get(1));
    List<String> narrow = lines(wide(20), "look at the fridge and tell me what is in it");
    assertEquals("2026-11-22-001  ana  look at…", narrow.get(1));
  }

  @Test
  void inAFileNothingIsCut() {
    String long200 = "x".repeat(200);
    assertTrue(lines(Terminal.NONE, long200).get(1).endsWith(long200));
  }

  @Test
  void wideSignsTakeTwoColumnsAndMarksNone() {
    List<String> lines = lines(wide(32), "冷蔵庫の中身は何ですか");
    assertEquals("2026-11-22-001  ana  冷蔵庫の中…", lines.get(1));
    assertEquals(
        "e\u0301  x",
        Terminal.NONE.table(Column.of("A"), Column.of("B")).row("e\u0301", "x").lines().get(1));
  }

  @Test
  void whatOthersWroteCannotActOnTheTerminal() {
    Terminal terminal = new Terminal(OptionalInt.of(80), true, false);
    List<String> lines =
        terminal
            .table(Column.of("A"), Column.of("B"))
            .row(new Cell("\u001b[2Jroot\nall is well", Tone.BAD), "\u202ex")
            .lines();
    assertEquals(2, lines.size());
    assertEquals("\u001b[31m [2Jroot all is well\u001b[0m   x", lines.get(1));
  }

  @ParameterizedTest
  @CsvSource({
    "'',  80, xterm, '', false, 0",
    "1,   80, xterm, '', true,  80",
    "12,  80, dumb,  '', false, 80",
    "1,   80, xterm, 1,  false, 80",
    "1,   '', xterm, '', true,  0",
    "1,   3,  xterm, '', true,  0",
    "2,   80, xterm, '', false, 0",
  })
  void coloursAndWidthAreThoseOfATerminal(
      String streams, String columns, String term, String noColor, boolean colours, int width) {
    Terminal terminal = Terminal.of(streams, columns, Map.of("TERM", term, "NO_COLOR", noColor));
    assertEquals(colours, terminal.colours());
    assertEquals(width, terminal.columns().orElse(0));
    assertEquals(streams.contains("2") && !term.equals("dumb"), terminal.progress());
  }

  @ParameterizedTest
  @CsvSource({
    "PT-5S, 0 s",
    "PT59S, 59 s",
    "PT3M, 3 min",
    "PT59M59S, 59 min",
    "PT26H, 26 h",
    "P3D, 3 days",
  })
  void anAgeIsToldInOneUnit(Duration ago, String shown) {
    LocalTimes times = new LocalTimes(NOW, ZoneId.of("Europe/Berlin"));
    assertEquals(shown, times.age(NOW.minus(ago)));
    assertEquals("15:12", times.clock(NOW));
  }

  @Test
  void aRowHasACellForEachColumn() {
    Table table = Terminal.NONE.table(Column.of("A"));
    assertThrows(IllegalArgumentException.class, () -> table.row("a", "b"));
    assertTrue(table.isEmpty());
    assertFalse(table.row("a").isEmpty());
  }
}
