package org.messgateway.gateway.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.messgateway.testkit.Conforms;

/** Holds the table of elements and the tests together, and writes {@code docs/conformance.md}. */
class ConformanceTest {

  private static final Path ROOT =
      Path.of(System.getProperty("mess.root", "..")).toAbsolutePath().normalize();

  private static final Pattern ANCHOR = Pattern.compile("<a id=\"([^\"]+)\">");

  private static final Path SAMPLE = Path.of("module/src/test/java/SampleTest.java");

  @Test
  @Conforms(333)
  void everythingThatIsDemandedHasATestThatShowsIt() throws IOException {
    List<String> mistakes = new ArrayList<>();
    List<Showing> shown = Showing.all(ROOT, mistakes::add);
    ConformanceTable table = new ConformanceTable(Element.all(), shown);
    mistakes.addAll(table.mistakes(decisions()));
    bring(ROOT.resolve("docs/conformance.md"), table.page(), mistakes);
    assertEquals("", String.join("\n", mistakes));
  }

  /** Whoever builds gets the new page; where nobody would commit it, it is a mistake. */
  private static void bring(Path file, String page, List<String> mistakes) throws IOException {
    if (Files.exists(file) && Files.readString(file).equals(page)) {
      return;
    }
    if (System.getenv("CI") != null) {
      mistakes.add(file + " is out of date: run the tests, and commit what they write");
      return;
    }
    Path whole = Files.writeString(file.resolveSibling(".conformance.new"), page);
    Files.move(whole, file, StandardCopyOption.ATOMIC_MOVE);
  }

  private static Set<String> decisions() throws IOException {
    Set<String> anchors = new TreeSet<>();
    try (Stream<Path> files = Files.list(ROOT.resolve("docs/decisions"))) {
      for (Path file : files.toList()) {
        ANCHOR
            .matcher(Files.readString(file))
            .results()
            .forEach(anchor -> anchors.add(anchor.group(1)));
      }
    }
    return anchors;
  }

  @Test
  void whatIsDemandedAndNotShownIsAMistake() {
    assertEquals(List.of("no test shows 1 (says)"), mistakes(element("M", null, null, null)));
    assertEquals(
        List.of("no test shows 1 (says), and no decision says why it is not built"),
        mistakes(element("D", null, null, null)));
    assertEquals(List.of(), mistakes(element("D", null, "it is not built", "build-1")));
    assertEquals(
        List.of("no test shows 1 (says)"),
        mistakes(element("M", null, "it is not built", "build-1")));
    assertEquals(List.of(), mistakes(element("M", null, null, null), 1));
  }

  @Test
  void whatIsOpenAndShownIsAMistake() {
    assertEquals(List.of(), mistakes(element("M", "later", null, null)));
    assertEquals(
        List.of("1 (says) is not open: SampleTest.shows shows it"),
        mistakes(element("M", "later", null, null), 1));
  }

  @Test
  void whatIsShownInPartNeedsADecision() {
    assertEquals(List.of(), mistakes(element("M", null, "a part", "build-1"), 1));
    assertEquals(
        List.of("1 (says): there is no decision build-0"),
        mistakes(element("M", null, "a part", "build-0"), 1));
    assertEquals(
        List.of("1 (says): what it lacks and the decision belong together"),
        mistakes(element("M", null, "a part", null), 1));
  }

  @Test
  void aNumberThatNothingHasIsAMistake() {
    assertEquals(
        List.of("there is no element 2, which SampleTest.shows shows"),
        mistakes(element("M", null, null, null), 1, 2));
  }

  @Test
  void annotationsAreReadWhereverTheyStand() {
    List<String> mistakes = new ArrayList<>();
    String source =
        """
        /** About tests. */
        @Conforms(3)
        final class SampleTest {
          @Conforms({1, 2}) // why
          @ParameterizedTest(name = "{0} (of all)")
          @ValueSource(strings = {"a)", \"""
              b" (
              \"""})
          void first(String each) {}

          @Test
          @Tag("long")
          @Conforms(
              {4,
               5})
          void second() throws IOException {}
        }
        """;
    assertEquals(
        List.of("1 first", "2 first", "3 SampleTest", "4 second", "5 second"),
        Showing.in(source, SAMPLE, mistakes::add).stream()
            .sorted()
            .map(each -> each.element() + " " + each.test().replace("SampleTest.", ""))
            .toList());
    assertEquals(List.of(), mistakes);
  }

  @Test
  void whatIsNotATestShowsNothing() {
    List<String> mistakes = new ArrayList<>();
    Showing.in("class Sample { @Conforms(1) void helper() {} }", SAMPLE, mistakes::add);
    Showing.in("class Sample { @Test @Conforms({}) void empty() {} }", SAMPLE, mistakes::add);
    Showing.in("class Sample { @Test @Conforms(1) int field = 3; }", SAMPLE, mistakes::add);
    assertEquals(
        List.of(
            SAMPLE + ": @Conforms stands on SampleTest.helper, which is not a test",
            SAMPLE + ": @Conforms of SampleTest.empty has no numbers",
            SAMPLE + ": an @Conforms stands before nothing that was understood"),
        mistakes);
  }

  private static List<String> mistakes(Element element, int... shown) {
    List<Showing> showings = new ArrayList<>();
    for (int number : shown) {
      showings.add(new Showing(number, "SampleTest.shows", SAMPLE));
    }
    return new ConformanceTable(List.of(element), showings).mistakes(Set.of("build-1"));
  }

  private static Element element(
      String tag, @Nullable String open, @Nullable String lacks, @Nullable String ruling) {
    return new Element(1, tag, "group", "protocol §1", "says", open, lacks, ruling);
  }
}
