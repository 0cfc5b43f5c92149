package org.messgateway.gateway.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.messgateway.api.Address;
import org.messgateway.api.Audience;
import org.messgateway.api.ChannelLimits;
import org.messgateway.api.Rate;
import org.messgateway.api.Secret;
import org.messgateway.api.mess.Priority;
import org.messgateway.api.mess.Requirement;
import org.messgateway.gateway.channels.ChannelConfig;
import org.messgateway.gateway.config.GatewayConfig.InFlightBounds;
import org.messgateway.gateway.routing.Availability;
import org.messgateway.gateway.routing.Executor;
import org.messgateway.gateway.routing.Rule;
import org.messgateway.gateway.routing.Rule.Choice;
import org.messgateway.testkit.Conforms;

/** A whole household, read as it is meant. */
final class HouseholdConfigTest {

  private static final Map<String, String> ENVIRONMENT =
      Map.of(
          "LINK_SECRET", "link-secret",
          "SLACK_TOKEN", "xoxb-home",
          "SMS_TOKEN", "sms-token",
          "TELEGRAM_TOKEN", "1:telegram");

  @TempDir Path directory;

  private GatewayConfig config;

  @BeforeEach
  void read() throws IOException {
    try (InputStream in =
        Objects.requireNonNull(HouseholdConfigTest.class.getResourceAsStream("household.yaml"))) {
      String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      LoadResult loadResult = new Home(directory).config(text).load(ENVIRONMENT);
      assertEquals(List.of(), loadResult.warnings());
      config = ((LoadResult.Valid) loadResult).config();
    }
  }

  private Executor executor(String id) {
    return Objects.requireNonNull(config.catalogue().executors().get(id));
  }

  private Address address(String executor) {
    return executor(executor).notifyPlan().channels().getFirst().address();
  }

  @Test
  @Conforms({197, 247, 260, 261, 263})
  void theGatewaysOwnKeysAreRead() {
    assertEquals("house-agent", config.agentId());
    assertEquals("Miller home", config.title());
    assertEquals(URI.create("https://mess.miller.example"), config.clientUrl());
    assertEquals(new HttpConfig(true, "127.0.0.1", 8421, Secret.of("link-secret")), config.http());
    assertEquals(directory.resolve("exchange"), config.exchange().path());
    assertEquals(
        List.of(directory.resolve("photos"), Path.of("/srv/scans")), config.exchange().files());
    assertEquals(Duration.ofHours(36), config.staleAfter());
    assertEquals(List.of("ana-phone"), config.operators());
    assertEquals(new InFlightBounds(32, 8 << 20), config.inFlight());
    assertTrue(config.store().isEmpty());
  }

  @Test
  void executorsKeepTheirOrder() {
    assertEquals(
        List.of("ana-phone", "ben-phone", "vacuum", "slack-desk"),
        List.copyOf(config.catalogue().executors().keySet()));
  }

  @Test
  @Conforms({102, 158, 248, 249, 250})
  void anExecutorIsReadWithAllThatIsSaidAboutIt() {
    Executor ana = executor("ana-phone");
    ZoneId berlin = ZoneId.of("Europe/Berlin");
    assertEquals("Ana", ana.name());
    assertEquals(
        List.of(
            new Requirement("check-door"),
            new Requirement("take-photo", Map.of("camera", "rear")),
            new Requirement("lift", Map.of("capability", "lift", "kg", "20"))),
        ana.capabilities());
    assertEquals(List.of("home", "home/kitchen"), ana.access());
    assertEquals(new Availability.Schedule("0 8-22 * * *", berlin), ana.availability());
    assertEquals(Priority.ELEVATED, ana.preferences().minPriority());
    var quiet = Objects.requireNonNull(ana.preferences().quietHours());
    assertEquals(LocalTime.of(22, 30), quiet.start());
    assertEquals(LocalTime.of(6, 0), quiet.end());
    assertEquals(berlin, quiet.zone());
    assertTrue(ana.seesThread());
    assertEquals(Map.of("slack", "U04ANA"), config.identities().get("ana-phone"));
  }

  @Test
  @Conforms({251, 265})
  void channelsGoInTheOrderThatIsWritten() {
    var plan = executor("ana-phone").notifyPlan();
    assertTrue(plan.inOrder());
    assertEquals(Duration.ofMinutes(2), plan.after());
    assertEquals(List.of("slack", "sms"), plan.channels().stream().map(c -> c.channel()).toList());
  }

  @Test
  @Conforms({264, 265})
  void numbersThatAreAddressesStayAsTheyWereTyped() {
    assertEquals(
        "+4915112345678", executor("ana-phone").notifyPlan().channels().get(1).address().value());
    assertEquals("-1001234567890", address("ben-phone").value());
  }

  @Test
  void aWordThatOtherYamlTakesForFalseIsAName() {
    assertEquals("no", executor("vacuum").name());
  }

  @Test
  void whoIsNotNamedIsCalledByItsId() {
    assertEquals("ben-phone", executor("ben-phone").name());
    assertFalse(executor("ben-phone").seesThread());
    assertNull(executor("ben-phone").preferences().quietHours());
    assertEquals(new Availability.OnDemand(), executor("ben-phone").availability());
    assertEquals(Home.ZONE, executor("ben-phone").zone());
  }

  @Test
  @Conforms({188, 252})
  void anAddressIsReadWithWhatStandsBesideIt() {
    Address address = address("vacuum");
    assertEquals("http://vacuum.lan:8080/mess", address.value());
    assertEquals(Address.Origin.CONFIGURATION, address.origin());
    assertEquals(
        List.of(Secret.of("whsec_none"), Secret.of("whsec_old1234567")),
        address.settings().secrets("secret"));
    assertEquals(Optional.of("json"), address.settings().text("format"));
    assertEquals(Optional.of(65_536L), address.settings().integer("max_body"));
    assertEquals(Map.of("X-Room", "kitchen"), address.settings().map("headers"));
  }

  @Test
  @Conforms({253, 254, 255})
  void rulesAreReadInOrder() {
    List<Rule> rules = config.catalogue().rules();
    assertEquals(2, rules.size());
    assertEquals("config.yaml:39", rules.getFirst().where());
    assertEquals(new Rule.Match("vacuum-floor", "now", null), rules.getFirst().match());
    assertEquals(new Choice.Named(List.of("vacuum")), rules.getFirst().prefer());
    assertEquals(
        List.of(new Rule.Step(new Choice.Named(List.of("ana-phone")), Duration.ofMinutes(5))),
        rules.getFirst().steps());
    assertEquals(
        List.of(
            new Rule.Step(new Choice.Named(List.of("ana-phone")), Duration.ofMinutes(10)),
            new Rule.Step(new Choice.Everyone(), Duration.ofHours(1))),
        rules.get(1).steps());
    assertEquals(new Choice.Everyone(), config.catalogue().fallback().prefer());
  }

  @Test
  void aChannelHasItsAdaptersLimitsUnlessOthersAreWritten() {
    assertEquals(
        new ChannelLimits(1, Rate.perSecond(1), Rate.perSecond(30)), channel("slack").limits());
    assertEquals(
        new ChannelLimits(3, Rate.perSecond(2), new Rate(100, Duration.ofMinutes(1))),
        channel("slack-work").limits());
    assertEquals(
        new ChannelLimits(1, Rate.perSecond(1), Rate.perSecond(1)), channel("sms").limits());
  }

  @Test
  @Conforms({176, 256})
  void aSecondChannelOfATypeHasItsOwnCredential() {
    assertEquals("slack", channel("slack-work").type());
    assertEquals(
        Optional.of(Secret.of("xoxb-work")), channel("slack-work").settings().secret("bot_token"));
    assertEquals(
        Optional.of(Secret.of("xoxb-home")), channel("slack").settings().secret("bot_token"));
    assertEquals(
        Optional.of(URI.create("https://slack.com")), channel("slack").settings().url("base_url"));
    assertEquals(
        Optional.of(List.of(Duration.ofSeconds(1), Duration.ofSeconds(10), Duration.ofMinutes(1))),
        channel("slack-work").retry());
    assertTrue(channel("slack").retry().isEmpty());
  }

  @Test
  void aChannelWithoutRequiredSettingsNeedsNoSection() {
    assertEquals(Audience.MACHINES, config.catalogue().audiences().get("webhook"));
    assertEquals("webhook", channel("webhook").type());
  }

  private ChannelConfig channel(String name) {
    return Objects.requireNonNull(config.channels().get(name));
  }
}
