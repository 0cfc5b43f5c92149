package org.messgateway.gateway.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.messgateway.gateway.channels.discovery.AdapterRegistry;
import org.messgateway.gateway.config.GatewayConfig.HeldChannel;
import org.messgateway.gateway.routing.Rule;
import org.messgateway.testkit.Conforms;

/** What is worth a word and stops nothing. */
final class ConfigWarningTest {

  private static final String ROBOT = "executors: {robot: {notify: {webhook: \"http://h/x\"}}}\n";

  @TempDir Path directory;

  static Arguments[] warnings() {
    return new Arguments[] {
      warning("", "executors", "nobody to be told"),
      warning(ROBOT + "operators: [robt]", "operators[0]", "no executor `robt`"),
      warning(ROBOT + "routing: [{prefer: robt}]", "routing[0].prefer", "no executor `robt`"),
      warning(ROBOT + "routing: [{match: {capability: x}}]", "routing[0]", "prefers nobody"),
      warning(
          ROBOT + "routing: [{prefer: [lower_latency, higher_precision]}]",
          "routing[0].prefer",
          "`higher_precision` has no effect"),
      warning(
          ROBOT + "routing: [{prefer: robot, after: 3m}]", "routing[0].after", "without `then`"),
      warning(
          ROBOT + "dispatch: {slack: {bot_token: \"${T:-}\"}}",
          "dispatch.slack.bot_token",
          "slack tells nobody"),
      warning(ROBOT + "dispatch: {slack: }", "dispatch.slack.bot_token", "slack tells nobody"),
      warning(
          ROBOT + "dispatch: {house: {type: matrix}}",
          "dispatch.house",
          "no adapter of type matrix"),
      warning("executors: {ana: {name: Ana}}", "executors.ana", "nobody can reach ana"),
      warning(
          "executors: {ana: {notify: {webhook: \"${HOOK:-}\"}}}",
          "executors.ana.notify.webhook",
          "empty"),
      warning(
          "executors: {ana: {notify: {after: 3m, webhook: \"http://h/\"}}}",
          "executors.ana.notify.after",
          "without `order`"),
      warning(
          "executors: {ana: {schedule: 0 8 * * *, availability: always, notify: {webhook:"
              + " \"http://h/\"}}}",
          "executors.ana.schedule",
          "no effect"),
      warning(
          "executors: {ana: {notify: {telegram: 1}}}\ndispatch: {telegram: {bot_token: t}}",
          "client_url",
          "cannot open links"),
      warning(
          "executors: {a: {notify: {webhook: \"http://a/\"}}, b: {notify: {webhook:"
              + " \"http://b/\"}}}\n"
              + "dispatch: {webhook: {secret: whsec_abc}}",
          "executors",
          "share one secret"),
    };
  }

  private static Arguments warning(String text, String path, String what) {
    return Arguments.of(text, path, what);
  }

  @ParameterizedTest
  @MethodSource("warnings")
  void aWarningIsToldOnceAndStopsNothing(String text, String path, String what) {
    LoadResult loadResult = new Home(directory).config(text).load();
    assertInstanceOf(LoadResult.Valid.class, loadResult, () -> ConfigReport.of(loadResult));
    assertEquals(1, loadResult.warnings().size(), loadResult.warnings()::toString);
    ConfigProblem warning = loadResult.warnings().getFirst();
    assertEquals(path, warning.path());
    assertTrue(warning.what().contains(what), warning::toString);
  }

  @Test
  void aMasterSecretIsNotShared() {
    String text =
        "executors: {a: {notify: {webhook: \"http://a/\"}}, b: {notify: {webhook:"
            + " \"http://b/\"}}}\n"
            + "dispatch: {webhook: {secret: a-master}}";
    assertEquals(List.of(), new Home(directory).config(text).warnings());
  }

  @Test
  void aChannelThatTellsNobodyIsLeftOut() {
    GatewayConfig config =
        new Home(directory).config(ROBOT + "dispatch: {slack: {bot_token: \"${T:-}\"}}").valid();
    assertEquals(Set.of("webhook"), config.channels().keySet());
  }

  @Test
  void aChannelThatNobodyUsesYetIsThereWhenItIsComplete() {
    GatewayConfig config =
        new Home(directory)
            .config(ROBOT + "dispatch: {slack: {bot_token: \"${T}\"}}")
            .valid(Map.of("T", "xoxb"));
    assertEquals(Set.of("slack", "webhook"), config.channels().keySet());
  }

  @Test
  @Conforms({93, 156})
  void policyWordsChooseAmongEverybodyOrThoseBesideThem() {
    GatewayConfig config =
        new Home(directory)
            .config(
                ROBOT
                    + "routing: {rules: [{match: {}, prefer: higher_precision},"
                    + " {prefer: [lower_latency, ana], then: lower_latency}]}")
            .valid();
    assertEquals(
        new Rule.Choice.Best(Rule.Policy.HIGHER_PRECISION, new Rule.Choice.Everyone()),
        config.catalogue().rules().getFirst().prefer());
    Rule among = config.catalogue().rules().getLast();
    assertEquals(
        new Rule.Choice.Best(
            Rule.Policy.LOWER_LATENCY, new Rule.Choice.Named(java.util.List.of("ana"))),
        among.prefer());
    assertEquals(
        new Rule.Choice.Best(Rule.Policy.LOWER_LATENCY, new Rule.Choice.Everyone()),
        among.steps().getFirst().then());
    assertEquals(Rule.EVERYONE, config.catalogue().fallback());
  }

  @Test
  void aMissingAdapterHoldsItsChannel() {
    GatewayConfig config =
        new Home(directory)
            .config(
                """
                executors: {ana: {notify: {house: "#room"}}}
                dispatch: {house: {type: matrix, anything: goes}}
                """)
            .valid();
    assertEquals("matrix", Objects.requireNonNull(config.held().get("house")).type());
    assertTrue(config.catalogue().audiences().containsKey("house"));
    assertEquals(
        "#room",
        Objects.requireNonNull(config.catalogue().executors().get("ana"))
            .notifyPlan()
            .channels()
            .getFirst()
            .address()
            .value());
  }

  @Test
  void aChannelWhoseJarIsBrokenIsHeldAndNoMistake() throws IOException {
    Path adapters = Files.createDirectory(directory.resolve("adapters"));
    Files.writeString(adapters.resolve("pigeon.jar"), "this is no jar");
    try (AdapterRegistry registry = AdapterRegistry.discover(adapters, adapters)) {
      Home home = new Home(directory, registry);
      GatewayConfig config = home.config("executors: {ana: {notify: {pigeon: coop-4}}}").valid();
      HeldChannel held = Objects.requireNonNull(config.held().get("pigeon"));
      assertTrue(held.sentence().contains("pigeon.jar"), held::sentence);
      assertTrue(config.catalogue().audiences().containsKey("pigeon"));
      assertTrue(home.warnings().toString().contains("pigeon.jar"), home.warnings()::toString);
    }
  }

  @Test
  void aNearWordIsNoMistakeWhileAJarIsBroken() throws IOException {
    Path adapters = Files.createDirectory(directory.resolve("adapters"));
    Files.writeString(adapters.resolve("webhooks.jar"), "this is no jar");
    try (AdapterRegistry registry = AdapterRegistry.discover(adapters, adapters)) {
      GatewayConfig config =
          new Home(directory, registry).config("dispatch: {webhook: {type: webhooks}}").valid();
      assertTrue(config.held().containsKey("webhook"));
    }
  }
}
