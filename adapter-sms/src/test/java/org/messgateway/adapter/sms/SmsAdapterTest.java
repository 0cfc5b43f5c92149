package org.messgateway.adapter.sms;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.URLDecoder;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.messgateway.api.AdapterServices;
import org.messgateway.api.Address;
import org.messgateway.api.DeliveryLookup.LookupResult;
import org.messgateway.api.FailureReason;
import org.messgateway.api.Outcome;
import org.messgateway.api.Outcome.Deferred;
import org.messgateway.api.Outcome.Delivered;
import org.messgateway.api.Outcome.Rejected;
import org.messgateway.api.Receipt;
import org.messgateway.api.ReceiptStatusLookup.ReceiptStatus;
import org.messgateway.testkit.CannedResponse;
import org.messgateway.testkit.Conforms;
import org.messgateway.testkit.DescribedSettings;
import org.messgateway.testkit.HttpSimulator;
import org.messgateway.testkit.ManualClock;
import org.messgateway.testkit.RecordedRequest;
import org.messgateway.testkit.TestNotifications;

class SmsAdapterTest {

  private static final String ACCOUNT = "AC0123456789abcdef0123456789abcdef";
  private static final String SID = "SM00000000000000000000000000000007";
  private static final String NUMBER = "+14155550123";
  private static final String MESSAGES = "/2010-04-01/Accounts/" + ACCOUNT + "/Messages";

  private final HttpSimulator twilio = HttpSimulator.start();
  private final ManualClock clock = ManualClock.at(TestNotifications.NOW);
  private SmsAdapter adapter;

  @BeforeEach
  void create() {
    adapter = adapter("", Map.of());
  }

  private SmsAdapter adapter(String path, Map<String, String> more) {
    Map<String, Object> settings = new HashMap<>();
    settings.put("account_sid", ACCOUNT);
    settings.put("base_url", twilio.baseUrl() + path);
    if (more.isEmpty()) {
      settings.put("auth_token", "secretToken");
      settings.put("from", "+14155550100");
    }
    settings.putAll(more);
    SmsProvider provider = new SmsProvider();
    return (SmsAdapter)
        provider.create(
            DescribedSettings.of(provider.describe().settings(), settings),
            new AdapterServices("sms", clock, Duration.ofSeconds(10)));
  }

  @AfterEach
  void end() {
    adapter.close();
    twilio.close();
  }

  private static TestNotifications request() {
    return TestNotifications.to(Address.configured(NUMBER));
  }

  private static CannedResponse message(String fields) {
    return CannedResponse.json(201, "{\"sid\":\"" + SID + "\"" + fields + "}");
  }

  private static CannedResponse page(String... messages) {
    return CannedResponse.json(
        200,
        "{\"messages\":[%s],\"page\":0,\"page_size\":200,\"next_page_uri\":null,\"uri\":\"/x\"}"
            .formatted(String.join(",", messages)));
  }

  private static String listed(String sid, String created, String body) {
    return """
    {"sid":"%s","status":"sent","to":"+14155550123","date_created":"%s","body":"%s"}\
    """
        .formatted(sid, created, body);
  }

  private Map<String, String> form() {
    Map<String, String> form = new TreeMap<>();
    Arrays.stream(twilio.requests().getLast().text().split("&"))
        .map(pair -> pair.split("=", 2))
        .forEach(pair -> form.put(pair[0], URLDecoder.decode(pair[1], UTF_8)));
    return form;
  }

  @Test
  @Conforms({183, 184})
  void aMessageIsCreatedOnceWithItsEndInView() {
    twilio.answers(message(",\"status\":\"queued\""));
    Delivered delivered =
        assertInstanceOf(Delivered.class, adapter.deliver(request().withoutLinks().make()));
    RecordedRequest request = twilio.requests().getLast();
    assertEquals("POST", request.method());
    assertEquals(MESSAGES + ".json", request.target());
    assertEquals(
        "Basic " + base64(ACCOUNT + ":secretToken"), request.header("authorization").orElseThrow());
    assertEquals(
        Map.of(
            "To", NUMBER,
            "From", "+14155550100",
            "Body", "Miller home: \"check what's in the fridge\" by 10:00, photo wanted.",
            "ValidityPeriod", "21600"),
        form());
    assertEquals(Receipt.of("sid", SID), delivered.receipt());
  }

  @ParameterizedTest
  @CsvSource({
    "2026-11-20T17:59:58Z, 5",
    "2026-11-20T17:00:00Z, 3600",
    "2026-11-19T00:00:00Z, 36000"
  })
  void theValidityKeepsTwiliosLimits(String now, String seconds) {
    clock.set(Instant.parse(now));
    twilio.answers(message(""));
    adapter.deliver(request().make());
    assertEquals(seconds, form().get("ValidityPeriod"));
  }

  @Test
  void afterTheDeadlineNoValidityIsClaimed() {
    clock.set(TestNotifications.DEADLINE);
    twilio.answers(message(""));
    adapter.deliver(request().make());
    assertNull(form().get("ValidityPeriod"));
  }

  @Test
  void aServiceAndAKeyTakeThePlaceOfNumberAndToken() {
    String service = "MG0123456789abcdef0123456789abcdef";
    String key = "SK0123456789abcdef0123456789abcdef";
    twilio.answers(message(""));
    try (SmsAdapter other =
        adapter(
            "/twilio/",
            Map.of("messaging_service_sid", service, "api_key_sid", key, "api_key_secret", "k"))) {
      assertInstanceOf(Delivered.class, other.deliver(request().make()));
    }
    assertEquals(service, form().get("MessagingServiceSid"));
    assertFalse(form().containsKey("From"));
    RecordedRequest request = twilio.requests().getLast();
    assertEquals("/twilio" + MESSAGES + ".json", request.target());
    assertEquals("Basic " + base64(key + ":k"), request.header("authorization").orElseThrow());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "400 | {\"code\":21610,\"message\":\"x\",\"status\":400} | RECIPIENT_REFUSES",
        "400 | {\"code\":21211,\"status\":400} | INVALID_ADDRESS",
        "401 | {\"code\":20003,\"status\":401} | CREDENTIAL_REFUSED",
        "429 | {\"code\":20429,\"status\":429} | ACCOUNT_RATE_LIMITED",
        "503 | {\"code\":20503,\"status\":503} | UNAVAILABLE",
        "500 | {\"code\":20500,\"status\":500} | SERVER_ERROR",
        "400 | {\"code\":99999} | PAYLOAD_REFUSED",
        "400 | {\"code\":\"x\"} | REQUEST_REFUSED",
        "400 | <html> | REQUEST_REFUSED",
        "404 | '' | ACCOUNT_MISCONFIGURED",
        "201 | <html> | UNCERTAIN",
        "201 | null | UNCERTAIN",
        "201 | {} | UNCERTAIN",
        "200 | [] | UNCERTAIN",
      })
  void whateverAnswersIsSortedAfterOneRequest(int status, String body, FailureReason reason) {
    twilio.answers(CannedResponse.json(status, body));
    assertEquals(reason, reason(adapter.deliver(request().make())));
    assertEquals(1, twilio.requests().size());
  }

  @Test
  void aLookupFindsTheMessageByItsLinksCode() {
    twilio.answers(
        page(
            listed("SM1", "Fri, 20 Nov 2026 12:00:05 +0000", "another https://x/r/other?t=1"),
            listed("SM2", "Fri, 20 Nov 2026 12:00:03 +0000", "cut... https://mess/r/7hk2m?t=old")));
    assertEquals(
        new LookupResult.Found(Receipt.of("sid", "SM2")),
        adapter.find(request().make(), TestNotifications.NOW));
    RecordedRequest asked = twilio.requests().getFirst();
    assertEquals("GET", asked.method());
    String query = URLDecoder.decode(asked.target(), UTF_8);
    assertTrue(query.contains("To=" + NUMBER), query);
    assertTrue(
        query.contains("DateSent>=2026-11-20T11:59:00") || query.contains("DateSent>=2026-11-20"),
        query);
  }

  @Test
  void withoutALinkTheTextDecidesEvenBehindTwiliosTrialLine() {
    String body = "Miller home: \\\"check what's in the fridge\\\" by 10:00, photo wanted.";
    String trial = "Sent from your Twilio trial account - " + body;
    twilio.answers(page(listed("SM3", "Fri, 20 Nov 2026 12:00:03 +0000", trial)));
    assertEquals(
        new LookupResult.Found(Receipt.of("sid", "SM3")),
        adapter.find(request().withoutLinks().make(), TestNotifications.NOW));
  }

  @Test
  void anOlderMessageOfTheSameWordsIsNotThisOne() {
    String body = "Miller home: \\\"check what's in the fridge\\\" by 10:00, photo wanted.";
    twilio.answers(page(listed("SM0", "Thu, 19 Nov 2026 12:00:03 +0000", body)));
    assertEquals(
        new LookupResult.NotFound(),
        adapter.find(request().withoutLinks().make(), TestNotifications.NOW));
    assertEquals(2, twilio.requests().size(), "those not sent yet are looked through too");
    assertFalse(twilio.requests().getLast().target().contains("DateSent"));
  }

  @Test
  void aLookupThatFailsSaysSo() {
    twilio.answers(CannedResponse.text(503, "no"));
    assertInstanceOf(
        LookupResult.Unknown.class, adapter.find(request().make(), TestNotifications.NOW));
    assertEquals(Duration.ofMinutes(2), adapter.settleTime());
  }

  @ParameterizedTest
  @CsvSource({
    "delivered, , Arrived",
    "read, , Arrived",
    "partially_delivered, , Arrived",
    "queued, , Pending",
    "accepted, , Pending",
    "scheduled, , Pending",
    "sending, , Pending",
    "sent, , Pending",
    "undelivered, 30005, INVALID_ADDRESS",
    "undelivered, 30004, RECIPIENT_REFUSES",
    "undelivered, 30003, UNAVAILABLE",
    "failed, 30008, SERVER_ERROR",
    "failed, , SERVER_ERROR",
    "canceled, , SERVER_ERROR",
  })
  void theStatusOfAMessageIsItsStanding(String status, @Nullable String code, String standing) {
    twilio.answers(
        message(
            ",\"status\":\"%s\",\"error_code\":%s"
                .formatted(status, code == null ? "null" : code)));
    ReceiptStatus is = adapter.receiptStatus(Receipt.of("sid", SID));
    assertEquals(
        standing,
        is instanceof ReceiptStatus.NotArrived notArrived
            ? notArrived.reason().name()
            : is.getClass().getSimpleName());
    assertEquals(MESSAGES + "/" + SID + ".json", twilio.requests().getFirst().target());
  }

  @Test
  void aDeletedMessageIsSettledAndATroubledServiceIsAskedAgain() {
    twilio.answers(CannedResponse.json(404, "{\"code\":20404,\"status\":404}"));
    assertEquals(new ReceiptStatus.Arrived(), adapter.receiptStatus(Receipt.of("sid", SID)));
    twilio.answers(CannedResponse.text(500, "no"));
    assertEquals(new ReceiptStatus.Pending(), adapter.receiptStatus(Receipt.of("sid", SID)));
  }

  @Test
  void theSelfTestLooksAtTheAccount() {
    account(
        "active", "Full", "{\"phone_number\":\"+14155550100\",\"capabilities\":{\"sms\":true}}");
    assertEquals(List.of(), adapter.selfTest());
    account("active", "Trial", "{\"phone_number\":\"+14155550100\"}");
    assertFalse(adapter.selfTest().getFirst().severe());
    account("suspended", "Full", "");
    assertTrue(adapter.selfTest().getFirst().severe());
    twilio.answers(CannedResponse.json(401, "{\"code\":20003,\"status\":401}"));
    assertTrue(adapter.selfTest().getFirst().remedy().contains("auth_token"));
  }

  @Test
  void theSelfTestLooksAtTheNumber() {
    account("active", "Full", "{\"capabilities\":{\"sms\":false}}");
    assertTrue(adapter.selfTest().getFirst().severe(), "it cannot send");
    account("active", "Full", "");
    assertFalse(adapter.selfTest().getFirst().severe(), "not listed");
    twilio.answers(CannedResponse.json(200, "{\"status\":\"active\",\"type\":\"Full\"}"));
    assertEquals(1, adapter.selfTest().size(), "a key that may not look at numbers");
  }

  @Test
  void theSelfTestSaysWhereMessagesMustGo() {
    SmsProvider provider = new SmsProvider();
    Map<String, Object> settings =
        Map.of(
            "account_sid",
            ACCOUNT,
            "base_url",
            twilio.baseUrl().toString(),
            "auth_token",
            "t",
            "from",
            "+14155550100");
    String url = "https://mess.example.com/callbacks/sms";
    try (SmsAdapter reachable =
        (SmsAdapter)
            provider.create(
                DescribedSettings.of(provider.describe().settings(), settings),
                new AdapterServices(
                    "sms", clock, Duration.ofSeconds(10), java.net.URI.create(url)))) {
      account("active", "Full", "{\"sms_url\":\"https://demo.twilio.com/welcome\"}");
      assertTrue(reachable.selfTest().getFirst().remedy().contains(url));
      account("active", "Full", "{\"sms_url\":\"" + url + "\"}");
      assertEquals(List.of(), reachable.selfTest());
    }
  }

  private void account(String status, String type, String number) {
    twilio.answers(
        CannedResponse.json(
            200,
            "{\"status\":\"%s\",\"type\":\"%s\",\"incoming_phone_numbers\":[%s],\"page\":0}"
                .formatted(status, type, number)));
  }

  private static String base64(String text) {
    return Base64.getEncoder().encodeToString(text.getBytes(UTF_8));
  }

  private static FailureReason reason(Outcome outcome) {
    return switch (outcome) {
      case Deferred deferred -> deferred.reason();
      case Rejected rejected -> rejected.reason();
      case Delivered _ -> throw new AssertionError("delivered");
    };
  }
}
