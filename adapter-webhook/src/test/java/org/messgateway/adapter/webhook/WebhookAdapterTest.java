package org.messgateway.adapter.webhook;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.standardwebhooks.Webhook;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import okhttp3.Dns;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.messgateway.api.AdapterServices;
import org.messgateway.api.Address;
import org.messgateway.api.FailureReason;
import org.messgateway.api.NotificationContent;
import org.messgateway.api.Outcome;
import org.messgateway.api.Outcome.Deferred;
import org.messgateway.api.Outcome.Delivered;
import org.messgateway.api.Outcome.Reach;
import org.messgateway.api.Outcome.Rejected;
import org.messgateway.api.Secret;
import org.messgateway.api.ServiceReply;
import org.messgateway.api.Settings;
import org.messgateway.api.http.WebhookSecrets;
import org.messgateway.testkit.CannedResponse;
import org.messgateway.testkit.Conforms;
import org.messgateway.testkit.ConnectionScript;
import org.messgateway.testkit.FixedDocument;
import org.messgateway.testkit.ManualClock;
import org.messgateway.testkit.RecordedRequest;
import org.messgateway.testkit.SocketSimulator;
import org.messgateway.testkit.TestNotifications;

class WebhookAdapterTest {

  private static final String KEY = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
  private static final String OLDER = "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD";
  private static final String MASTER = "correct horse battery staple";
  private static final Settings SIGNED = secrets(KEY);
  private static final Duration LIMIT = Duration.ofSeconds(10);

  private static Settings secrets(String... secrets) {
    return Settings.of(Map.of("secret", List.of(secrets).stream().map(Secret::of).toList()));
  }

  private static WebhookAdapter adapter(Settings settings, InstantSource clock) {
    return new WebhookAdapter(settings, new AdapterServices("webhook", clock, LIMIT), Dns.SYSTEM);
  }

  private static WebhookAdapter adapter(Settings settings) {
    return adapter(settings, ManualClock.at(TestNotifications.NOW));
  }

  private static Address at(URI base, Map<String, Object> settings) {
    return new Address(base + "/robot/mess", Settings.of(settings), Address.Origin.CONFIGURATION);
  }

  private static TestNotifications to(SocketSimulator robot) {
    return TestNotifications.to(at(robot.baseUrl(), Map.of()));
  }

  private static SocketSimulator robot() {
    return SocketSimulator.start(ConnectionScript.answer(CannedResponse.empty(204)));
  }

  private static RecordedRequest sent(
      Settings settings, TestNotifications notification, SocketSimulator robot) {
    try (WebhookAdapter adapter = adapter(settings)) {
      assertInstanceOf(Delivered.class, adapter.deliver(notification.make()));
    }
    return robot.requests().getLast();
  }

  private static Outcome answered(CannedResponse response) {
    return met(ConnectionScript.answer(response));
  }

  private static Outcome met(ConnectionScript connectionScript) {
    try (SocketSimulator robot = SocketSimulator.start(connectionScript);
        WebhookAdapter adapter = adapter(SIGNED)) {
      return adapter.deliver(to(robot).make());
    }
  }

  @ParameterizedTest
  @CsvSource({
    "400,PT-3H,3 h ahead of its own",
    "401,PT720H,30 days behind its own",
    "403,PT6M,6 min behind its own"
  })
  void aSignatureThatIsRefusedByATimeOfItsOwnIsTheClocksFault(
      int status, Duration theirs, String says) {
    String date =
        DateTimeFormatter.RFC_1123_DATE_TIME.format(
            TestNotifications.NOW.plus(theirs).atOffset(ZoneOffset.UTC));

    Deferred refused =
        assertInstanceOf(Deferred.class, answered(CannedResponse.empty(status).with("Date", date)));

    assertEquals(FailureReason.CLOCK_OFF, refused.reason());
    assertTrue(refused.sentence().contains(says), refused.sentence());
  }

  @ParameterizedTest
  @CsvSource({"401,PT90S,REQUEST_REFUSED", "404,PT3H,REQUEST_REFUSED", "500,PT3H,SERVER_ERROR"})
  void whatIsRefusedForOtherReasonsIsNotTheClocksFault(
      int status, Duration theirs, FailureReason reason) {
    String date =
        DateTimeFormatter.RFC_1123_DATE_TIME.format(
            TestNotifications.NOW.plus(theirs).atOffset(ZoneOffset.UTC));

    Outcome outcome = answered(CannedResponse.empty(status).with("Date", date));

    assertEquals(reason, assertInstanceOf(Deferred.class, outcome).reason());
  }

  // What is sent.

  @Test
  @Conforms({187, 191})
  void theIndependentLibraryAcceptsTheSignatureOverTheYamlBody() throws Exception {
    try (SocketSimulator robot = robot();
        WebhookAdapter adapter = adapter(SIGNED, InstantSource.system())) {
      adapter.deliver(to(robot).make());
      RecordedRequest request = robot.requests().getFirst();
      new Webhook(KEY).verify(request.text(), request.headers());
    }
  }

  @Test
  void bothKeysVerifyWhileASecretIsChanged() throws Exception {
    try (SocketSimulator robot = robot();
        WebhookAdapter adapter = adapter(secrets(KEY, OLDER), InstantSource.system())) {
      adapter.deliver(to(robot).make());
      RecordedRequest request = robot.requests().getFirst();
      new Webhook(KEY).verify(request.text(), request.headers());
      new Webhook(OLDER).verify(request.text(), request.headers());
    }
  }

  @Test
  @Conforms(187)
  void eachExecutorVerifiesWithItsOwnKeyOfTheMaster() throws Exception {
    try (SocketSimulator robot = robot();
        WebhookAdapter adapter = adapter(secrets(MASTER), InstantSource.system())) {
      adapter.deliver(to(robot).recipients("roomba-kitchen").make());
      RecordedRequest request = robot.requests().getFirst();
      String key = WebhookSecrets.forExecutor(Secret.of(MASTER), "roomba-kitchen").reveal();
      new Webhook(key).verify(request.text(), request.headers());
    }
  }

  @Test
  void anAddressMayHaveItsOwnSecret() throws Exception {
    try (SocketSimulator robot = robot();
        WebhookAdapter adapter = adapter(secrets(MASTER), InstantSource.system())) {
      Address own = at(robot.baseUrl(), Map.of("secret", List.of(Secret.of(OLDER))));
      adapter.deliver(TestNotifications.to(own).make());
      RecordedRequest request = robot.requests().getFirst();
      new Webhook(OLDER).verify(request.text(), request.headers());
      assertEquals(1, request.header("webhook-signature").orElseThrow().split(" ", -1).length);
    }
  }

  @Test
  @Conforms({185, 186})
  void theBodyIsTheDocumentByteForByteWithoutACharset() {
    String yaml = "ref: x\n---\nMESS:\n  - request: {intent: \"Kühlschrank ☕\"}\n";
    try (SocketSimulator robot = robot()) {
      RecordedRequest request =
          sent(SIGNED, to(robot).document(new FixedDocument(yaml, "{}")), robot);
      assertEquals("POST", request.method());
      assertArrayEquals(yaml.getBytes(UTF_8), request.body());
      assertEquals("application/yaml", request.header("content-type").orElseThrow());
    }
  }

  @Test
  void anAddressMayWantJson() {
    try (SocketSimulator robot = robot()) {
      Address json = at(robot.baseUrl(), Map.of("format", "json"));
      RecordedRequest request =
          sent(
              SIGNED,
              TestNotifications.to(json).document(new FixedDocument("a: 1\n", "{\"a\":1}")),
              robot);
      assertEquals("{\"a\":1}", request.text());
      assertEquals("application/json", request.header("content-type").orElseThrow());
    }
  }

  @Test
  void theHeadersSayWhatItIsAbout() {
    try (SocketSimulator robot = robot()) {
      RecordedRequest request =
          sent(
              SIGNED,
              to(robot).recipients("roomba").content(new NotificationContent.TakenByOther("Ana")),
              robot);
      assertEquals("POST", request.method());
      assertEquals("/robot/mess", request.target());
      assertEquals("0123456789abcdef0123456789abcdef", request.header("webhook-id").orElseThrow());
      assertEquals(
          Long.toString(TestNotifications.NOW.getEpochSecond()),
          request.header("webhook-timestamp").orElseThrow());
      assertEquals("1", request.header("mess-version").orElseThrow());
      assertEquals(TestNotifications.REF, request.header("mess-ref").orElseThrow());
      assertEquals("taken", request.header("mess-kind").orElseThrow());
      assertEquals("roomba", request.header("mess-executor").orElseThrow());
      assertTrue(
          request.header("mess-respond").orElseThrow().endsWith(TestNotifications.LINK_TOKEN));
    }
  }

  @Test
  void withoutLinksThereIsNoPlaceToRespondTo() {
    try (SocketSimulator robot = robot()) {
      assertFalse(
          sent(SIGNED, to(robot).withoutLinks(), robot).headers().containsKey("mess-respond"));
    }
  }

  @Test
  void everyAttemptHasTheSameIdAndItsOwnTime() {
    ManualClock clock = ManualClock.at(TestNotifications.NOW);
    try (SocketSimulator robot = robot();
        WebhookAdapter adapter = adapter(SIGNED, clock)) {
      adapter.deliver(to(robot).make());
      clock.advance(Duration.ofMinutes(10));
      adapter.deliver(to(robot).make());
      RecordedRequest first = robot.requests().getFirst();
      RecordedRequest second = robot.requests().getLast();
      assertEquals(first.header("webhook-id"), second.header("webhook-id"));
      assertEquals(
          600,
          Long.parseLong(second.header("webhook-timestamp").orElseThrow())
              - Long.parseLong(first.header("webhook-timestamp").orElseThrow()));
      assertFalse(first.header("webhook-signature").equals(second.header("webhook-signature")));
    }
  }

  @Test
  void whatIsNotAsciiIsPercentEncodedInHeaders() {
    try (SocketSimulator robot = robot()) {
      RecordedRequest request =
          sent(SIGNED, to(robot).ref("küche 100%\r\nx: y").recipients("kü"), robot);
      assertEquals("k%C3%BCche%20100%25%0D%0Ax:%20y", request.header("mess-ref").orElseThrow());
      assertEquals("k%C3%BC", request.header("mess-executor").orElseThrow());
    }
  }

  @Test
  void furtherHeadersAreSentAndDoNotReplaceOurs() {
    try (SocketSimulator robot = robot()) {
      Address address =
          at(robot.baseUrl(), Map.of("headers", Map.of("Authorization", "Bearer x", "X-A", "b")));
      RecordedRequest request = sent(SIGNED, TestNotifications.to(address), robot);
      assertEquals("Bearer x", request.header("authorization").orElseThrow());
      assertEquals("b", request.header("x-a").orElseThrow());
    }
  }

  @Test
  void withoutAnySecretNothingIsSent() {
    try (SocketSimulator robot = robot();
        WebhookAdapter adapter = adapter(Settings.none())) {
      Deferred deferred = assertInstanceOf(Deferred.class, adapter.deliver(to(robot).make()));
      assertEquals(FailureReason.ACCOUNT_MISCONFIGURED, deferred.reason());
      assertTrue(deferred.sentence().contains("dispatch.webhook: {secret:"), deferred.sentence());
      assertEquals(0, robot.connections());
    }
  }

  @Test
  void anAddressThatIsNoneIsRejectedBeforeSending() {
    try (WebhookAdapter adapter = adapter(SIGNED)) {
      Rejected rejected =
          assertInstanceOf(
              Rejected.class,
              adapter.deliver(TestNotifications.to(Address.configured("ftp://x")).make()));
      assertEquals(FailureReason.INVALID_ADDRESS, rejected.reason());
    }
  }

  // What is answered.

  @Test
  void goneStopsTheAddress() {
    assertEquals(
        FailureReason.ADDRESS_GONE,
        assertInstanceOf(Rejected.class, answered(CannedResponse.empty(410))).reason());
  }

  @ParameterizedTest
  @CsvSource({
    "400,REQUEST_REFUSED",
    "401,REQUEST_REFUSED",
    "404,REQUEST_REFUSED",
    "422,REQUEST_REFUSED",
    "301,REQUEST_REFUSED",
    "409,CONFLICT",
    "425,CONFLICT",
    "429,RATE_LIMITED",
    "500,SERVER_ERROR",
    "501,SERVER_ERROR",
    "502,UNAVAILABLE",
    "504,UNAVAILABLE"
  })
  void aRefusalIsNeverFinal(int status, FailureReason reason) {
    Deferred deferred = assertInstanceOf(Deferred.class, answered(CannedResponse.empty(status)));
    assertEquals(reason, deferred.reason());
  }

  @ParameterizedTest
  @ValueSource(ints = {200, 201, 202, 204, 205, 206, 226, 299})
  void every2xxSettles(int status) {
    assertInstanceOf(Delivered.class, answered(CannedResponse.empty(status)));
  }

  @Test
  void a204WithABodyAgainstTheRulesSettlesAllTheSame() {
    assertInstanceOf(Delivered.class, met(ConnectionScript.answer(CannedResponse.text(204, "ok"))));
  }

  @Test
  void aResetAfterTheHeadersOfASuccessSettlesAllTheSame() {
    Delivered delivered =
        assertInstanceOf(
            Delivered.class,
            met(ConnectionScript.resetAfterHead(CannedResponse.of(200, "text/yaml", "MESS: []"))));
    assertNull(delivered.reply());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "application/yaml",
        "application/x-yaml",
        "text/yaml; charset=utf-8",
        "application/json",
        "application/problem+json",
        "text/plain"
      })
  void whatMayBeAMessageIsHandedOn(String mediaType) {
    Delivered delivered =
        assertInstanceOf(
            Delivered.class,
            answered(CannedResponse.of(200, mediaType, "MESS:\n  - status: {}\n")));
    ServiceReply reply = Objects.requireNonNull(delivered.reply());
    assertEquals("MESS:\n  - status: {}\n", new String(reply.body(), StandardCharsets.UTF_8));
    assertTrue(reply.complete());
  }

  @Test
  void anAnswerWithoutATypeIsHandedOnToo() {
    Delivered delivered =
        assertInstanceOf(
            Delivered.class,
            answered(new CannedResponse(200, Map.of(), "MESS: []".getBytes(UTF_8))));
    ServiceReply reply = Objects.requireNonNull(delivered.reply());
    assertEquals("", reply.mediaType());
  }

  @ParameterizedTest
  @CsvSource({"text/html,<h1>ok</h1>", "image/png,xxxx", "application/yaml,' \n\t '"})
  void whatCannotBeAMessageIsNoReply(String mediaType, String body) {
    Delivered delivered =
        assertInstanceOf(Delivered.class, answered(CannedResponse.of(200, mediaType, body)));
    assertNull(delivered.reply());
  }

  @Test
  void aReplyIsCutAt128KiB() {
    Delivered delivered =
        assertInstanceOf(
            Delivered.class, answered(CannedResponse.of(200, "text/yaml", "x".repeat(300_000))));
    ServiceReply reply = Objects.requireNonNull(delivered.reply());
    assertEquals(128 * 1024, reply.body().length);
    assertFalse(reply.complete());
  }

  @Test
  void aReplyOfExactly128KiBIsComplete() {
    Delivered delivered =
        assertInstanceOf(
            Delivered.class, answered(CannedResponse.of(200, "text/yaml", "x".repeat(128 * 1024))));
    ServiceReply reply = Objects.requireNonNull(delivered.reply());
    assertTrue(reply.complete());
  }

  @Test
  void aTruncatedReplyIsMarkedAsCut() {
    Delivered delivered =
        assertInstanceOf(
            Delivered.class,
            met(ConnectionScript.truncated(CannedResponse.of(200, "text/yaml", "MESS: []"))));
    ServiceReply reply = Objects.requireNonNull(delivered.reply());
    assertEquals("MESS", new String(reply.body(), StandardCharsets.UTF_8));
    assertFalse(reply.complete());
  }

  @Test
  void theBodyOfASuccessGetsFiveSecondsAndNoMore() {
    long start = System.nanoTime();
    assertInstanceOf(
        Delivered.class,
        met(ConnectionScript.drip(CannedResponse.of(200, "text/yaml", "MESS: []"))));
    Duration took = Duration.ofNanos(System.nanoTime() - start);
    assertTrue(took.compareTo(Duration.ofSeconds(4)) > 0, "took only " + took);
    assertTrue(took.compareTo(Duration.ofSeconds(7)) < 0, "took " + took);
  }

  @Test
  void aRobotOfHttp10ThatHangsUpAfterEachAnswerIsReachedEveryTime() {
    ConnectionScript old =
        connection -> {
          connection.readRequest();
          connection.write("HTTP/1.0 200 OK\r\n\r\nok".getBytes(UTF_8));
        };
    try (SocketSimulator robot = SocketSimulator.start(old);
        WebhookAdapter adapter = adapter(SIGNED)) {
      for (int i = 1; i <= 10; i++) {
        assertInstanceOf(Delivered.class, adapter.deliver(to(robot).make()));
        assertEquals(i, robot.requests().size());
      }
    }
  }

  @Test
  void oneConnectionServesManyDeliveries() {
    try (SocketSimulator robot =
            SocketSimulator.start(ConnectionScript.answer(CannedResponse.text(200, "ok")));
        WebhookAdapter adapter = adapter(SIGNED)) {
      for (int i = 0; i < 20; i++) {
        assertInstanceOf(Delivered.class, adapter.deliver(to(robot).make()));
      }
      assertEquals(1, robot.connections());
    }
  }

  @Test
  void aHangingRobotIsToldApartFromOneThatIsOff() {
    Outcome off;
    try (var refusing = SocketSimulator.refusing();
        WebhookAdapter adapter = adapter(SIGNED)) {
      off = adapter.deliver(TestNotifications.to(at(refusing.baseUrl(), Map.of())).make());
    }
    Deferred deferred = assertInstanceOf(Deferred.class, off);
    assertEquals(Reach.BEFORE_SENDING, deferred.reach());
    assertEquals("The connection was refused.", deferred.sentence());
  }
}
