package org.messgateway.gateway.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.messgateway.api.Address;
import org.messgateway.api.mess.Priority;
import org.messgateway.api.mess.Requirement;
import org.messgateway.gateway.routing.Executor;
import org.messgateway.gateway.routing.NotifyPlan.ChannelAddress;
import org.messgateway.gateway.routing.Preferences.QuietHours;
import org.messgateway.testkit.Conforms;

/** The reference exchange's executor files. */
final class ExecutorFilesTest {

  private static final String CONFIG =
      """
      client_url: https://mess.example.com
      executors: {ana: {notify: {webhook: "http://ana.lan/x"}}}
      dispatch:
        slack: {bot_token: xoxb}
        sms: {account: AC, token: t}
      """;

  @TempDir Path directory;

  private Home home;

  @BeforeEach
  void configured() {
    home = new Home(directory).config(CONFIG);
  }

  private Executor executor(String id) {
    return Objects.requireNonNull(home.valid().catalogue().executors().get(id), id);
  }

  private List<ChannelAddress> channels(String id) {
    return executor(id).notifyPlan().channels();
  }

  private void assertWarning(String place, String what) {
    List<ConfigProblem> warnings = home.warnings();
    assertTrue(
        warnings.stream()
            .anyMatch(w -> w.position().toString().equals(place) && w.what().contains(what)),
        warnings::toString);
  }

  @Test
  void aFileWithTheNameOfAnAgentIsLeftOut() {
    home =
        new Home(directory)
            .config(CONFIG + "agents: {claude: {webhook: \"http://claude.lan/\"}}\n");
    home.file("executors/claude.yaml", "executor_id: claude\ncapabilities: [take-photo]\n");
    assertFalse(home.valid().catalogue().executors().containsKey("claude"));
    assertWarning("config.yaml:6", "`claude` is an executor, too: executors/claude.yaml");
  }

  @Test
  @Conforms(290)
  void aFileIsReadWithItsPreferences() {
    home.file(
        "executors/tablet.yaml",
        """
        executor_id: kitchen-tablet
        display_name: Kitchen tablet
        capabilities: [check-visual, take-photo: {camera: rear}]
        notifications:
          - type: slack
            channel: C04KITCHEN
          - type: sms
            phone: +4915112345678
          - type: webhook
            url: https://tablet.example.com/mess
            method: POST
            headers: {X-Room: kitchen}
        preferences:
          min_priority: normal
          quiet_hours: {enabled: true, start: "22:00", end: "07:00", timezone: Europe/Berlin}
          capability_filter: [take-photo]
          auto_claim_patterns: []
        """);
    Executor tablet = executor("kitchen-tablet");
    assertEquals("Kitchen tablet", tablet.name());
    assertEquals(
        List.of(
            new Requirement("check-visual"),
            new Requirement("take-photo", Map.of("camera", "rear"))),
        tablet.capabilities());
    assertEquals(Priority.NORMAL, tablet.preferences().minPriority());
    assertEquals(
        new QuietHours(LocalTime.of(22, 0), LocalTime.of(7, 0), ZoneId.of("Europe/Berlin")),
        tablet.preferences().quietHours());
    assertEquals(List.of("take-photo"), tablet.preferences().capabilityFilter());
    assertEquals(
        List.of("slack", "sms", "webhook"),
        tablet.notifyPlan().channels().stream().map(ChannelAddress::channel).toList());
    assertEquals(List.of(), home.warnings());
  }

  @Test
  void itsAddressesAreNobodysWord() {
    home.file(
        "executors/x.yaml",
        """
        executor_id: x
        notifications: [{type: webhook, url: "https://x.example/m", headers: {A: b}}]
        """);
    Address address = channels("x").getFirst().address();
    assertEquals(Address.Origin.ELSEWHERE, address.origin());
    assertEquals(Map.of("A", "b"), address.settings().map("headers"));
    assertEquals(java.util.Optional.of("yaml"), address.settings().text("format"));
  }

  @Test
  void itCannotSendOurEnvironmentAnywhere() {
    home.file(
        "executors/x.yaml",
        "executor_id: x\nnotifications: [{type: webhook, url: \"https://x.example/${SECRET}\"}]");
    GatewayConfig config = home.valid(Map.of("SECRET", "do-not-tell"));
    String url =
        Objects.requireNonNull(config.catalogue().executors().get("x"))
            .notifyPlan()
            .channels()
            .getFirst()
            .address()
            .value();
    assertFalse(url.contains("do-not-tell"));
  }

  @Test
  void quietHoursThatAreOffAreNone() {
    home.file("executors/x.yaml", "executor_id: x\npreferences: {quiet_hours: {enabled: false}}");
    assertNull(executor("x").preferences().quietHours());
  }

  @Test
  void anUnknownKindOfNotificationTellsNobodyAndTheOthersDo() {
    home.file(
        "executors/x.yaml",
        """
        executor_id: x
        notifications:
          - type: carrier-pigeon
            coop: north
          - type: slack
            channel: C04X
        """);
    assertEquals(1, channels("x").size());
    assertWarning("executors/x.yaml:3", "no channel of type `carrier-pigeon`");
  }

  @Test
  void aChannelWithoutCredentialTellsNobody() {
    home.file("executors/x.yaml", "executor_id: x\nnotifications: [{type: telegram, chat_id: 12}]");
    assertEquals(List.of(), channels("x"));
    assertWarning("executors/x.yaml:2", "telegram is not set up");
  }

  @Test
  void aBrokenFileCostsOnlyItself() {
    home.file("executors/bad.yaml", "executor_id: [bad\n");
    home.file("executors/good.yaml", "executor_id: good");
    assertNotNull(executor("good"));
    assertWarning("executors/bad.yaml:1", "nobody is told by this file");
  }

  @Test
  void aMistakeIsToldWithItsLineAndTheFileIsLeftOut() {
    home.file("executors/bad.yaml", "executor_id: bad\npreferences:\n  min_priority: hihg\n");
    assertFalse(home.valid().catalogue().executors().containsKey("bad"));
    assertWarning("executors/bad.yaml:3", "`hihg`");
  }

  @Test
  void aFileWithoutAnIdIsLeftOut() {
    home.file("executors/bad.yaml", "display_name: x\n");
    assertWarning("executors/bad.yaml:1", "`executor_id` is missing");
  }

  @Test
  void aWrongAddressCostsOnlyItself() {
    home.file(
        "executors/bad.yaml",
        "executor_id: bad\nnotifications: [{type: sms, phone: 12}, {type: slack, channel: C04X}]");
    assertEquals(1, channels("bad").size());
    assertWarning("executors/bad.yaml:2", "this is no address for sms");
  }

  @Test
  void whatTheOperatorTypedIsTaken() {
    home.file("executors/ana.yaml", "executor_id: ana\ndisplay_name: Not Ana");
    assertEquals("ana", executor("ana").name());
    assertWarning("executors/ana.yaml:1", "stands in config.yaml too");
  }

  @Test
  void theFirstOfTwoFilesIsTaken() {
    home.file("executors/a.yaml", "executor_id: x\ndisplay_name: First");
    home.file("executors/b.yaml", "executor_id: x\ndisplay_name: Second");
    assertEquals("First", executor("x").name());
    assertWarning("executors/b.yaml:1", "stands in another file too");
  }

  @Test
  void templatesAndOtherFilesAreNotRead() {
    home.file("executors/_example.yaml", "executor_id: [");
    home.file("executors/notes.txt", "executor_id: [");
    home.file("executors/.x.yaml.swp", "executor_id: [");
    assertEquals(List.of(), home.warnings());
  }

  @Test
  void aKeyWeDoNotKnowIsToldAndNotUsed() {
    home.file("executors/x.yaml", "executor_id: x\nfavourite_colour: green");
    assertNotNull(executor("x"));
    assertWarning("executors/x.yaml:2", "unknown key `favourite_colour`");
  }
}
