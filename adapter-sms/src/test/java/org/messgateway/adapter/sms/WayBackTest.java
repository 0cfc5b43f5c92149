package org.messgateway.adapter.sms;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static com.github.tomakehurst.wiremock.client.WireMock.any;
import static com.github.tomakehurst.wiremock.client.WireMock.anyUrl;
import static com.github.tomakehurst.wiremock.client.WireMock.get;
import static com.github.tomakehurst.wiremock.client.WireMock.okJson;
import static com.github.tomakehurst.wiremock.client.WireMock.post;
import static com.github.tomakehurst.wiremock.client.WireMock.urlPathEqualTo;
import static com.github.tomakehurst.wiremock.client.WireMock.urlPathMatching;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URLDecoder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.messgateway.api.AdapterServices;
import org.messgateway.api.Address;
import org.messgateway.api.Correctable.Standing;
import org.messgateway.api.Deed;
import org.messgateway.api.Heard;
import org.messgateway.api.Inbound.Response;
import org.messgateway.api.Outcome.Rejected;
import org.messgateway.api.Receipt;
import org.messgateway.api.Said;
import org.messgateway.api.SentFile;
import org.messgateway.testkit.Answer;
import org.messgateway.testkit.DescribedSettings;
import org.messgateway.testkit.HttpService;
import org.messgateway.testkit.ManualClock;
import org.messgateway.testkit.Patience;
import org.messgateway.testkit.RecordingEar;
import org.messgateway.testkit.SeenRequest;
import org.messgateway.testkit.TestNotifications;

class WayBackTest {

  private static final String ACCOUNT = "AC0123456789abcdef0123456789abcdef";
  private static final String MESSAGES = "/2010-04-01/Accounts/" + ACCOUNT + "/Messages";
  private static final String NOTHING = "<Response/>";
  private static final Duration SOON = Duration.ofSeconds(10);

  private final HttpService twilio = HttpService.start();
  private final ManualClock clock = ManualClock.at(TestNotifications.NOW);
  private final RecordingEar ear = new RecordingEar();
  private final List<SmsAdapter> adapters = new ArrayList<>();

  private SmsAdapter listening(@Nullable String callbackUrl, String... settings) {
    Map<String, Object> values = new HashMap<>();
    values.put("account_sid", ACCOUNT);
    values.put("base_url", twilio.baseUrl().toString());
    values.put("auth_token", Calls.TOKEN);
    values.put("from", "+14155550100");
    for (int i = 0; i < settings.length; i += 2) {
      values.put(settings[i], settings[i + 1]);
    }
    values.values().removeIf(value -> value.equals(""));
    SmsProvider provider = new SmsProvider();
    SmsAdapter adapter =
        (SmsAdapter)
            provider.create(
                DescribedSettings.of(provider.describe().settings(), values),
                new AdapterServices(
                    "sms",
                    clock,
                    Duration.ofSeconds(10),
                    callbackUrl == null ? null : URI.create(callbackUrl)));
    adapters.add(adapter);
    adapter.listen(ear);
    return adapter;
  }

  private SmsAdapter called() {
    return listening(Calls.URL, "inbound", "callback");
  }

  @AfterEach
  void end() {
    adapters.forEach(SmsAdapter::close);
    twilio.close();
  }

  private static String text(Response response) {
    assertEquals(200, response.status());
    assertEquals("text/xml", response.mediaType());
    return new String(response.body(), UTF_8).replaceFirst("<\\?xml[^>]*>", "");
  }

  private static Deed.Wrote wrote(Said said) {
    return assertInstanceOf(Deed.Wrote.class, said.deed());
  }

  private void sends() {
    twilio
        .wireMock()
        .stubFor(
            post(urlPathEqualTo(MESSAGES + ".json"))
                .willReturn(okJson("{\"sid\":\"SM1\"}").withStatus(201)));
  }

  private void lists(String... messages) {
    twilio
        .wireMock()
        .stubFor(
            get(urlPathEqualTo(MESSAGES + ".json"))
                .willReturn(
                    okJson("{\"messages\":[" + String.join(",", messages) + "],\"page\":0}")));
  }

  private static String listed(String sid, String direction, String body, int media) {
    return """
    {"sid":"%s","direction":"%s","from":"+14155550123","to":"+14155550100","body":"%s",\
    "num_media":"%d","status":"received","date_created":"Fri, 20 Nov 2026 11:59:00 +0000"}\
    """
        .formatted(sid, direction, body, media);
  }

  private List<String> posted() {
    return twilio.requests().stream()
        .filter(request -> request.method().equals("POST"))
        .map(SeenRequest::text)
        .map(form -> URLDecoder.decode(form, UTF_8))
        .toList();
  }

  // Brought by Twilio.

  @Test
  void aMessageIsHeardWithinTheCallAndAnsweredInIt() {
    ear.answers(_ -> Heard.taken("You have it: \"a < b & c\""));
    String answer = text(called().receive(Calls.message("SM10", " done found 2 onions ")));
    assertEquals(
        "<Response><Message>You have it: \"a &lt; b &amp; c\"</Message></Response>", answer);
    Said said = ear.next();
    assertEquals("SM10", said.id());
    assertEquals(Calls.NUMBER, said.person());
    assertEquals(Calls.NUMBER, said.address());
    assertEquals(null, said.receipt());
    assertEquals("done found 2 onions", wrote(said).text());
    assertEquals(List.of(), ear.kept());
  }

  @Test
  void whereNothingIsToBeSaidNothingIsSent() {
    ear.answers(_ -> Heard.SILENTLY);
    assertEquals(NOTHING, text(called().receive(Calls.message("SM10", "1"))));
  }

  @Test
  void aCallThatTwilioDidNotSignIsToldNothingAndNotHeard() {
    Response response = called().receive(Calls.forged("MessageSid", "SM10", "From", "+1415"));
    assertEquals(401, response.status());
    assertEquals(0, response.body().length);
    assertEquals(List.of(), ear.rest());
  }

  @Test
  void withoutAuthTokenNoCallIsGenuineAndNoneIsAskedFor() {
    SmsAdapter keyOnly =
        listening(
            Calls.URL,
            "inbound",
            "callback",
            "auth_token",
            "",
            "api_key_sid",
            "SK0123456789abcdef0123456789abcdef",
            "api_key_secret",
            "k");
    assertEquals(401, keyOnly.receive(Calls.message("SM10", "1")).status());
    assertFalse(keyOnly.wayBackOpen());
    sends();
    keyOnly.deliver(TestNotifications.to(Address.configured(Calls.NUMBER)).make());
    assertFalse(posted().getFirst().contains("StatusCallback"), posted().getFirst());
  }

  @Test
  void aMessageThatComesAgainIsHeardOnceAndAnsweredTheSame() {
    SmsAdapter adapter = called();
    String first = text(adapter.receive(Calls.message("SM10", "1")));
    assertEquals(first, text(adapter.receive(Calls.message("SM10", "1"))));
    ear.next();
    assertEquals(List.of(), ear.rest());
  }

  @Test
  void aFullDiskIsAskedAgainAndOnlyOnceHeard() {
    SmsAdapter adapter = called();
    ear.fails(true);
    assertEquals(503, adapter.receive(Calls.message("SM10", "1")).status());
    ear.fails(false);
    assertEquals(200, adapter.receive(Calls.message("SM10", "1")).status());
    assertEquals("SM10", ear.next().id());
  }

  @Test
  void aPictureIsKeptFirstFetchedWithTheCredentialAndAnsweredByAMessage() throws IOException {
    sends();
    String path = MESSAGES + "/SM10/Media/ME1";
    twilio
        .wireMock()
        .stubFor(
            get(urlPathEqualTo(path))
                .willReturn(aResponse().withStatus(307).withHeader("Location", "/cdn/1.jpg")));
    twilio
        .wireMock()
        .stubFor(get(urlPathEqualTo("/cdn/1.jpg")).willReturn(aResponse().withBody("onions")));
    String answer =
        text(
            called()
                .receive(
                    Calls.signed(
                        "MessageSid", "SM10",
                        "From", Calls.NUMBER,
                        "Body", "",
                        "NumMedia", "2",
                        "MediaUrl0", "https://api.twilio.com" + path,
                        "MediaContentType0", "image/jpeg",
                        "MediaUrl1", "https://api.twilio.com" + path + "s",
                        "MediaContentType1", "application/smil")));
    assertEquals(NOTHING, answer);
    List<SentFile> files = wrote(ear.next()).files();
    assertEquals(1, files.size(), "stage directions are no file");
    try (InputStream content = files.getFirst().open()) {
      assertEquals("onions", new String(content.readAllBytes(), UTF_8));
    }
    Patience.until(() -> posted().size() == 1, SOON, () -> "answers: " + posted());
    assertTrue(posted().getFirst().contains("Body=Got it."), posted().getFirst());
    assertTrue(request(path).header("authorization").orElse("").startsWith("Basic "));
    assertTrue(request("/cdn/1.jpg").header("authorization").isEmpty(), "not for the next host");
    assertEquals(List.of(), ear.kept());
  }

  private SeenRequest request(String path) {
    return twilio.requests().stream()
        .filter(request -> request.path().equals(path))
        .findFirst()
        .orElseThrow();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://127.0.0.1:1/x",
        "https://127.0.0.1/x",
        "https://169.254.169.254/x",
        "file:///etc"
      })
  void aFileLeadsToNoPrivateAddress(String location) throws IOException {
    twilio
        .wireMock()
        .stubFor(
            any(anyUrl()).willReturn(aResponse().withStatus(302).withHeader("Location", location)));
    try (MediaClient client = new MediaClient(settings())) {
      URI address = URI.create(twilio.baseUrl() + "/x");
      assertThrows(IOException.class, () -> client.open(address));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "https://evil.example.com/x",
        "https://twilio.com.evil.example/x",
        "http://api.twilio.com.evil.example/x",
        "http://media.twilio.com/x",
        "nonsense"
      })
  void theCredentialGoesToTwilioOnly(String address) {
    try (MediaClient client = new MediaClient(settings())) {
      IOException refused = assertThrows(IOException.class, () -> client.open(URI.create(address)));
      assertFalse(String.valueOf(refused.getMessage()).contains("evil"), "no address in errors");
      assertEquals(List.of(), twilio.requests());
    }
  }

  private SmsSettings settings() {
    return new SmsSettings(
        ACCOUNT,
        ACCOUNT,
        org.messgateway.api.Secret.of(Calls.TOKEN),
        null,
        "+14155550100",
        false,
        SmsSettings.Inlet.OFF,
        twilio.baseUrl());
  }

  // The carrier's words.

  @ParameterizedTest
  @CsvSource({
    "STOP, '', true",
    "' stop ', '', true",
    "Unsubscribe, '', true",
    "cancel, '', true",
    "no more, STOP, true",
    "START, '', false",
    "unstop, '', false",
    "wieder, START, false",
  })
  void optingOutAndInIsHeardAndNotAnswered(String body, String type, boolean out) {
    String answer =
        text(
            called()
                .receive(
                    Calls.signed(
                        "MessageSid",
                        "SM10",
                        "From",
                        Calls.NUMBER,
                        "Body",
                        body,
                        "OptOutType",
                        type)));
    assertEquals(NOTHING, answer);
    assertEquals(new Deed.OptedOut(out), ear.next().deed());
  }

  @ParameterizedTest
  @CsvSource({"HELP, ''", "info, ''", "wer da, HELP"})
  void aCallForHelpIsTheCarriers(String body, String type) {
    SmsAdapter adapter = called();
    String answer =
        text(
            adapter.receive(
                Calls.signed(
                    "MessageSid", "SM10", "From", Calls.NUMBER, "Body", body, "OptOutType", type)));
    assertEquals(NOTHING, answer);
    assertEquals(List.of(), ear.rest());
  }

  @Test
  void yesIsAnAnswerAndOpensTheWayAgain() {
    called().receive(Calls.message("SM10", "Yes"));
    assertEquals(new Deed.OptedOut(false), ear.next().deed());
    assertEquals("Yes", wrote(ear.next()).text());
  }

  @ParameterizedTest
  @ValueSource(strings = {"stop by at six", "1", "end of the shelf is empty"})
  void aSentenceWithSuchAWordIsAnAnswer(String body) {
    called().receive(Calls.message("SM10", body));
    assertEquals(body, wrote(ear.next()).text());
  }

  @Test
  void twiliosRefusalToSendMarksTheOptOut() {
    SmsAdapter adapter = called();
    twilio.answers(Answer.json(400, "{\"code\":21610,\"status\":400}"));
    assertInstanceOf(
        Rejected.class,
        adapter.deliver(TestNotifications.to(Address.configured(Calls.NUMBER)).make()));
    Said said = ear.next();
    assertEquals(Calls.NUMBER, said.address());
    assertEquals(new Deed.OptedOut(true), said.deed());
  }

  // Machines that answer every message.

  @Test
  void aMachineThatSaysTheSameAgainAndAgainIsNotAnswered() {
    SmsAdapter adapter = called();
    String busy = "I am driving.";
    assertFalse(text(adapter.receive(Calls.message("SM11", busy))).equals(NOTHING));
    assertFalse(text(adapter.receive(Calls.message("SM12", busy))).equals(NOTHING));
    assertEquals(NOTHING, text(adapter.receive(Calls.message("SM13", busy))));
    clock.advance(Duration.ofMinutes(2));
    assertFalse(text(adapter.receive(Calls.message("SM14", busy))).equals(NOTHING));
  }

  @Test
  void noNumberGetsMoreThanFifteenAnswersInHalfAMinute() {
    SmsAdapter adapter = called();
    long answered = 0;
    for (int i = 0; i < 40; i++) {
      String answer = text(adapter.receive(Calls.message("SM2" + i, "text " + i)));
      answered += answer.equals(NOTHING) ? 0 : 1;
    }
    assertEquals(15, answered);
    assertEquals(40, ear.rest().size(), "all are heard");
  }

  // What became of ours.

  @Test
  void statusesThatComeInAnyOrderNeverGoBack() {
    SmsAdapter adapter = called();
    for (String status : List.of("sent", "delivered", "queued", "sent", "undelivered")) {
      assertEquals(204, adapter.receive(Calls.status("SM7", status, "")).status());
    }
    Said said = ear.next();
    assertEquals(new Deed.Standing(new Standing.Confirmed()), said.deed());
    assertEquals(Receipt.of("sid", "SM7"), said.receipt());
    assertEquals(List.of(), ear.rest());
  }

  @Test
  void aFailureIsToldWithItsReason() {
    called().receive(Calls.status("SM7", "undelivered", "30004"));
    Deed.Standing standing = assertInstanceOf(Deed.Standing.class, ear.next().deed());
    Standing.Failed failed = assertInstanceOf(Standing.Failed.class, standing.standing());
    assertEquals(org.messgateway.api.FailureReason.RECIPIENT_REFUSES, failed.reason());
  }

  @Test
  void whereTwilioCanCallItIsAskedToTellWhatBecomesOfAMessage() {
    sends();
    called().deliver(TestNotifications.to(Address.configured(Calls.NUMBER)).make());
    assertTrue(posted().getFirst().contains("StatusCallback=" + Calls.URL), posted().getFirst());
  }

  // Without a public address.

  @Test
  void withoutAPublicAddressMessagesAreFoundHeardAndAnswered() {
    sends();
    lists(listed("SM9", "outbound-api", "x", 0), listed("SM10", "inbound", "1", 0));
    SmsAdapter adapter = listening(null);
    Said said = ear.next();
    assertEquals("SM10", said.id());
    assertEquals("1", wrote(said).text());
    Patience.until(() -> posted().size() == 1, SOON, () -> "answers: " + posted());
    assertTrue(posted().getFirst().contains("To=" + Calls.NUMBER), posted().getFirst());
    assertTrue(adapter.wayBackOpen());
    clock.advance(Duration.ofMinutes(30));
    assertFalse(adapter.wayBackOpen(), "nothing was found out for half an hour");
    String query =
        URLDecoder.decode(
            twilio.requests().stream()
                .filter(request -> request.method().equals("GET"))
                .findFirst()
                .orElseThrow()
                .target(),
            UTF_8);
    assertTrue(query.contains("To=+14155550100"), query);
    assertTrue(query.contains("2026-11-20T06:00:00"), query);
  }

  @Test
  void whereAnotherGatewayAsksTwilioThisOneDoesNotAndTakesItsPlaceFromWhereverItWas() {
    sends();
    lists(listed("SM10", "inbound", "1", 0));
    ear.mayAsk(false);
    SmsAdapter adapter = listening(null);
    Patience.until(adapter::wayBackOpen, SOON, () -> "the other's way back is ours");
    assertEquals(List.of(), twilio.requests());

    ear.mayAsk(true);
    assertEquals("SM10", ear.next().id());
  }

  @Test
  void afterACrashWhatIsListedAgainIsHeardAndAnsweredOnce() {
    sends();
    lists(listed("SM10", "inbound", "1", 0));
    listening(null);
    ear.next();
    Patience.until(() -> posted().size() == 1, SOON, () -> "answers: " + posted());
    SmsAdapter next = listening(null);
    Patience.until(next::wayBackOpen, SOON, () -> "Twilio is asked again");
    assertEquals(List.of(), ear.rest());
    assertEquals(List.of(), ear.kept());
    assertEquals(1, posted().size());
  }

  @Test
  void whatWasKeptBeforeACrashIsWorkedThrough() {
    lists();
    ear.keptBefore(
        "SM10",
        Calls.form("MessageSid", "SM10", "From", Calls.NUMBER, "Body", "done", "NumMedia", "0")
            .bytes());
    sends();
    listening(null);
    assertEquals("done", wrote(ear.next()).text());
    Patience.until(() -> ear.kept().isEmpty(), SOON, () -> "done");
  }

  @Test
  void whatADeadProcessKeptIsWorkedThroughByThisOne() {
    lists();
    sends();
    SmsAdapter adapter = listening(null);
    ear.keptBefore(
        "SM11",
        Calls.form("MessageSid", "SM11", "From", Calls.NUMBER, "Body", "done", "NumMedia", "0")
            .bytes());
    adapter.takeOver(ear.kept());
    assertEquals("done", wrote(ear.next()).text());
    Patience.until(() -> ear.kept().isEmpty(), SOON, () -> "done");
  }

  @Test
  void filesOfAMessageThatWasFoundAreAskedFor() throws IOException {
    sends();
    lists(listed("SM10", "inbound", "", 1));
    twilio
        .wireMock()
        .stubFor(
            get(urlPathEqualTo(MESSAGES + "/SM10/Media.json"))
                .willReturn(
                    okJson("{\"media_list\":[{\"sid\":\"ME1\",\"content_type\":\"audio/amr\"}]}")));
    twilio
        .wireMock()
        .stubFor(get(urlPathMatching(".*/ME1")).willReturn(aResponse().withBody("hello")));
    listening(null);
    SentFile file = wrote(ear.next()).files().getFirst();
    assertEquals("audio/amr", file.mime());
    try (InputStream content = file.open()) {
      assertEquals("hello", new String(content.readAllBytes(), UTF_8));
    }
  }

  @Test
  void anOldMessageThatDidNotCountIsNotAnswered() {
    clock.advance(Duration.ofHours(1));
    sends();
    lists(listed("SM10", "inbound", "hello?", 0));
    ear.answers(_ -> Heard.refused("Nothing is open."));
    listening(null);
    ear.next();
    Patience.until(() -> ear.kept().isEmpty(), SOON, () -> "done");
    assertEquals(List.of(), posted());
  }

  @Test
  void theWayBackIsOpenOnlyWhereAReplyWouldReachUs() {
    twilio.answers(Answer.text(503, "no"));
    assertTrue(called().wayBackOpen());
    assertFalse(listening(null, "inbound", "callback").wayBackOpen());
    assertFalse(listening(Calls.URL, "inbound", "off").wayBackOpen());
    assertFalse(listening(Calls.URL, "inbound", "callback", "from", "Miller").wayBackOpen());
    assertFalse(listening(null, "inbound", "poll").wayBackOpen());
    ear.callable(false);
    assertFalse(called().wayBackOpen());
  }
}
