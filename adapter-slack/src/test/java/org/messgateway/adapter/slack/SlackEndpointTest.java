package org.messgateway.adapter.slack;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.URI;
import java.net.URLEncoder;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.messgateway.api.Inbound.CallbackRequest;
import org.messgateway.api.Inbound.CallbackResponse;
import org.messgateway.api.InboundAction;
import org.messgateway.testkit.ManualClock;
import org.messgateway.testkit.RecordingListener;
import org.messgateway.testkit.TestNotifications;
import org.messgateway.testkit.simulator.SlackSimulator;
import org.messgateway.testkit.simulator.VendorSignatures;

/** The way back by signed calls. */
class SlackEndpointTest {

  private static final String SECRET = "8f742231b10e8888abcd99yyyzzz85a5";
  private static final String FORM = "application/x-www-form-urlencoded";
  private static final Instant NOW = TestNotifications.NOW;

  private final RecordingListener listener = new RecordingListener();
  private final ManualClock clock = ManualClock.at(NOW);
  private SlackSimulator slack;
  private SlackAdapter adapter;

  @BeforeEach
  void create() {
    slack = SlackTestApp.workspace();
    adapter = SlackTestApp.adapter(slack, Map.of("signing_secret", SECRET), clock);
    adapter.listen(listener);
  }

  @AfterEach
  void end() {
    adapter.close();
    slack.close();
  }

  private static CallbackRequest call(
      String type, String body, String signature, String timestamp) {
    return new CallbackRequest(
        "POST",
        URI.create("https://mess.example.com/callbacks/slack"),
        Map.of(
            "content-type", List.of(type),
            "x-slack-signature", List.of(signature),
            "x-slack-request-timestamp", List.of(timestamp)),
        body.getBytes(UTF_8));
  }

  private static CallbackRequest signed(String type, String body, Instant at) {
    String timestamp = Long.toString(at.getEpochSecond());
    return call(type, body, VendorSignatures.slack(SECRET, timestamp, body), timestamp);
  }

  private static String form(String json) {
    return "payload=" + URLEncoder.encode(json, UTF_8);
  }

  private static String press() {
    return form(SlackPayloads.press("claim").toString());
  }

  private static void assertRefused(CallbackResponse response) {
    assertEquals(401, response.status());
    assertEquals(0, response.body().length);
  }

  @Test
  void theSignatureIsTheOneOfSlacksOwnExample() {
    String body =
        "token=xyzz0WbapA4vBCDEFasx0q6G&team_id=T1DC2JH3J&team_domain=testteamnow"
            + "&channel_id=G8PSS9T3V&channel_name=foobar&user_id=U2CERLKJA&user_name=roadrunner"
            + "&command=%2Fwebhook-collect&text="
            + "&response_url=https%3A%2F%2Fhooks.slack.com%2Fcommands%2FT1DC2JH3J%2F397700885554%2F96rGlfmibIGlgcZRskXaIFfN"
            + "&trigger_id=398738663015.47445629121.803a0bc887a14d10d2c447fce8b6703c";
    clock.set(Instant.ofEpochSecond(1_531_420_618));
    CallbackRequest call =
        call(
            FORM,
            body,
            "v0=a2114d57b48eac39b9ad189dd8316235a7b4a8d21a10bd27519666489c69b503",
            "1531420618");
    assertEquals(400, adapter.receive(call).status(), "genuine, though not what we understand");
  }

  @Test
  void aPressIsAnsweredEmptyAndHeard() {
    CallbackResponse response = adapter.receive(signed(FORM, press(), NOW));
    assertEquals(200, response.status());
    assertEquals(0, response.body().length);
    assertInstanceOf(InboundAction.ButtonPress.class, listener.next().action());
  }

  @Test
  void anEventIsHeard() {
    String event = SlackPayloads.message("Ev1", "D1", "im", "found 2 ü", "{}").toString();
    assertEquals(200, adapter.receive(signed("application/json", event, NOW)).status());
    assertEquals(
        "found 2 ü",
        assertInstanceOf(InboundAction.ChatMessage.class, listener.next().action()).text());
  }

  @Test
  void slacksChallengeIsAnsweredWhenItIsGenuine() {
    String challenge = "{\"type\":\"url_verification\",\"challenge\":\"3eZbrw1a\"}";
    CallbackResponse response = adapter.receive(signed("application/json", challenge, NOW));
    assertEquals(200, response.status());
    assertEquals("3eZbrw1a", new String(response.body(), UTF_8));
    assertRefused(adapter.receive(call("application/json", challenge, "v0=00", "1")));
  }

  @Test
  void whatAnotherSecretSignedIsRefused() {
    String timestamp = Long.toString(NOW.getEpochSecond());
    for (String signature :
        List.of(
            VendorSignatures.slack("other" + SECRET, timestamp, press()),
            VendorSignatures.slack(SECRET, timestamp, press() + "&more=1"),
            VendorSignatures.slack(SECRET, timestamp, press()).substring(3),
            "v0=",
            "")) {
      assertRefused(adapter.receive(call(FORM, press(), signature, timestamp)));
    }
    assertEquals(List.of(), listener.remaining());
  }

  @ParameterizedTest
  @ValueSource(longs = {-301, 301, -100_000})
  void whatIsMoreThanFiveMinutesOffIsRefused(long seconds) {
    assertRefused(adapter.receive(signed(FORM, press(), NOW.plusSeconds(seconds))));
    assertEquals(List.of(), listener.remaining());
  }

  @ParameterizedTest
  @ValueSource(longs = {-300, 300})
  void fiveMinutesOffIsStillGood(long seconds) {
    assertEquals(200, adapter.receive(signed(FORM, press(), NOW.plusSeconds(seconds))).status());
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "now", "99999999999999999999", "9223372036854775807"})
  void aTimeThatIsNoneIsRefused(String timestamp) {
    assertRefused(
        adapter.receive(
            call(FORM, press(), VendorSignatures.slack(SECRET, timestamp, press()), timestamp)));
  }

  @Test
  void aReplayIsRefused() {
    CallbackRequest call = signed(FORM, press(), NOW);
    assertEquals(200, adapter.receive(call).status());
    listener.next();
    clock.advance(Duration.ofSeconds(10));
    assertRefused(adapter.receive(call));
    assertEquals(200, adapter.receive(signed(FORM, press(), clock.instant())).status());
    slack.nextCall();
    assertEquals(
        List.of(), listener.remaining(), "signed anew it is genuine, and was heard before");
  }

  @Test
  void whatCannotBeKeptIsNotAcknowledgedAndMayComeAgain() {
    listener.failing(true);
    CallbackRequest call = signed(FORM, press(), NOW);
    assertEquals(503, adapter.receive(call).status());
    listener.failing(false);
    assertEquals(200, adapter.receive(call).status());
    listener.next();
  }

  @Test
  void whatNobodyUnderstandsIsRefusedWithoutHarm() {
    assertEquals(400, adapter.receive(signed(FORM, "payload=%zz", NOW)).status());
    assertEquals(400, adapter.receive(signed(FORM, "ssl_check=1", NOW)).status());
    assertEquals(200, adapter.receive(signed("application/json", "[", NOW)).status());
    assertEquals(List.of(), listener.remaining());
  }

  @Test
  void theWayBackIsOpenWhileWeCanBeCalled() {
    assertTrue(adapter.inboundOpen());
    listener.callbacksReachable(false);
    assertFalse(adapter.inboundOpen());
  }

  @Test
  void withoutASecretNothingIsTaken() {
    try (SlackAdapter deaf = SlackTestApp.adapter(slack, Map.of(), clock)) {
      deaf.listen(listener);
      assertEquals(404, deaf.receive(signed(FORM, press(), NOW)).status());
      assertFalse(deaf.inboundOpen());
    }
  }
}
