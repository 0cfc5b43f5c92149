package org.messgateway.adapter.telegram;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static com.github.tomakehurst.wiremock.client.WireMock.any;
import static com.github.tomakehurst.wiremock.client.WireMock.anyUrl;
import static com.github.tomakehurst.wiremock.client.WireMock.equalTo;
import static com.github.tomakehurst.wiremock.client.WireMock.matchingJsonPath;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.messgateway.api.AdapterServices;
import org.messgateway.api.Address;
import org.messgateway.api.FailureReason;
import org.messgateway.api.NotificationContent;
import org.messgateway.api.Outcome;
import org.messgateway.api.Outcome.Deferred;
import org.messgateway.api.Outcome.Delivered;
import org.messgateway.api.Outcome.Rejected;
import org.messgateway.api.Receipt;
import org.messgateway.api.SelfTest;
import org.messgateway.api.mess.Priority;
import org.messgateway.testkit.CannedResponse;
import org.messgateway.testkit.Conforms;
import org.messgateway.testkit.DescribedSettings;
import org.messgateway.testkit.HttpSimulator;
import org.messgateway.testkit.ManualClock;
import org.messgateway.testkit.TestNotifications;

class TelegramAdapterTest {

  private static final String TAKEN =
      """
      {"ok":true,"result":{"message_id":7,"date":1763640000,
       "chat":{"id":%d,"type":"private"},"text":"x"}}\
      """;

  private static final CannedResponse OK = CannedResponse.json(200, TAKEN.formatted(42));

  private final HttpSimulator telegram = HttpSimulator.start();
  private TelegramAdapter adapter;

  @BeforeEach
  void create() {
    adapter = adapter("");
  }

  private TelegramAdapter adapter(String path) {
    TelegramProvider provider = new TelegramProvider();
    return (TelegramAdapter)
        provider.create(
            DescribedSettings.of(
                provider.describe().settings(),
                Map.of("bot_token", "123:secretToken", "base_url", telegram.baseUrl() + path)),
            new AdapterServices(
                "telegram", ManualClock.at(TestNotifications.NOW), Duration.ofSeconds(10)));
  }

  @AfterEach
  void end() {
    adapter.close();
    telegram.close();
  }

  private static TestNotifications request() {
    return TestNotifications.to(Address.configured("42"));
  }

  private Outcome deliver() {
    return adapter.deliver(request().make());
  }

  private JsonNode body(int index) throws Exception {
    return new JsonMapper().readTree(telegram.requests().get(index).body());
  }

  private static CannedResponse refusal(int code, String description, String parameters) {
    return CannedResponse.json(
        code,
        "{\"ok\":false,\"error_code\":%d,\"description\":\"%s\"%s}"
            .formatted(code, description, parameters));
  }

  /** Refuses what matches the JSON path and takes everything else. */
  private void refusing(
      String path, String value, CannedResponse refusal, CannedResponse otherwise) {
    telegram.answers(otherwise);
    telegram
        .wireMock()
        .stubFor(
            any(anyUrl())
                .withRequestBody(matchingJsonPath(path, equalTo(value)))
                .willReturn(aResponse().withStatus(refusal.status()).withBody(refusal.body())));
  }

  @Test
  @Conforms({179, 180, 181})
  void aMessageIsHtmlWithoutPreview() throws Exception {
    telegram.answers(OK);
    Delivered delivered = assertInstanceOf(Delivered.class, deliver());
    assertEquals("/bot123:secretToken/sendmessage", telegram.requests().getFirst().target());
    JsonNode body = body(0);
    assertEquals("42", body.path("chat_id").asText());
    assertEquals("HTML", body.path("parse_mode").asText());
    assertTrue(body.path("link_preview_options").path("is_disabled").asBoolean());
    assertTrue(body.path("disable_notification").isMissingNode());
    assertEquals(
        "Respond",
        body.path("reply_markup").path("inline_keyboard").path(0).path(0).path("text").asText());
    assertEquals(Receipt.of("chat", "42", "message_id", "7"), delivered.receipt());
  }

  @Test
  void backgroundIsSilent() throws Exception {
    telegram.answers(OK);
    adapter.deliver(request().priority(Priority.BACKGROUND).make());
    assertTrue(body(0).path("disable_notification").asBoolean());
  }

  @Test
  void aPathOfTheBaseUrlIsKept() {
    telegram.answers(OK);
    try (TelegramAdapter behindAPath = adapter("/proxy/tg/")) {
      assertInstanceOf(Delivered.class, behindAPath.deliver(request().make()));
    }
    assertEquals(
        "/proxy/tg/bot123:secretToken/sendmessage", telegram.requests().getFirst().target());
  }

  @Test
  void markupThatTelegramCannotParseIsSentOnceMoreAsPlainText() throws Exception {
    refusing(
        "$.parse_mode",
        "HTML",
        refusal(400, "Bad Request: can't parse entities: whatever", ""),
        OK);
    assertInstanceOf(Delivered.class, deliver());
    assertEquals(2, telegram.requests().size());
    assertTrue(body(1).path("parse_mode").isMissingNode());
    assertFalse(body(1).path("text").asText().contains("<b>"));
  }

  @Test
  void whatNeitherFormCanSayIsRefusedAfterTwoRequests() {
    telegram.answers(refusal(400, "Bad Request: can't parse entities", ""));
    assertEquals(
        FailureReason.PAYLOAD_REFUSED, assertInstanceOf(Rejected.class, deliver()).reason());
    assertEquals(2, telegram.requests().size());
  }

  @Test
  void aGroupThatBecameASupergroupIsFollowed() {
    refusing(
        "$.chat_id",
        "42",
        refusal(
            400,
            "Bad Request: group chat was upgraded to a supergroup chat",
            ",\"parameters\":{\"migrate_to_chat_id\":-1001234567890}"),
        CannedResponse.json(200, TAKEN.formatted(-1001234567890L)));
    Delivered delivered = assertInstanceOf(Delivered.class, deliver());
    assertEquals("-1001234567890", delivered.receipt().part("chat"));
    assertEquals(2, telegram.requests().size());
  }

  @Test
  void twoGroupsThatPointAtEachOtherAreNotFollowedForEver() {
    telegram.answers(
        refusal(
            400,
            "Bad Request: group chat was migrated to a supergroup chat",
            ",\"parameters\":{\"migrate_to_chat_id\":-100}"));
    assertEquals(
        FailureReason.INVALID_ADDRESS, assertInstanceOf(Rejected.class, deliver()).reason());
    assertEquals(2, telegram.requests().size());
  }

  @Test
  void theWaitInTheBodyIsObeyed() {
    telegram.answers(
        refusal(429, "Too Many Requests: retry after 31", ",\"parameters\":{\"retry_after\":31}"));
    Deferred deferred = assertInstanceOf(Deferred.class, deliver());
    assertEquals(FailureReason.RATE_LIMITED, deferred.reason());
    assertEquals(Duration.ofSeconds(31), deferred.retryAfter());
  }

  @Test
  void anEditReplacesTextAndButtons() throws Exception {
    telegram.answers(OK);
    Receipt receipt = Receipt.of("chat", "-100123", "message_id", "7");
    Outcome outcome =
        adapter.update(
            receipt,
            request().content(new NotificationContent.TakenByOther("Ana")).withoutLinks().make());
    assertEquals(new Delivered(receipt), outcome);
    assertEquals("/bot123:secretToken/editmessagetext", telegram.requests().getFirst().target());
    assertEquals("-100123", body(0).path("chat_id").asText());
    assertEquals(7, body(0).path("message_id").asInt());
    assertTrue(body(0).path("text").asText().contains("Ana has it"));
    assertFalse(body(0).hasNonNull("reply_markup"));
  }

  @Test
  void aMessageThatIsAsWantedAlreadyIsASuccess() {
    telegram.answers(
        refusal(
            400,
            "Bad Request: message is not modified: specified new message content and reply markup"
                + " are exactly the same",
            ""));
    Receipt receipt = Receipt.of("chat", "42", "message_id", "7");
    assertEquals(new Delivered(receipt), adapter.update(receipt, request().make()));
  }

  @Test
  void aReceiptThatNamesNoMessageCannotBeEdited() {
    assertInstanceOf(Rejected.class, adapter.update(Receipt.NONE, request().make()));
    assertInstanceOf(
        Rejected.class,
        adapter.update(Receipt.of("chat", "42", "message_id", "x"), request().make()));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "200 | <html> | UNCERTAIN",
        "200 | null | UNCERTAIN",
        "200 | {} | UNCERTAIN",
        "200 | {\"ok\":true,\"result\":{\"message_id\":\"no\"}} | UNCERTAIN",
        "200 | {\"ok\":false,\"error_code\":403,\"description\":\"Forbidden\"} | RECIPIENT_REFUSES",
        "401 | <html> | CREDENTIAL_REFUSED",
        "404 | <html> | CREDENTIAL_REFUSED",
        "502 | <html> | UNAVAILABLE",
        "503 | null | UNAVAILABLE",
        "500 | {} | SERVER_ERROR",
      })
  void whateverAnswersIsSorted(int status, String body, FailureReason reason) {
    telegram.answers(CannedResponse.json(status, body));
    assertEquals(reason, reason(deliver()));
    assertEquals(1, telegram.requests().size());
  }

  @Test
  void theSelfTestAsksWhoTheBotIs() {
    telegram.answers(
        CannedResponse.json(
            200, "{\"ok\":true,\"result\":{\"id\":1,\"is_bot\":true,\"first_name\":\"m\"}}"));
    assertEquals(List.of(), adapter.selfTest());
    assertEquals("/bot123:secretToken/getme", telegram.requests().getFirst().target());
    telegram.answers(refusal(401, "Unauthorized", ""));
    SelfTest.Finding finding = adapter.selfTest().getFirst();
    assertTrue(finding.severe());
    assertTrue(finding.remedy().contains("@BotFather"), finding.remedy());
  }

  private static FailureReason reason(Outcome outcome) {
    return switch (outcome) {
      case Deferred deferred -> deferred.reason();
      case Rejected rejected -> rejected.reason();
      case Delivered _ -> throw new AssertionError("delivered");
    };
  }
}
