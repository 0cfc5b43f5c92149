package org.messgateway.gateway.config;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.messgateway.api.Address;
import org.messgateway.api.mess.Requirement;
import org.messgateway.gateway.answer.MessBody;
import org.messgateway.gateway.channels.discovery.AdapterRegistry;
import org.messgateway.gateway.channels.inbox.InboxProvider;
import org.messgateway.gateway.config.RegistrationException.Reason;
import org.messgateway.gateway.config.Registrations.Accepted;
import org.messgateway.gateway.exchange.format.ThreadFormatException;
import org.messgateway.gateway.routing.Availability;
import org.messgateway.gateway.routing.Executor;
import org.messgateway.gateway.routing.Rule.Choice;
import org.messgateway.testkit.Conforms;

/** What is registered at run time, and what holds before it. */
final class RegistrationsTest {

  private static final Registrant OPERATOR = new Registrant(Registrant.Kind.OPERATOR, "pat");
  private static final Registrant ROOMBA = new Registrant(Registrant.Kind.EXECUTOR, "roomba");

  /** The protocol's own example. */
  private static final String PROTOCOL =
      """
      MESS:
        - config:
            executor:
              id: roomba-kitchen
              name: Kitchen Roomba
              capabilities:
                - vacuum-floor
                - home-kitchen-access
                - home-living-room-access
              availability: always

        - config:
            executor:
              id: teague-phone
              name: Teague's Phone
              capabilities:
                - take-photo
                - check-visual
                - make-phone-call
                - home-access
                - local-errands
              availability: schedule
              schedule: "0 8-22 * * *"   # 8am-10pm
      """;

  @TempDir Path directory;
  private Instant now = Instant.parse("2026-11-23T10:00:00Z");
  private Home home;
  private Registrations registrations;

  @BeforeEach
  void aHomeOfAna() {
    home =
        new Home(
                directory,
                AdapterRegistry.of(
                    TestProvider.slack(), TestProvider.webhook(), new InboxProvider()))
            .config(
                """
                executors:
                  ana: { capabilities: [take-photo], notify: { webhook: "http://ana.lan/" } }
                routing:
                  - match: { capability: take-photo }
                    prefer: [ana]
                dispatch:
                  slack: { bot_token: x }
                """);
    registrations = new Registrations(home.loader(), directory, Map.of(), () -> now);
  }

  private List<Accepted> take(Registrant by, String mess) {
    try {
      List<Object> configs = new ArrayList<>();
      for (Map<String, ?> entry : MessBody.read(mess.getBytes(UTF_8))) {
        configs.add(Objects.requireNonNull(entry.get("config")));
      }
      return registrations.take(by, configs);
    } catch (ThreadFormatException e) {
      throw new AssertionError(e);
    }
  }

  private RegistrationException refused(Registrant by, String config) {
    return assertThrows(RegistrationException.class, () -> take(by, "[{config: " + config + "}]"));
  }

  @Test
  void anExecutorCannotHaveTheNameOfAnAgent() {
    Registrations known =
        new Registrations(home.loader(), directory, Map.of(), "claude"::equals, () -> now);
    Map<String, Object> claude = Map.of("executor", Map.of("id", "claude"));
    RegistrationException byToken =
        assertThrows(RegistrationException.class, () -> known.take(OPERATOR, List.of(claude)));
    assertEquals("config.executor.id", byToken.key());
    assertTrue(byToken.sentence().contains("`claude` is an agent"), byToken.sentence());
    home.config("executors: {ana: {notify: {http: true}}}\nagents: {claude: {permit: [config]}}\n");
    RegistrationException byConfiguration = refused(OPERATOR, "{executor: {id: claude}}");
    assertEquals(Reason.MISTAKE, byConfiguration.reason());
    assertTrue(byConfiguration.sentence().contains("config.yaml:2"), byConfiguration.sentence());
  }

  private Executor executor(String id) {
    return Objects.requireNonNull(home.valid().catalogue().executors().get(id));
  }

  @Test
  @Conforms({91, 94, 312})
  void theExecutorsOfTheProtocolAreRegisteredAsTheyStandAndReachedByTheirInbox() {
    assertEquals(
        List.of("roomba-kitchen", "teague-phone"),
        take(OPERATOR, PROTOCOL).stream().map(Accepted::name).toList());
    assertEquals("Kitchen Roomba", executor("roomba-kitchen").name());
    assertEquals(
        new Availability.Schedule("0 8-22 * * *", Home.ZONE),
        executor("teague-phone").availability());
    assertEquals("http", executor("teague-phone").notifyPlan().channels().getFirst().channel());
    assertEquals(
        "registered by operator pat at 2026-11-23T10:00:00Z",
        home.valid().registry().sources().get("roomba-kitchen"));
    assertEquals("config.yaml:2", home.valid().registry().sources().get("ana"));
  }

  @Test
  @Conforms({92, 102})
  void capabilitiesKeepWhatIsSaidAboutThem() {
    take(
        OPERATOR,
        """
        MESS:
          - config:
              executor:
                id: printer
                capabilities:
                  - assembly
                  - fabricator: { level: expert, variants: [fdm, resin], constraint: 20 cm }
        """);
    assertEquals(
        List.of(
            new Requirement("assembly"),
            new Requirement(
                "fabricator",
                Map.of(
                    "level",
                    "expert",
                    "variants",
                    List.of("fdm", "resin"),
                    "constraint",
                    "20 cm"))),
        executor("printer").capabilities());
  }

  @Test
  @Conforms(312)
  void whatAMessageLeavesOutStaysAndWhatHasNoValueGoes() {
    take(
        ROOMBA,
        "[{config: {executor: {id: roomba, name: R, capabilities: [clean], min_priority: normal,"
            + " notify: {webhook: 'https://r.example/'}}}}]");
    take(ROOMBA, "[{config: {executor: {id: roomba, capabilities: [clean, mop], name: null}}}]");
    assertEquals("roomba", executor("roomba").name());
    assertEquals(2, executor("roomba").capabilities().size());
    Address address = executor("roomba").notifyPlan().channels().getFirst().address();
    assertEquals("https://r.example/", address.value());
    assertEquals(Address.Origin.ELSEWHERE, address.origin(), "it reaches public hosts only");
  }

  @Test
  @Conforms(312)
  void sayingTheSameAgainChangesNothing() throws IOException {
    String said = "[{config: {executor: {id: roomba, capabilities: [clean]}}}]";
    take(ROOMBA, said);
    String before = Files.readString(directory.resolve("registered.yaml"));
    now = now.plusSeconds(3600);
    take(ROOMBA, said);
    assertEquals(before, Files.readString(directory.resolve("registered.yaml")));
    assertEquals(
        "rw-------",
        PosixFilePermissions.toString(
            Files.getPosixFilePermissions(directory.resolve("registered.yaml"))));
  }

  @Test
  @Conforms({93, 312})
  void rulesComeBehindThoseOfTheConfigurationAndALaterSetReplacesTheOneBefore() {
    take(OPERATOR, PROTOCOL);
    String rules =
        "[{config: {routing: {rules: [{match: {capability: vacuum-floor, urgency: now,"
            + " precision: exact}, prefer: [roomba-kitchen]}]}}}]";
    take(OPERATOR, rules);
    take(OPERATOR, rules);
    var all = home.valid().catalogue().rules();
    assertEquals(2, all.size());
    assertEquals(new Choice.Named(List.of("ana")), all.getFirst().prefer());
    assertEquals("now", all.get(1).match().urgency());
    assertTrue(all.get(1).where().startsWith("registered.yaml:"), all.get(1).where());
    List<String> hints =
        take(OPERATOR, "[{config: {routing: {rules: [{prefer: [nobody-here]}]}}}]")
            .getFirst()
            .hints();
    assertTrue(hints.getFirst().contains("no executor `nobody-here`"), hints.toString());
    take(OPERATOR, "[{config: {routing: {rules: []}}}]");
    assertEquals(1, home.valid().catalogue().rules().size());
  }

  @Test
  @Conforms(312)
  void whatTheOperatorWroteHolds() {
    String mine = "{executor: {id: ana, capabilities: [everything]}}";
    RegistrationException refused = refused(OPERATOR, mine);
    assertEquals(Reason.MISTAKE, refused.reason());
    assertTrue(refused.sentence().contains("stands in config.yaml:2"), refused.sentence());
    take(OPERATOR, "[{config: {executor: {id: ben, capabilities: [sing]}}}]");
    home.config("executors:\n  ben: { notify: { webhook: \"http://ben.lan/\" } }\n");
    assertEquals(List.of(), executor("ben").capabilities());
    assertTrue(
        home.warnings().stream().anyMatch(each -> each.what().contains("config.yaml:2 too")));
  }

  @Test
  @Conforms(312)
  void aMistakeIsToldByItsKeyAndNothingOfTheMessageCounts() {
    RegistrationException wrong =
        assertThrows(
            RegistrationException.class,
            () ->
                take(
                    OPERATOR,
                    "[{config: {executor: {id: a, capabilities: [x]}}},"
                        + " {config: {executor: {id: b, availabilty: always}}}]"));
    assertEquals("config.executor.availabilty", wrong.key());
    assertTrue(wrong.sentence().contains("did you mean `availability`?"), wrong.sentence());
    assertFalse(home.valid().catalogue().executors().containsKey("a"));
    assertEquals(
        "config.executor.schedule",
        refused(OPERATOR, "{executor: {id: c, schedule: never}}").key());
    assertEquals(
        "config.routing.rules[0].match.urgency",
        refused(OPERATOR, "{routing: {rules: [{match: {urgency: soonish}, prefer: [a]}]}}").key());
    assertEquals("config.executor.id", refused(OPERATOR, "{executor: {name: x}}").key());
    assertEquals("config.exekutor", refused(OPERATOR, "{exekutor: {id: x}}").key());
    assertEquals(
        "config.executor.identity",
        refused(OPERATOR, "{executor: {id: x, identity: {slack: U04BOSS}}}").key());
  }

  @Test
  @Conforms(312)
  void anExecutorSpeaksForItselfAndNotForPeople() {
    assertEquals(Reason.FORBIDDEN, refused(ROOMBA, "{executor: {id: other}}").reason());
    assertEquals(Reason.FORBIDDEN, refused(ROOMBA, "{routing: {rules: []}}").reason());
    assertEquals(
        Reason.FORBIDDEN, refused(ROOMBA, "{executor: {id: roomba, sees: thread}}").reason());
    String boss = "{executor: {id: roomba, notify: {slack: U04BOSS}}}";
    assertEquals("config.executor.notify.slack", refused(ROOMBA, boss).key());
    take(OPERATOR, "[{config: " + boss + "}]");
    assertEquals(
        "U04BOSS", executor("roomba").notifyPlan().channels().getFirst().address().value());
  }

  @Test
  @Conforms(312)
  void variablesOfThisProcessAreNotTold() {
    registrations =
        new Registrations(home.loader(), directory, Map.of("TOKEN", "secret"), () -> now);
    take(
        ROOMBA,
        "[{config: {executor: {id: roomba, notify: {webhook: 'https://r.example/${TOKEN}'}}}}]");
    assertEquals(
        "https://r.example/${TOKEN}",
        executor("roomba").notifyPlan().channels().getFirst().address().value());
  }

  @Test
  @Conforms(312)
  void whatWasRegisteredCanBeForgotten() {
    take(OPERATOR, PROTOCOL);
    assertTrue(registrations.forget("teague-phone"));
    assertFalse(registrations.forget("teague-phone"));
    assertFalse(registrations.forget("ana"));
    assertEquals(
        List.of("ana", "roomba-kitchen"),
        List.copyOf(home.valid().catalogue().executors().keySet()));
    take(OPERATOR, "[{config: {routing: {rules: [{prefer: [ana]}]}}}]");
    assertTrue(registrations.forgetRules());
    assertEquals(1, home.valid().catalogue().rules().size());
  }

  @Test
  void whileTheConfigurationHasMistakesNothingCanBeRegistered() {
    home.config("wibble: 1");
    RegistrationException refused = refused(OPERATOR, "{executor: {id: x}}");
    assertEquals(Reason.NOT_NOW, refused.reason());
    assertTrue(refused.sentence().contains("config.yaml:1"), refused.sentence());
  }

  @Test
  void aDamagedDocumentCostsWhatIsInItAndNothingElse() {
    home.file("registered.yaml", "executors: [");
    assertEquals(List.of("ana"), List.copyOf(home.valid().catalogue().executors().keySet()));
    assertEquals(Reason.NOT_NOW, refused(OPERATOR, "{executor: {id: x}}").reason());
  }

  @Test
  @Conforms({266, 312})
  void itIsInForceWithoutARestart() throws IOException {
    List<GatewayConfig> inForce = new ArrayList<>();
    ConfigWatch watch =
        new ConfigWatch(
            home.loader(),
            directory,
            Map.of(),
            () -> now,
            valid -> inForce.add(valid.config()),
            invalid -> {
              throw new AssertionError(ConfigReport.of(invalid));
            });
    take(OPERATOR, PROTOCOL);
    watch.look();
    now = now.plus(ConfigWatch.STILL);
    watch.look();
    assertEquals(3, inForce.getFirst().catalogue().executors().size());
  }
}
