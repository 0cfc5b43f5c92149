package org.messgateway.gateway.exchange.format;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.math.BigInteger;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class YamlReaderTest {

  private static final Duration SOON = Duration.ofSeconds(10);

  /** Counts only what this thread does: what else the machine is busy with does not matter. */
  private static final ThreadMXBean CLOCK = ManagementFactory.getThreadMXBean();

  static Stream<Arguments> scalars() {
    return Stream.of(
        Arguments.of("no", "no"),
        Arguments.of("yes", "yes"),
        Arguments.of("on", "on"),
        Arguments.of("off", "off"),
        Arguments.of("y", "y"),
        Arguments.of("22:00", "22:00"),
        Arguments.of("1_000", "1_000"),
        Arguments.of("1.0.0", "1.0.0"),
        Arguments.of("2026-01-31", "2026-01-31"),
        Arguments.of("2026-01-31T14:30:00Z", "2026-01-31T14:30:00Z"),
        Arguments.of("2026-01-31-001", "2026-01-31-001"),
        Arguments.of("0777", 777),
        Arguments.of("0o17", 15),
        Arguments.of("0x1F", 31),
        Arguments.of("12", 12),
        Arguments.of("-12", -12),
        Arguments.of("3000000000", 3_000_000_000L),
        Arguments.of("01234567890", 1_234_567_890),
        Arguments.of("-000000000012", -12),
        Arguments.of("00000000000000000003000000000", 3_000_000_000L),
        Arguments.of("99999999999999999999", new BigInteger("99999999999999999999")),
        Arguments.of("9".repeat(100_000), "9".repeat(100_000)),
        Arguments.of("1.5", 1.5),
        Arguments.of("1e3", 1000.0),
        Arguments.of("true", true),
        Arguments.of("False", false),
        Arguments.of("'true'", "true"),
        Arguments.of("~", null),
        Arguments.of("null", null),
        Arguments.of("", null),
        Arguments.of("''", ""),
        Arguments.of("!!str 12", "12"),
        Arguments.of("! 12", "12"),
        Arguments.of("!!int abc", "abc"),
        Arguments.of("!!binary aGVsbG8=", "aGVsbG8="),
        Arguments.of("!!javax.script.ScriptEngineManager x", "x"),
        Arguments.of("!custom [1]", List.of(1)),
        Arguments.of("<<", "<<"));
  }

  @ParameterizedTest
  @MethodSource("scalars")
  void scalarsAreReadAsYaml12CoreSays(String written, Object meant) throws Exception {
    assertEquals(meant, ThreadTexts.map("key: " + written + "\n").get("key"));
  }

  @Test
  void keysAreTexts() throws Exception {
    Map<?, ?> map = ThreadTexts.map("1: a\nno: b\n~: c\n<<: {d: 1}\n");
    assertEquals(List.of("1", "no", "~", "<<"), List.copyOf(map.keySet()));
  }

  static Stream<Arguments> longKeys() {
    String key = "k".repeat(1_100);
    return Stream.of(
        Arguments.of("{\"%s\": 1}".formatted(key)),
        Arguments.of("{\"a\": 1, \"%s, with, [commas] {and}\" : 2}".formatted(key)),
        Arguments.of("{'%s': 1}".formatted(key)),
        Arguments.of("{a: {b: [1, {%s: 1}]}}".formatted(key)),
        Arguments.of("{\"%s\\\"quoted\": 1}".formatted(key)),
        Arguments.of("%s: 1\n".formatted(key)),
        Arguments.of("a: 1\n\"%s\": 1\n".formatted(key)));
  }

  @ParameterizedTest
  @MethodSource("longKeys")
  void aKeyThatIsTooLongIsSaidToBe(String text) {
    ThreadFormatException refused =
        assertThrows(ThreadFormatException.class, () -> ThreadTexts.value(text));
    assertTrue(
        String.valueOf(refused.getMessage()).contains("longer than 1,024 characters"),
        refused.getMessage());
  }

  @Test
  void aMissingCommaFarFromTheBeginningIsNoLongKey() {
    String text = "{a: \"" + "x".repeat(3_000) + "\", b: [1 2: 3}";
    ThreadFormatException refused =
        assertThrows(ThreadFormatException.class, () -> ThreadTexts.value(text));
    assertTrue(
        String.valueOf(refused.getMessage()).contains("is not closed"), refused.getMessage());
  }

  @Test
  void aliasesAreResolved() throws Exception {
    assertEquals(
        ThreadTexts.value("[{x: 1}, {x: 1}, text, text]"),
        ThreadTexts.value("[&a {x: 1}, *a, &b text, *b]"));
  }

  @Test
  void nothingIsNothing() throws Exception {
    assertNull(ThreadTexts.value("# only a comment\n"));
  }

  @Test
  void astralCharactersAndByteOrderMarksAreRead() throws Exception {
    assertEquals(Map.of("key", "🌵 ü"), ThreadTexts.map("\uFEFFkey: 🌵 ü\r\n"));
  }

  static Stream<Arguments> broken() {
    return Stream.of(
        Arguments.of("a: 1\na: 2\n", 2, 1, "second time"),
        Arguments.of("a:\n  b: 1\n  b: 2\n", 3, 3, "\"b\""),
        Arguments.of("a: 1\n\"a\": 2\n", 2, 1, "second time"),
        Arguments.of("a: 'open\n", 2, 1, "inside quotes"),
        Arguments.of("a: [1, 2\nb: 3\n", 2, 2, "not closed"),
        Arguments.of("a:\n\t- b\n", 2, 1, "tab"),
        Arguments.of("a: b: c\n", 1, 5, "colon"),
        Arguments.of("a: *nobody\n", 1, 4, "anchor"),
        Arguments.of("a: 1\n--- # next\nb: 2\n", 2, 1, "exactly ---"),
        Arguments.of("a: &x [*x]\n", 1, 4, "contains itself"),
        Arguments.of("? [a]\n: b\n", 1, 3, "plain text"),
        Arguments.of("a: 1\nb: x\0y\n", 2, 5, "U+0000"),
        Arguments.of("a: 1\nb: ü\u0007\n", 2, 5, "U+0007"),
        Arguments.of("a: @b\n", 1, 4, "@"));
  }

  @ParameterizedTest
  @MethodSource("broken")
  void whatIsWrongIsSaidWithItsPlace(String yaml, int line, int column, String words) {
    ThreadFormatException problem =
        assertThrows(ThreadFormatException.class, () -> ThreadTexts.value(yaml));
    assertTrue(problem.reason().contains(words), problem.reason());
    assertEquals(line + ":" + column, problem.line() + ":" + problem.column(), problem.reason());
    assertEquals(1, problem.getMessage().lines().count());
  }

  @Test
  void linesAreThoseOfTheFile() {
    String file = "ref: a\nstatus: pending\n---\nfrom: b\nMESS:\n  - x: 'open\n";
    ThreadFormatException problem =
        assertThrows(ThreadFormatException.class, () -> ThreadTexts.thread(file));
    assertEquals(7, problem.line());
    assertTrue(problem.getMessage().startsWith("thread.messe-af.yaml, line 7"));
  }

  @Test
  void bytesThatAreNotUtf8AreSaidWithTheirLine() {
    byte[] bytes = "ref: a\nnote: ü\n".getBytes(UTF_8);
    bytes[bytes.length - 2] = 'x';
    ThreadFormatException problem =
        assertThrows(
            ThreadFormatException.class, () -> YamlReader.read(Document.whole("f", bytes)));
    assertEquals(2, problem.line());
    assertTrue(problem.reason().contains("0xC3 is not UTF-8"), problem.reason());
  }

  static Stream<Arguments> bombs() {
    String laughs = "a: &a [x,x]\n";
    StringBuilder doubling = new StringBuilder(laughs);
    for (char each = 'b'; each <= 'z'; each++) {
      doubling.append("%1$s: &%1$s [*%2$s,*%2$s]\n".formatted(each, (char) (each - 1)));
    }
    String text = "t".repeat(100_000);
    return Stream.of(
        Arguments.of("twenty-five doublings", doubling.toString()),
        Arguments.of("nine by nine", nineByNine()),
        Arguments.of("a long text, often", "a: &a " + text + "\nb: [" + "*a,".repeat(500) + "]"),
        Arguments.of("brackets", "[".repeat(1_000_000)),
        Arguments.of("braces", "{".repeat(1_000_000)),
        Arguments.of("dashes", "- ".repeat(500_000)),
        Arguments.of("question marks", "? ".repeat(500_000)),
        Arguments.of("keys", "a: &a\n" + "  ".repeat(1) + "b: {a: ".repeat(100_000)),
        Arguments.of("anchors", "&a ".repeat(300_000)),
        Arguments.of("an open quote", "a: \"" + "x".repeat(4_000_000)),
        Arguments.of("version", "%YAML 99999999999999999999.1\n--- a\n"));
  }

  private static String nineByNine() {
    StringBuilder bomb = new StringBuilder("a: &a [x,x,x,x,x,x,x,x,x]\n");
    for (char each = 'b'; each <= 'j'; each++) {
      String alias = "*" + (char) (each - 1);
      String nine = String.join(",", Arrays.asList(alias.repeat(9).split("(?<=[a-z])")));
      bomb.append("%1$s: &%1$s [%2$s]\n".formatted(each, nine));
    }
    return bomb.toString();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("bombs")
  void hostileDocumentsFailSoon(String name, String yaml) {
    assertTimeoutPreemptively(
        SOON, () -> assertThrows(ThreadFormatException.class, () -> ThreadTexts.value(yaml)));
  }

  @Test
  void aFewAliasesAreFine() throws Exception {
    assertEquals(4, ThreadTexts.map("a: &a {x: 1}\nb: *a\nc: *a\nd: [*a, *a]\n").size());
  }

  @Test
  void nestingIsFineUntilItIsMadness() throws Exception {
    ThreadTexts.value("[".repeat(64) + "]".repeat(64));
    assertThrows(
        ThreadFormatException.class, () -> ThreadTexts.value("[".repeat(65) + "]".repeat(65)));
  }

  @Test
  void tenMegabytesOnOneLineCostNextToNothing() throws Exception {
    for (String quote : List.of("", "\"")) {
      byte[] thread = withDataUri(10, quote);
      assertTimeoutPreemptively(Duration.ofSeconds(5), () -> read(thread));
    }
  }

  @Test
  void theCostOfALongLineGrowsWithItsLengthAndNoFaster() throws Exception {
    byte[] one = withDataUri(1, "");
    byte[] four = withDataUri(4, "");
    long small = quickest(one);
    long large = quickest(four);
    assertTrue(large < 10 * Math.max(small, 1_000_000), large + " ns against " + small + " ns");
  }

  private static long quickest(byte[] thread) throws ThreadFormatException {
    long best = Long.MAX_VALUE;
    for (int round = 0; round < 5; round++) {
      long start = CLOCK.getCurrentThreadCpuTime();
      read(thread);
      best = Math.min(best, CLOCK.getCurrentThreadCpuTime() - start);
    }
    return best;
  }

  private static void read(byte[] thread) throws ThreadFormatException {
    ParsedThread parsed = ThreadReader.read("x", List.of(new ThreadFile("f", thread)));
    assertEquals(1, parsed.thread().messages().size());
  }

  private static byte[] withDataUri(int megabytes, String quote) {
    String uri = "data:image/png;base64," + "iVBO".repeat(megabytes << 18);
    return ("ref: a\nstatus: pending\n---\nfrom: b\nMESS:\n  - response:\n      content:\n"
            + "        - image: "
            + quote
            + uri
            + quote
            + "\n")
        .getBytes(UTF_8);
  }
}
