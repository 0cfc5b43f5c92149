package org.messgateway.gateway.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.messgateway.api.Rate;
import org.messgateway.gateway.routing.SpellingHint;
import org.messgateway.testkit.Conforms;
import org.messgateway.testkit.CostLimit;

/** The small forms: scalars as typed, variables, durations, sizes, rates, near words. */
final class ConfigTextsTest {

  private static ConfigNode.Mapping tree(String text) {
    ConfigProblems problems = new ConfigProblems();
    ConfigNode root = ConfigTree.parse("config.yaml", text, problems).orElseThrow();
    assertEquals(List.of(), problems.errors());
    return assertInstanceOf(ConfigNode.Mapping.class, root);
  }

  private static ConfigNode.Scalar scalar(String text) {
    ConfigNode value = Objects.requireNonNull(tree("key: " + text).entries().get("key")).value();
    return assertInstanceOf(ConfigNode.Scalar.class, value);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "no",
        "on",
        "22:00",
        "1_000",
        "012",
        "0x1F",
        "+14155550123",
        "-1001234567890",
        "1e3",
        "2026-11-20",
        "1.0.0",
        "true",
        "${NAME}"
      })
  void aScalarIsTheTextThatWasTyped(String typed) {
    assertEquals(typed, scalar(typed).text());
    assertEquals(typed, scalar("'" + typed + "'").text());
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "~", "null"})
  void nothingIsNull(String typed) {
    assertNull(scalar(typed).text());
  }

  @ParameterizedTest
  @ValueSource(strings = {"''", "\"\""})
  void quotesWithNothingBetweenThemAreAnEmptyText(String typed) {
    assertEquals("", scalar(typed).text());
  }

  @Test
  void aNodeKnowsItsPlaceAndAliasesResolve() {
    Map<String, ConfigNode.Entry> entries = tree("a: &x [1,\n  2]\nb: *x\n").entries();
    assertEquals(
        Objects.requireNonNull(entries.get("a")).value(),
        Objects.requireNonNull(entries.get("b")).value());
    assertEquals(
        new SourcePosition("config.yaml", 3, 1), Objects.requireNonNull(entries.get("b")).keyAt());
  }

  @Test
  void anEmptyFileIsAnEmptyMap() {
    assertTrue(tree("# nothing\n").entries().isEmpty());
    assertTrue(tree("\uFEFF").entries().isEmpty());
  }

  @ParameterizedTest
  @CsvSource({
    "plain, plain",
    "${A}, one",
    "${A}-${B}, one-two",
    "${NONE:-else}, else",
    "${NONE:-}, ''",
    "${EMPTY:-else}, else",
    "${EMPTY}, ''",
    "$${A}, ${A}",
    "$A, $A",
    "$1 \\ x, $1 \\ x",
  })
  @Conforms(258)
  void variablesAreReplaced(String raw, String expanded) {
    ConfigProblems problems = new ConfigProblems();
    VariableExpansion variableExpansion =
        VariableExpansion.of(Map.of("A", "one", "B", "two", "EMPTY", ""), problems);
    assertEquals(
        Optional.of(expanded), variableExpansion.expand("x", SourcePosition.startOf("f"), raw));
    assertEquals(0, problems.count());
  }

  @Test
  void thousandsOfOpenBracesAreReadAtOnce() {
    String open = "${A:-".repeat(20_000);
    CostLimit.within(
        open.length(),
        () -> {
          ConfigProblems problems = new ConfigProblems();
          VariableExpansion variableExpansion = VariableExpansion.of(Map.of(), problems);
          assertTrue(
              variableExpansion.expand("a", SourcePosition.startOf("config.yaml"), open).isEmpty());
        });
  }

  @Test
  void everyUnsetVariableIsNamed() {
    ConfigProblems problems = new ConfigProblems();
    VariableExpansion variableExpansion = VariableExpansion.of(Map.of(), problems);
    assertEquals(
        Optional.empty(),
        variableExpansion.expand("x", SourcePosition.startOf("f"), "${ONE}${TWO}"));
    assertEquals(2, problems.count());
  }

  @ParameterizedTest
  @CsvSource({
    "90s, PT90S",
    "2h30m, PT2H30M",
    "2h 30m, PT2H30M",
    "1d, PT24H",
    "0.5s, PT0.5S",
    "3min, PT3M",
    "PT2H, PT2H",
    "P1D, PT24H",
    "0s, PT0S"
  })
  void durations(String text, Duration meant) {
    assertEquals(Optional.of(meant), Quantities.DURATION_FORM.reading().apply(text));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "90", "1y", "s", "-5s", "PT-1H", "3m2h", "99999999d", "P"})
  void noDurations(String text) {
    assertEquals(Optional.empty(), Quantities.DURATION_FORM.reading().apply(text));
  }

  @ParameterizedTest
  @CsvSource({"262144, 262144", "256KiB, 262144", "1 MB, 1000000", "2GiB, 2147483648", "7B, 7"})
  void sizes(String text, long bytes) {
    assertEquals(Optional.of(bytes), Quantities.SIZE_FORM.reading().apply(text));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "big", "1iB", "1.5MB", "-1", "1TB"})
  void noSizes(String text) {
    assertEquals(Optional.empty(), Quantities.SIZE_FORM.reading().apply(text));
  }

  @ParameterizedTest
  @CsvSource({
    "1/s, 1, PT1S",
    "20/min, 20, PT1M",
    "30 per second, 30, PT1S",
    "1/10s, 1, PT10S",
    "100/h, 100, PT1H"
  })
  void rates(String text, int permits, Duration period) {
    assertEquals(
        Optional.of(new Rate(permits, period)), Quantities.RATE_FORM.reading().apply(text));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "0/s", "1/0s", "fast", "1/week", "1"})
  void noRates(String text) {
    assertEquals(Optional.empty(), Quantities.RATE_FORM.reading().apply(text));
  }

  @ParameterizedTest
  @CsvSource({
    "capabilites, capabilities",
    "bot-token, bot_token",
    "Notify, notify",
    "nmae, name",
    "sechdule, schedule"
  })
  void aNearWordIsFound(String typed, String meant) {
    assertEquals(
        Optional.of(meant),
        SpellingHint.of(
            typed, List.of("capabilities", "bot_token", "notify", "name", "schedule", "sms")));
  }

  @ParameterizedTest
  @ValueSource(strings = {"pigeon", "x", "", "telegraph-office"})
  void aFarWordIsNot(String typed) {
    assertEquals(Optional.empty(), SpellingHint.of(typed, List.of("slack", "sms", "webhook")));
  }

  @Test
  void secretsAreReadAsAShellWouldSourceThem(@TempDir Path home) throws IOException {
    Files.writeString(
        home.resolve("secrets.env"),
        "# comment\n\nA=1\nexport B='two words'\nC=\"x=y#z\"\n  D=\nOLD=inner\n");
    assertEquals(
        Map.of("A", "1", "B", "two words", "C", "x=y#z", "D", "", "OLD", "outer", "KEPT", "yes"),
        SecretsFile.under(Map.of("OLD", "outer", "KEPT", "yes"), home));
  }
}
