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
import org.messgateway.api.News;
import org.messgateway.api.Outcome;
import org.messgateway.api.Outcome.Deferred;
import org.messgateway.api.Outcome.Delivered;
import org.messgateway.api.Outcome.Reach;
import org.messgateway.api.Outcome.Rejected;
import org.messgateway.api.Reply;
import org.messgateway.api.Secret;
import org.messgateway.api.Settings;
import org.messgateway.api.http.WebhookSecrets;
import org.messgateway.testkit.Answer;
import org.messgateway.testkit.Conduct;
import org.messgateway.testkit.FixedDocument;
import org.messgateway.testkit.ManualClock;
import org.messgateway.testkit.RawServer;
import org.messgateway.testkit.SeenRequest;
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

  private static TestNotifications to(RawServer robot) {
    return TestNotifications.to(at(robot.baseUrl(), Map.of()));
  }

  private static RawServer robot() {
    return RawServer.start(Conduct.answer(Answer.empty(204)));
  }

  private static SeenRequest sent(
      Settings settings, TestNotifications notification, RawServer robot) {
    try (WebhookAdapter adapter = adapter(settings)) {
      assertInstanceOf(Delivered.class, adapter.deliver(notification.make()));
    }
    return robot.requests().getLast();
  }

  private static Outcome answered(Answer answer) {
    return met(Conduct.answer(answer));
  }

  private static Outcome met(Conduct conduct) {
    try (RawServer robot = RawServer.start(conduct);
        WebhookAdapter adapter = adapter(SIGNED)) {
      return adapter.deliver(to(robot).make());
    }
  }

  // What is sent.

  @Test
  void theIndependentLibraryAcceptsTheSignatureOverTheYamlBody() throws Exception {
    try (RawServer robot = robot();
        WebhookAdapter adapter = adapter(SIGNED, InstantSource.system())) {
      adapter.deliver(to(robot).make());
      SeenRequest request = robot.requests().getFirst();
      new Webhook(KEY).verify(request.text(), request.headers());
    }
  }

  @Test
  void bothKeysVerifyWhileASecretIsChanged() throws Exception {
    try (RawServer robot = robot();
        WebhookAdapter adapter = adapter(secrets(KEY, OLDER), InstantSource.system())) {
      adapter.deliver(to(robot).make());
      SeenRequest request = robot.requests().getFirst();
      new Webhook(KEY).verify(request.text(), request.headers());
      new Webhook(OLDER).verify(request.text(), request.headers());
    }
  }

  @Test
  void eachExecutorVerifiesWithItsOwnKeyOfTheMaster() throws Exception {
    try (RawServer robot = robot();
        WebhookAdapter adapter = adapter(secrets(MASTER), InstantSource.system())) {
      adapter.deliver(to(robot).recipients("roomba-kitchen").make());
      SeenRequest request = robot.requests().getFirst();
      String key = WebhookSecrets.forExecutor(Secret.of(MASTER), "roomba-kitchen").reveal();
      new Webhook(key).verify(request.text(), request.headers());
    }
  }

  @Test
  void anAddressMayHaveItsOwnSecret() throws Exception {
    try (RawServer robot = robot();
        WebhookAdapter adapter = adapter(secrets(MASTER), InstantSource.system())) {
      Address own = at(robot.baseUrl(), Map.of("secret", List.of(Secret.of(OLDER))));
      adapter.deliver(TestNotifications.to(own).make());
      SeenRequest request = robot.requests().getFirst();
      new Webhook(OLDER).verify(request.text(), request.headers());
      assertEquals(1, request.header("webhook-signature").orElseThrow().split(" ", -1).length);
    }
  }

  @Test
  void theBodyIsTheDocumentByteForByteWithoutACharset() {
    String yaml = "ref: x\n---\nMESS:\n  - request: {intent: \"Kühlschrank ☕\"}\n";
    try (RawServer robot = robot()) {
      SeenRequest request = sent(SIGNED, to(robot).document(new FixedDocument(yaml, "{}")), robot);
      assertArrayEquals(yaml.getBytes(UTF_8), request.body());
      assertEquals("application/yaml", request.header("content-type").orElseThrow());
    }
  }

  @Test
  void anAddressMayWantJson() {
    try (RawServer robot = robot()) {
      Address json = at(robot.baseUrl(), Map.of("format", "json"));
      SeenRequest request =
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
    try (RawServer robot = robot()) {
      SeenRequest request =
          sent(SIGNED, to(robot).recipients("roomba").news(new News.Taken("Ana")), robot);
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
    try (RawServer robot = robot()) {
      assertFalse(
          sent(SIGNED, to(robot).withoutLinks(), robot).headers().containsKey("mess-respond"));
    }
  }

  @Test
  void everyAttemptHasTheSameIdAndItsOwnTime() {
    ManualClock clock = ManualClock.at(TestNotifications.NOW);
    try (RawServer robot = robot();
        WebhookAdapter adapter = adapter(SIGNED, clock)) {
      adapter.deliver(to(robot).make());
      clock.advance(Duration.ofMinutes(10));
      adapter.deliver(to(robot).make());
      SeenRequest first = robot.requests().getFirst();
      SeenRequest second = robot.requests().getLast();
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
    try (RawServer robot = robot()) {
      SeenRequest request =
          sent(SIGNED, to(robot).ref("küche 100%\r\nx: y").recipients("kü"), robot);
      assertEquals("k%C3%BCche%20100%25%0D%0Ax:%20y", request.header("mess-ref").orElseThrow());
      assertEquals("k%C3%BC", request.header("mess-executor").orElseThrow());
    }
  }

  @Test
  void furtherHeadersAreSentAndDoNotReplaceOurs() {
    try (RawServer robot = robot()) {
      Address address =
          at(robot.baseUrl(), Map.of("headers", Map.of("Authorization", "Bearer x", "X-A", "b")));
      SeenRequest request = sent(SIGNED, TestNotifications.to(address), robot);
      assertEquals("Bearer x", request.header("authorization").orElseThrow());
      assertEquals("b", request.header("x-a").orElseThrow());
    }
  }

  @Test
  void withoutAnySecretNothingIsSent() {
    try (RawServer robot = robot();
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
        assertInstanceOf(Rejected.class, answered(Answer.empty(410))).reason());
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
    Deferred deferred = assertInstanceOf(Deferred.class, answered(Answer.empty(status)));
    assertEquals(reason, deferred.reason());
  }

  @ParameterizedTest
  @ValueSource(ints = {200, 201, 202, 204, 205, 206, 226, 299})
  void every2xxSettles(int status) {
    assertInstanceOf(Delivered.class, answered(Answer.empty(status)));
  }

  @Test
  void a204WithABodyAgainstTheRulesSettlesAllTheSame() {
    assertInstanceOf(Delivered.class, met(Conduct.answer(Answer.text(204, "ok"))));
  }

  @Test
  void aResetAfterTheHeadersOfASuccessSettlesAllTheSame() {
    Delivered delivered =
        assertInstanceOf(
            Delivered.class, met(Conduct.resetAfterHead(Answer.of(200, "text/yaml", "MESS: []"))));
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
            Delivered.class, answered(Answer.of(200, mediaType, "MESS:\n  - status: {}\n")));
    Reply reply = Objects.requireNonNull(delivered.reply());
    assertEquals("MESS:\n  - status: {}\n", new String(reply.body(), StandardCharsets.UTF_8));
    assertTrue(reply.complete());
  }

  @Test
  void anAnswerWithoutATypeIsHandedOnToo() {
    Delivered delivered =
        assertInstanceOf(
            Delivered.class, answered(new Answer(200, Map.of(), "MESS: []".getBytes(UTF_8))));
    Reply reply = Objects.requireNonNull(delivered.reply());
    assertEquals("", reply.mediaType());
  }

  @ParameterizedTest
  @CsvSource({"text/html,<h1>ok</h1>", "image/png,xxxx", "application/yaml,' \n\t '"})
  void whatCannotBeAMessageIsNoReply(String mediaType, String body) {
    Delivered delivered =
        assertInstanceOf(Delivered.class, answered(Answer.of(200, mediaType, body)));
    assertNull(delivered.reply());
  }

  @Test
  void aReplyIsCutAt128KiB() {
    Delivered delivered =
        assertInstanceOf(
            Delivered.class, answered(Answer.of(200, "text/yaml", "x".repeat(300_000))));
    Reply reply = Objects.requireNonNull(delivered.reply());
    assertEquals(128 * 1024, reply.body().length);
    assertFalse(reply.complete());
  }

  @Test
  void aReplyOfExactly128KiBIsComplete() {
    Delivered delivered =
        assertInstanceOf(
            Delivered.class, answered(Answer.of(200, "text/yaml", "x".repeat(128 * 1024))));
    Reply reply = Objects.requireNonNull(delivered.reply());
    assertTrue(reply.complete());
  }

  @Test
  void aTruncatedReplyIsMarkedAsCut() {
    Delivered delivered =
        assertInstanceOf(
            Delivered.class, met(Conduct.truncated(Answer.of(200, "text/yaml", "MESS: []"))));
    Reply reply = Objects.requireNonNull(delivered.reply());
    assertEquals("MESS", new String(reply.body(), StandardCharsets.UTF_8));
    assertFalse(reply.complete());
  }

  @Test
  void theBodyOfASuccessGetsFiveSecondsAndNoMore() {
    long start = System.nanoTime();
    assertInstanceOf(Delivered.class, met(Conduct.drip(Answer.of(200, "text/yaml", "MESS: []"))));
    Duration took = Duration.ofNanos(System.nanoTime() - start);
    assertTrue(took.compareTo(Duration.ofSeconds(4)) > 0, "took only " + took);
    assertTrue(took.compareTo(Duration.ofSeconds(7)) < 0, "took " + took);
  }

  @Test
  void aRobotOfHttp10ThatHangsUpAfterEachAnswerIsReachedEveryTime() {
    Conduct old =
        connection -> {
          connection.readRequest();
          connection.write("HTTP/1.0 200 OK\r\n\r\nok".getBytes(UTF_8));
        };
    try (RawServer robot = RawServer.start(old);
        WebhookAdapter adapter = adapter(SIGNED)) {
      for (int i = 1; i <= 10; i++) {
        assertInstanceOf(Delivered.class, adapter.deliver(to(robot).make()));
        assertEquals(i, robot.requests().size());
      }
    }
  }

  @Test
  void oneConnectionServesManyDeliveries() {
    try (RawServer robot = RawServer.start(Conduct.answer(Answer.text(200, "ok")));
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
    try (var refusing = RawServer.refusing();
        WebhookAdapter adapter = adapter(SIGNED)) {
      off = adapter.deliver(TestNotifications.to(at(refusing.baseUrl(), Map.of())).make());
    }
    Deferred deferred = assertInstanceOf(Deferred.class, off);
    assertEquals(Reach.BEFORE_SENDING, deferred.reach());
    assertEquals("The connection was refused.", deferred.sentence());
  }
}
