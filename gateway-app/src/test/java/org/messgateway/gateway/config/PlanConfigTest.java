package org.messgateway.gateway.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.messgateway.api.Secret;
import org.messgateway.gateway.config.ExchangeConfig.Keeping;
import org.messgateway.gateway.exchange.ThreadLayout;
import org.messgateway.gateway.routing.Executor;
import org.messgateway.gateway.routing.Rule.Choice;
import org.messgateway.testkit.Conforms;

/** The configurations of the implementation plan, as they stand there. */
final class PlanConfigTest {

  private static final Map<String, String> ENVIRONMENT =
      Map.of(
          "SLACK_BOT_TOKEN", "xoxb-home",
          "MESS_SECRET", "link-secret",
          "MOLTBOOK_API_KEY", "key-of-moltbook");

  @TempDir Path directory;

  private GatewayConfig read(String name, Map<String, String> environment) {
    return new Home(directory).config(text(name)).valid(environment);
  }

  private static String text(String name) {
    try (InputStream in =
        Objects.requireNonNull(PlanConfigTest.class.getResourceAsStream("plan/" + name))) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  @Conforms({245, 247, 256, 258, 260, 261})
  void theConfigurationOfTheMcpServerIsTakenAsItStands() {
    GatewayConfig config = read("mcp-server.yaml", ENVIRONMENT);
    assertEquals("claude-agent", config.agentId());
    assertEquals(List.of("primary"), config.exchangeNames());
    assertEquals(Path.of(System.getProperty("user.home"), ".mess"), config.exchange().path());
    assertEquals(8420, config.http().port());
    assertEquals(Secret.of("link-secret"), config.http().secret());
  }

  @Test
  @Conforms({245, 262, 316})
  void itsRemoteExchangesAreTakenOnceTheyAreUncommented() {
    GatewayConfig config = read("mcp-server-uncommented.yaml", ENVIRONMENT);
    assertEquals(List.of("primary", "moltbook"), config.exchangeNames());
    var remote = config.exchange("moltbook").orElseThrow().remote().orElseThrow();
    assertEquals(Secret.of("key-of-moltbook"), remote.apiKey());
    assertEquals(
        "https://moltbook.net/mess/api/v1/exchanges/moltbook",
        remote.url().toString(),
        "the server is below that address, and the exchange is called there as it is here");
  }

  @Test
  @Conforms({248, 249, 250, 251, 252, 253, 254, 255, 257, 259})
  void theConfigurationOfTheHouseholdIsTakenAsItStands() {
    GatewayConfig config = read("household.yaml", ENVIRONMENT);
    Executor roomba = Objects.requireNonNull(config.catalogue().executors().get("roomba-kitchen"));
    assertEquals("Kitchen Roomba", roomba.name());
    assertEquals(List.of("home/kitchen", "home/living_room"), roomba.access());
    assertEquals(
        new Choice.Named(List.of("roomba-kitchen")),
        config.catalogue().rules().getFirst().prefer());
    assertEquals(new Choice.Named(List.of("teague-phone")), config.catalogue().fallback().prefer());
  }

  @Test
  @Conforms({245, 256, 259})
  void theConfigurationOfPhaseOneTakesTheTokenOfSlackFromTheEnvironment() {
    GatewayConfig config = read("phase-1.yaml", ENVIRONMENT);
    assertEquals(
        Optional.of(Secret.of("xoxb-home")),
        Objects.requireNonNull(config.channels().get("slack")).settings().secret("bot_token"));
  }

  @Test
  void whereTheEnvironmentHasNoTokenTheMistakeNamesTheVariable() {
    LoadResult result =
        new Home(directory).config(text("phase-1.yaml")).load(Map.of("MESS_SECRET", "s"));
    ConfigProblem mistake = ((LoadResult.Invalid) result).problems().getFirst();
    assertEquals("dispatch.slack.bot_token", mistake.path());
    assertTrue(mistake.right().contains("set SLACK_BOT_TOKEN in secrets.env"), mistake.right());
  }

  @Test
  @Conforms({262, 316})
  void exchangesAreAMapOfNamesOfEitherKind() {
    GatewayConfig config =
        new Home(directory)
            .config(
                """
                exchanges:
                  household: { type: local, path: home }
                  moltbook: { type: remote, url: "https://moltbook.net", api_key: k1 }
                  work: { type: remote, url: "https://m.example/api/v1/exchanges/w", api_key: k2 }
                """)
            .valid();
    assertEquals(List.of("household", "moltbook", "work"), config.exchangeNames());
    assertEquals(directory.resolve("home"), config.exchange().path());
    assertEquals("household (" + directory.resolve("home") + ")", config.exchange().shown());
  }

  @Test
  @Conforms({268, 327})
  void howThreadsLieIsSaidOfAFolder() {
    assertEquals(
        Keeping.USUAL, new Home(directory).config("agent_id: a").valid().exchange().keeping());
    assertEquals(
        new Keeping(ThreadLayout.FLAT, Optional.of(Duration.ofDays(30)), true),
        new Home(directory)
            .config("exchange: { path: home, layout: flat, archive_after: 30d, suggest: true }")
            .valid()
            .exchange()
            .keeping());
    LoadResult mistaken =
        new Home(directory)
            .config("exchange: { path: home, layout: heap, archive_after: 5m }")
            .load(Map.of());
    assertEquals(
        List.of("exchange.layout", "exchange.archive_after"),
        ((LoadResult.Invalid) mistaken).problems().stream().map(ConfigProblem::path).toList());
  }

  @Test
  @Conforms(316)
  void exchangesOfAListAreCalledAsTheySayElseAfterTheirPlace() {
    String list =
        """
        exchange: { path: home }
        exchanges:
          - { path: /srv/office }
          - { path: /srv/archive, name: old }
          - { path: /data/.office }
          - { type: remote, url: "https://m.example/api/v1/exchanges/moltbook", api_key: k }
        """;
    assertEquals(
        List.of("primary", "office", "old", "office-2", "moltbook"),
        new Home(directory).config(list).valid().exchangeNames());
    assertEquals(
        List.of("primary", "b"),
        new Home(directory)
            .config("exchanges: [{ path: a }, { path: b }]")
            .valid()
            .exchangeNames());
    assertEquals(
        List.of("house"),
        new Home(directory).config("exchange: { name: house }").valid().exchangeNames());
    assertEquals(List.of("primary"), new Home(directory).config("").valid().exchangeNames());
  }
}
