package org.messgateway.adapter.slack;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonParser;
import java.io.IOException;
import java.net.URLDecoder;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.messgateway.api.AdapterServices;
import org.messgateway.api.Address;
import org.messgateway.api.DeliveryOptions;
import org.messgateway.api.FailureReason;
import org.messgateway.api.Notification;
import org.messgateway.api.NotificationContent;
import org.messgateway.api.Outcome;
import org.messgateway.api.Outcome.Deferred;
import org.messgateway.api.Outcome.Delivered;
import org.messgateway.api.Outcome.Reach;
import org.messgateway.api.Outcome.Rejected;
import org.messgateway.api.PersonLookup;
import org.messgateway.api.Receipt;
import org.messgateway.api.SelfTest;
import org.messgateway.testkit.CannedResponse;
import org.messgateway.testkit.Conforms;
import org.messgateway.testkit.DescribedSettings;
import org.messgateway.testkit.HttpSimulator;
import org.messgateway.testkit.ManualClock;
import org.messgateway.testkit.RecordedRequest;
import org.messgateway.testkit.TestNotifications;

class SlackAdapterTest {

  private static final CannedResponse OK =
      CannedResponse.json(200, "{\"ok\":true,\"channel\":\"D0999\",\"ts\":\"1763640000.000100\"}");

  private final HttpSimulator slack = HttpSimulator.start();
  private SlackAdapter adapter;

  @BeforeEach
  void create() {
    Map<String, Object> settings = new HashMap<>();
    settings.put("bot_token", "xoxb-1-2-secretToken");
    settings.put("base_url", slack.baseUrl() + "/");
    SlackProvider provider = new SlackProvider();
    adapter =
        (SlackAdapter)
            provider.create(
                DescribedSettings.of(provider.describe().settings(), settings),
                new AdapterServices(
                    "slack", ManualClock.at(TestNotifications.NOW), Duration.ofSeconds(10)));
  }

  @AfterEach
  void end() {
    adapter.close();
    slack.close();
  }

  private Outcome deliver(String address) {
    return adapter.deliver(TestNotifications.to(Address.configured(address)).make());
  }

  private Outcome deliver() {
    return deliver("U04ABCDEF12");
  }

  private Map<String, String> form() {
    Map<String, String> form = new TreeMap<>();
    Arrays.stream(slack.requests().getLast().text().split("&"))
        .map(pair -> pair.split("=", 2))
        .forEach(pair -> form.put(pair[0], URLDecoder.decode(pair[1], UTF_8)));
    return form;
  }

  @Test
  @Conforms({171, 176})
  void aMessageIsPostedWithTheTokenInTheHeader() {
    slack.answers(OK);
    Delivered delivered = assertInstanceOf(Delivered.class, deliver());
    RecordedRequest request = slack.requests().getLast();
    assertEquals("/api/chat.postMessage", request.path());
    assertEquals("Bearer xoxb-1-2-secretToken", request.header("authorization").orElseThrow());
    Map<String, String> form = form();
    assertEquals("U04ABCDEF12", form.get("channel"));
    assertEquals("Miller home: \"check what's in the fridge\"", form.get("text"));
    assertEquals("none", form.get("parse"));
    assertEquals("0", form.get("unfurl_links"));
    assertEquals("0", form.get("unfurl_media"));
    assertEquals(
        "*check what's in the fridge*",
        JsonParser.parseString(form.getOrDefault("blocks", ""))
            .getAsJsonArray()
            .get(0)
            .getAsJsonObject()
            .getAsJsonObject("text")
            .get("text")
            .getAsString());
    assertFalse(form.containsKey("token"), "not in the body");
    assertEquals(Receipt.of("channel", "D0999", "ts", "1763640000.000100"), delivered.receipt());
  }

  @Test
  void anEditGoesToTheConversationThatWasOpened() {
    slack.answers(OK);
    Receipt receipt = Receipt.of("channel", "D0999", "ts", "1763640000.000100");
    Outcome outcome =
        adapter.update(
            receipt,
            TestNotifications.to(Address.configured("U04ABCDEF12"))
                .content(new NotificationContent.TakenByOther("Ana"))
                .make());
    assertEquals(new Delivered(receipt), outcome);
    assertEquals("/api/chat.update", slack.requests().getLast().path());
    assertEquals("D0999", form().get("channel"));
    assertEquals("1763640000.000100", form().get("ts"));
    assertEquals("Miller home: Ana has it: \"check what's in the fridge\"", form().get("text"));
  }

  @Test
  void whatSlackDidNotNameCannotBeEdited() {
    Outcome outcome =
        adapter.update(
            Receipt.NONE, TestNotifications.to(Address.configured("U04ABCDEF12")).make());
    assertEquals(FailureReason.PAYLOAD_REFUSED, assertInstanceOf(Rejected.class, outcome).reason());
  }

  @Test
  void anIncomingWebhookTakesTextAndBlocksAsJson() {
    slack.answers(CannedResponse.text(200, "ok"));
    Delivered delivered =
        assertInstanceOf(Delivered.class, deliver(slack.baseUrl() + "/services/T0/B0/x"));
    RecordedRequest request = slack.requests().getLast();
    assertEquals("/services/T0/B0/x", request.path());
    assertTrue(request.header("content-type").orElseThrow().startsWith("application/json"));
    assertTrue(request.header("authorization").isEmpty(), "the token is not for it");
    assertTrue(request.text().contains("\"blocks\":["), request.text());
    assertEquals(Receipt.NONE, delivered.receipt());
  }

  @ParameterizedTest
  @CsvSource({
    "404, no_service, INVALID_ADDRESS",
    "400, invalid_payload, PAYLOAD_REFUSED",
    "403, action_prohibited, RECIPIENT_REFUSES",
    "410, channel_is_archived, INVALID_ADDRESS",
    "410, whatever, ADDRESS_GONE",
    "500, rollup_error, SERVER_ERROR",
    "404, nothing here, REQUEST_REFUSED",
    "200, <html>, UNCERTAIN",
  })
  void anIncomingWebhooksRefusalsAreUnderstood(int status, String body, FailureReason reason) {
    slack.answers(CannedResponse.text(status, body));
    assertEquals(reason, reason(deliver(slack.baseUrl() + "/services/T0/B0/x")));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "200 | {\"ok\":false,\"error\":\"channel_not_found\"} | INVALID_ADDRESS",
        "200 | {\"ok\":false,\"error\":\"invalid_auth\"} | CREDENTIAL_REFUSED",
        "401 | {\"ok\":false,\"error\":\"token_expired\"} | CREDENTIAL_REFUSED",
        "429 | {\"ok\":false,\"error\":\"ratelimited\"} | RATE_LIMITED",
        "503 | {\"ok\":false,\"error\":\"service_unavailable\"} | UNAVAILABLE",
        "401 | Unauthorized | CREDENTIAL_REFUSED",
        "404 | <html> | ACCOUNT_MISCONFIGURED",
        "410 | gone | ACCOUNT_MISCONFIGURED",
        "200 | <html> | UNCERTAIN",
        "200 | null | UNCERTAIN",
        "200 | {} | UNCERTAIN",
        "200 | [] | UNCERTAIN",
      })
  void whateverAnswersIsSorted(int status, String body, FailureReason reason) {
    slack.answers(CannedResponse.json(status, body));
    assertEquals(reason, reason(deliver()));
    assertEquals(1, slack.requests().size());
  }

  @Test
  @Conforms(178)
  void aRateLimitInA200IsObeyedToo() {
    slack.answers(
        CannedResponse.json(200, "{\"ok\":false,\"error\":\"ratelimited\"}")
            .with("Retry-After", "17"));
    Deferred deferred = assertInstanceOf(Deferred.class, deliver());
    assertEquals(Duration.ofSeconds(17), deferred.retryAfter());
    assertEquals(Reach.REFUSED, deferred.reach());
  }

  @Test
  void theSelfTestNamesEachMissingScopeAndWhatItCosts() {
    CannedResponse good =
        CannedResponse.json(200, "{\"ok\":true,\"team\":\"T\",\"user\":\"mess\"}");
    slack.answers(
        good.with(
            "x-oauth-scopes",
            "im:history, chat:write,channels:history,groups:history,users:read,users:read.email"));
    List<SelfTest.Finding> findings = adapter.selfTest();
    assertEquals(2, findings.size(), findings.toString());
    assertTrue(findings.getFirst().sentence().contains("files:read: photos"), findings.toString());
    assertTrue(findings.getFirst().remedy().contains("OAuth & Permissions"), findings.toString());
    assertFalse(findings.getFirst().severe(), "messages still go out");
    assertTrue(findings.getLast().sentence().contains("no buttons"), findings.toString());
    assertTrue(findings.getLast().remedy().contains("app_token"), findings.toString());
    assertFalse(findings.getLast().severe());
    slack.answers(good);
    assertEquals(1, adapter.selfTest().size(), "unknown scopes are not missing scopes");
    slack.answers(good.with("x-oauth-scopes", "chat:write.public,users:read"));
    SelfTest.Finding finding = adapter.selfTest().getFirst();
    assertTrue(finding.severe());
    assertTrue(finding.sentence().contains("chat:write"), finding.sentence());
    assertEquals("/api/auth.test", slack.requests().getLast().path());
  }

  @Test
  void aReminderAnswersTheEarlierMessageAndWhatIsAnsweredStandsForItself() {
    Receipt earlier = Receipt.of("channel", "D0999", "ts", "1763640000.000100");
    slack.answers(
        CannedResponse.json(
            200, "{\"ok\":true,\"channel\":\"D0999\",\"ts\":\"1763640009.000200\"}"));
    Outcome.Delivered delivered =
        assertInstanceOf(
            Outcome.Delivered.class,
            adapter.deliver(after(earlier, new NotificationContent.TaskReminder())));
    assertEquals("D0999", form().get("channel"));
    assertEquals("1763640000.000100", form().get("thread_ts"));
    assertTrue(delivered.receipt().isInThreadOf(earlier), "replies to it name the earlier one");
    for (NotificationContent answered :
        List.of(
            new NotificationContent.TaskRequest(),
            new NotificationContent.ClaimedByReader(),
            new NotificationContent.TakenByOther("Ben"))) {
      adapter.deliver(after(earlier, answered));
      assertEquals("U04ABCDEF12", form().get("channel"));
      assertFalse(form().containsKey("thread_ts"), answered.toString());
    }
  }

  @Test
  void whereTheThreadIsGoneTheMessageStandsForItself() {
    slack.answers(CannedResponse.json(200, "{\"ok\":false,\"error\":\"thread_not_found\"}"));
    Receipt earlier = Receipt.of("channel", "D0999", "ts", "1763640000.000100");
    adapter.deliver(after(earlier, new NotificationContent.TaskReminder()));
    assertEquals(2, slack.requests().size());
    assertEquals("U04ABCDEF12", form().get("channel"));
    assertFalse(form().containsKey("thread_ts"));
  }

  private static Notification after(Receipt earlier, NotificationContent content) {
    Notification plain =
        TestNotifications.to(Address.configured("U04ABCDEF12")).content(content).make();
    return new Notification(
        plain.id(),
        plain.content(),
        plain.title(),
        plain.address(),
        plain.recipients(),
        plain.thread(),
        plain.deadline(),
        plain.links(),
        plain.buttons(),
        plain.document(),
        new DeliveryOptions(false, earlier, ""));
  }

  @Test
  void aPersonIsFoundByTheirAddress() throws IOException {
    slack.answers(
        CannedResponse.json(
            200,
            "{\"ok\":true,\"user\":{\"id\":\"U7\",\"name\":\"t\",\"real_name\":\"Teague M\","
                + "\"profile\":{\"display_name\":\"\"}}}"));
    assertEquals(
        Optional.of(new PersonLookup.ServicePerson("U7", "Teague M")),
        adapter.findByEmail("t@example.com"));
    assertEquals("/api/users.lookupByEmail", slack.requests().getLast().path());
    assertEquals("t@example.com", form().get("email"));
    slack.answers(CannedResponse.json(200, "{\"ok\":false,\"error\":\"users_not_found\"}"));
    assertEquals(Optional.empty(), adapter.findByEmail("nobody@example.com"));
  }

  @Test
  void whoMayNotLookPeopleUpIsToldWhatIsMissing() {
    slack.answers(CannedResponse.json(200, "{\"ok\":false,\"error\":\"missing_scope\"}"));
    IOException failure =
        assertThrows(IOException.class, () -> adapter.findByEmail("t@example.com"));
    assertTrue(String.valueOf(failure.getMessage()).contains("users:read.email"));
  }

  @Test
  void theSelfTestSaysWhatToDoAboutABadToken() {
    slack.answers(CannedResponse.json(200, "{\"ok\":false,\"error\":\"invalid_auth\"}"));
    SelfTest.Finding finding = adapter.selfTest().getFirst();
    assertTrue(finding.severe());
    assertTrue(finding.remedy().contains("bot_token"), finding.remedy());
  }

  @Test
  void slacksClientStartsNoThreadsOfItsOwn() {
    slack.answers(OK);
    deliver();
    List<String> names =
        Thread.getAllStackTraces().keySet().stream()
            .map(Thread::getName)
            .filter(name -> name.toLowerCase(Locale.ROOT).contains("slack"))
            .toList();
    assertEquals(List.of(), names);
  }

  private static FailureReason reason(Outcome outcome) {
    return switch (outcome) {
      case Deferred deferred -> deferred.reason();
      case Rejected rejected -> rejected.reason();
      case Delivered _ -> throw new AssertionError("delivered");
    };
  }
}
