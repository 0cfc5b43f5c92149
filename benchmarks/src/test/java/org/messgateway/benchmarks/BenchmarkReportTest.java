package org.messgateway.benchmarks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What is made of figures, and what can be typed. */
class BenchmarkReportTest {

  private static final MachineDescription MACHINE =
      new MachineDescription("2026-11-20T12:00:00Z", 2, 24_000, "25", "Linux", 0.1);

  private final FigureCollector figures = new FigureCollector();

  @Test
  void theMedianDecidesWhetherAGoalIsReached() {
    figures.add("P3", "over raw", "", FigureTarget.atLeast(0.5), 0.9);
    figures.add("P3", "over raw", "", FigureTarget.atLeast(0.5), 0.1);
    figures.add("P3", "over raw", "", FigureTarget.atLeast(0.5), 0.4);

    Figure figure = figures.all().getFirst();

    assertEquals(0.4, figure.median());
    assertEquals(0.1, figure.min());
    assertEquals(0.9, figure.max());
    assertEquals("missed", figure.verdict());
  }

  @Test
  void ofAnEvenNumberTheMedianLiesBetweenTheTwoInTheMiddle() {
    assertEquals(2.5, new Figure("P1", "p50", "ms", null, List.of(1.0, 4.0, 2.0, 3.0)).median());
  }

  @Test
  void whatMustNotBeAtAllIsReachedByNothing() {
    assertEquals(
        "reached", new Figure("P8", "missed", "", FigureTarget.atMost(0), List.of(0.0)).verdict());
    assertEquals(
        "missed", new Figure("P8", "missed", "", FigureTarget.atMost(0), List.of(1.0)).verdict());
  }

  @Test
  void thePictureShowsWhatHasAGoalAndEscapesWhatItSays() {
    figures.add("P1", "p50 < all & that", "ms", FigureTarget.atMost(3), 2);
    figures.add("P1", "only explains", "ms", 7);

    String svg = new FigurePlot(BenchmarkReport.of(MACHINE, figures)).svg();

    assertTrue(svg.contains("P1  p50 &lt; all &amp; that"), svg);
    assertTrue(svg.contains("(&lt;= 3.000)"), svg);
    assertTrue(!svg.contains("only explains"), svg);
  }

  @Test
  void whatFailedAndWhatWasLeftOutStandInTheTable() {
    figures.note("P2 needs a peer.");
    figures.failed("P5: the sink went away");

    String table = BenchmarkReport.of(MACHINE, figures).table();

    assertTrue(table.contains("P2 needs a peer."), table);
    assertTrue(table.contains("FAILED P5: the sink went away"), table);
    assertTrue(table.contains("load average 0.10 before the run"), table);
  }

  @Test
  void aPeerIsACommandThatGetsTheFolderAndTheAddress() {
    BenchmarkOptions options =
        BenchmarkOptions.of(
            Path.of("/checkout"),
            List.of("--only", "P2,P11", "--pairs", "5", "--peer", "other=/bin/other --fast"));

    assertEquals(Set.of("P2", "P11"), options.only());
    assertEquals(5, options.pairs());
    assertEquals(
        List.of("/bin/other", "--fast", "/x", "http://y"),
        options.peers().getFirst().command(Path.of("/x"), "http://y"));
  }

  @Test
  void anUnknownOptionIsRefused() {
    Path root = Path.of("/checkout");

    assertThrows(
        IllegalArgumentException.class, () -> BenchmarkOptions.of(root, List.of("--fast")));
    assertThrows(
        IllegalArgumentException.class, () -> BenchmarkOptions.of(root, List.of("--only")));
    assertThrows(
        IllegalArgumentException.class,
        () -> BenchmarkOptions.of(root, List.of("--only", "P1,P99")));
    assertThrows(
        IllegalArgumentException.class, () -> BenchmarkOptions.of(root, List.of("--peer", "x")));
  }
}
