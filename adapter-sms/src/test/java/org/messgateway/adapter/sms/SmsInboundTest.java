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
import org.messgateway.api.Inbound.CallbackRequest;
import org.messgateway.api.Inbound.CallbackResponse;
import org.messgateway.api.InboundAction;
import org.messgateway.api.InboundEvent;
import org.messgateway.api.InboundFile;
import org.messgateway.api.InboundReply;
import org.messgateway.api.Outcome.Rejected;
import org.messgateway.api.Receipt;
import org.messgateway.api.ReceiptStatusLookup.ReceiptStatus;
import org.messgateway.testkit.CannedResponse;
import org.messgateway.testkit.DescribedSettings;
import org.messgateway.testkit.HttpSimulator;
import org.messgateway.testkit.ManualClock;
import org.messgateway.testkit.RecordedRequest;
import org.messgateway.testkit.RecordingListener;
import org.messgateway.testkit.TestNotifications;
import org.messgateway.testkit.WaitFor;
import org.messgateway.testkit.simulator.VendorSignatures;

class SmsInboundTest {

  private static final String ACCOUNT = "AC0123456789abcdef0123456789abcdef";
  private static final String MESSAGES = "/2010-04-01/Accounts/" + ACCOUNT + "/Messages";
  private static final String NOTHING = "<Response/>";
  private static final Duration SOON = Duration.ofSeconds(10);

  private final HttpSimulator twilio = HttpSimulator.start();
  private final ManualClock clock = ManualClock.at(TestNotifications.NOW);
  private final RecordingListener listener = new RecordingListener();
  private final List<SmsAdapter> adapters = new ArrayList<>();

  private SmsAdapter listening(@Nullable String callbackUrl, String... settings) {
    Map<String, Object> values = new HashMap<>();
    values.put("account_sid", ACCOUNT);
    values.put("base_url", twilio.baseUrl().toString());
    values.put("auth_token", SignedCallbacks.TOKEN);
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
    adapter.listen(listener);
    return adapter;
  }

  private SmsAdapter called() {
    return listening(SignedCallbacks.URL, "inbound", "callback");
  }

  @AfterEach
  void end() {
    adapters.forEach(SmsAdapter::close);
    twilio.close();
  }

  private static String sid(int number) {
    return "SM%032x".formatted(number);
  }

  private static String text(CallbackResponse response) {
    assertEquals(200, response.status());
    assertEquals("text/xml", response.mediaType());
    return new String(response.body(), UTF_8).replaceFirst("<\\?xml[^>]*>", "");
  }

  private static InboundAction.ChatMessage wrote(InboundEvent event) {
    return assertInstanceOf(InboundAction.ChatMessage.class, event.action());
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
        .map(RecordedRequest::text)
        .map(form -> URLDecoder.decode(form, UTF_8))
        .toList();
  }

  // Brought by Twilio.

  @Test
  void aMessageIsHeardWithinTheCallAndAnsweredInIt() {
    listener.replyWith(_ -> InboundReply.accepted("You have it: \"a < b & c\""));
    String answer =
        text(called().receive(SignedCallbacks.message(sid(10), " done found 2 onions ")));
    assertEquals(
        "<Response><Message>You have it: \"a &lt; b &amp; c\"</Message></Response>", answer);
    InboundEvent event = listener.next();
    assertEquals(sid(10), event.id());
    assertEquals(SignedCallbacks.NUMBER, event.person());
    assertEquals(SignedCallbacks.NUMBER, event.address());
    assertEquals(null, event.receipt());
    assertEquals("done found 2 onions", wrote(event).text());
    assertEquals(List.of(), listener.unfinished());
  }

  @Test
  void whereNothingIsToBeSaidNothingIsSent() {
    listener.replyWith(_ -> InboundReply.ACCEPTED_SILENTLY);
    assertEquals(NOTHING, text(called().receive(SignedCallbacks.message(sid(10), "1"))));
  }

  @Test
  void aCallThatTwilioDidNotSignIsToldNothingAndNotHeard() {
    CallbackResponse response =
        called().receive(SignedCallbacks.forged("MessageSid", sid(10), "From", "+1415"));
    assertEquals(401, response.status());
    assertEquals(0, response.body().length);
    assertEquals(List.of(), listener.remaining());
  }

  @Test
  void withoutAuthTokenNoCallIsGenuineAndNoneIsAskedFor() {
    SmsAdapter keyOnly =
        listening(
            SignedCallbacks.URL,
            "inbound",
            "callback",
            "auth_token",
            "",
            "api_key_sid",
            "SK0123456789abcdef0123456789abcdef",
            "api_key_secret",
            "k");
    assertEquals(401, keyOnly.receive(SignedCallbacks.message(sid(10), "1")).status());
    assertFalse(keyOnly.inboundOpen());
    sends();
    keyOnly.deliver(TestNotifications.to(Address.configured(SignedCallbacks.NUMBER)).make());
    assertFalse(posted().getFirst().contains("StatusCallback"), posted().getFirst());
  }

  @Test
  void aMessageThatComesAgainIsHeardOnceAndAnsweredTheSame() {
    SmsAdapter adapter = called();
    String first = text(adapter.receive(SignedCallbacks.message(sid(10), "1")));
    assertEquals(first, text(adapter.receive(SignedCallbacks.message(sid(10), "1"))));
    listener.next();
    assertEquals(List.of(), listener.remaining());
  }

  /** The fields of one genuine call, and the signature over them. */
  private static CallbackRequest recut(String form) {
    String signature =
        VendorSignatures.twilio(
            SignedCallbacks.TOKEN,
            SignedCallbacks.URL
                + "AccountSid"
                + ACCOUNT
                + "Body1From"
                + SignedCallbacks.NUMBER
                + "FromCityOAKMessageSid"
                + sid(10)
                + "NumMedia0NumSegments1SmsMessageSid"
                + sid(10)
                + "SmsSid"
                + sid(10)
                + "To+14155550100");
    return new CallbackRequest(
        "POST",
        URI.create(SignedCallbacks.URL),
        Map.of("x-twilio-signature", List.of(signature)),
        form.formatted(ACCOUNT, sid(10)).replace("+", "%2B").getBytes(UTF_8));
  }

  private static final String GENUINE =
      "AccountSid=%1$s&Body=1&From=+14155550123&FromCity=OAK&MessageSid=%2$s&NumMedia=0"
          + "&NumSegments=1&SmsMessageSid=%2$s&SmsSid=%2$s&To=+14155550100";

  @Test
  void theGenuineCutOfACallIsHeard() {
    assertEquals(200, called().receive(recut(GENUINE)).status());
    assertEquals(sid(10), listener.next().id());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        // The id grows by what follows it.
        "AccountSid=%1$s&Body=1&From=+14155550123&FromCity=OAK&MessageSid=%2$sNumMedia0"
            + "&NumSegments=1&SmsMessageSid=%2$s&SmsSid=%2$s&To=+14155550100",
        // The sender grows.
        "AccountSid=%1$s&Body=1&From=+14155550123FromCityOAK&MessageSid=%2$s&NumMedia=0"
            + "&NumSegments=1&SmsMessageSid=%2$s&SmsSid=%2$s&To=+14155550100",
        // The account takes the text.
        "AccountSid=%1$sBody1&From=+14155550123&FromCity=OAK&MessageSid=%2$s&NumMedia=0"
            + "&NumSegments=1&SmsMessageSid=%2$s&SmsSid=%2$s&To=+14155550100",
        // All in one name.
        "AccountSid=%1$s&Body=1&From=+14155550123&FromCity=OAK&MessageSid=%2$s"
            + "&NumMedia0NumSegments1SmsMessageSid%2$sSmsSid%2$sTo+14155550100=",
      })
  void theSameSignatureOverAnotherCutOfTheCallIsNoOtherCall(String form) {
    assertEquals(400, called().receive(recut(form)).status());
    assertEquals(List.of(), listener.remaining());
  }

  @Test
  void aTextThatSpellsFieldsOfItsOwnMakesNoOtherMessageOfIt() {
    String body = "1From+14155550199MessageSid" + sid(11);
    SmsAdapter adapter = called();
    assertEquals(400, adapter.receive(SignedCallbacks.message(sid(10), body)).status());
    assertEquals(List.of(), listener.remaining());
  }

  @Test
  void aRepeatedFieldIsNoMessageOfTwilios() {
    String joined = "Body1Body2From+1415MessageSid" + sid(10);
    String form = "Body=2&Body=1&From=%2B1415&MessageSid=" + sid(10);
    CallbackRequest call =
        new CallbackRequest(
            "POST",
            URI.create(SignedCallbacks.URL),
            Map.of(
                "x-twilio-signature",
                List.of(
                    VendorSignatures.twilio(SignedCallbacks.TOKEN, SignedCallbacks.URL + joined))),
            form.getBytes(UTF_8));
    assertEquals(400, called().receive(call).status());
    assertEquals(List.of(), listener.remaining());
  }

  @Test
  void aFullDiskIsAskedAgainAndOnlyOnceHeard() {
    SmsAdapter adapter = called();
    listener.failing(true);
    assertEquals(503, adapter.receive(SignedCallbacks.message(sid(10), "1")).status());
    listener.failing(false);
    assertEquals(200, adapter.receive(SignedCallbacks.message(sid(10), "1")).status());
    assertEquals(sid(10), listener.next().id());
  }

  @Test
  void aPictureIsKeptFirstFetchedWithTheCredentialAndAnsweredByAMessage() throws IOException {
    sends();
    String path = MESSAGES + "/" + sid(10) + "/Media/ME1";
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
                    SignedCallbacks.signed(
                        "MessageSid",
                        sid(10),
                        "From",
                        SignedCallbacks.NUMBER,
                        "Body",
                        "",
                        "NumMedia",
                        "2",
                        "MediaUrl0",
                        "https://api.twilio.com" + path,
                        "MediaContentType0",
                        "image/jpeg",
                        "MediaUrl1",
                        "https://api.twilio.com" + path + "s",
                        "MediaContentType1",
                        "application/smil")));
    assertEquals(NOTHING, answer);
    List<InboundFile> files = wrote(listener.next()).files();
    assertEquals(1, files.size(), "stage directions are no file");
    try (InputStream content = files.getFirst().open()) {
      assertEquals("onions", new String(content.readAllBytes(), UTF_8));
    }
    WaitFor.until(() -> posted().size() == 1, SOON, () -> "answers: " + posted());
    assertTrue(posted().getFirst().contains("Body=Got it."), posted().getFirst());
    assertTrue(request(path).header("authorization").orElse("").startsWith("Basic "));
    assertTrue(request("/cdn/1.jpg").header("authorization").isEmpty(), "not for the next host");
    assertEquals(List.of(), listener.unfinished());
  }

  private RecordedRequest request(String path) {
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
    try (MmsMediaClient client = new MmsMediaClient(settings())) {
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
    try (MmsMediaClient client = new MmsMediaClient(settings())) {
      IOException failure = assertThrows(IOException.class, () -> client.open(URI.create(address)));
      assertFalse(String.valueOf(failure.getMessage()).contains("evil"), "no address in errors");
      assertEquals(List.of(), twilio.requests());
    }
  }

  private SmsSettings settings() {
    return new SmsSettings(
        ACCOUNT,
        ACCOUNT,
        org.messgateway.api.Secret.of(SignedCallbacks.TOKEN),
        null,
        "+14155550100",
        false,
        SmsSettings.InboundMode.OFF,
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
                    SignedCallbacks.signed(
                        "MessageSid",
                        sid(10),
                        "From",
                        SignedCallbacks.NUMBER,
                        "Body",
                        body,
                        "OptOutType",
                        type)));
    assertEquals(NOTHING, answer);
    assertEquals(new InboundAction.OptOutChange(out), listener.next().action());
  }

  @ParameterizedTest
  @CsvSource({"HELP, ''", "info, ''", "wer da, HELP"})
  void aCallForHelpIsTheCarriers(String body, String type) {
    SmsAdapter adapter = called();
    String answer =
        text(
            adapter.receive(
                SignedCallbacks.signed(
                    "MessageSid",
                    sid(10),
                    "From",
                    SignedCallbacks.NUMBER,
                    "Body",
                    body,
                    "OptOutType",
                    type)));
    assertEquals(NOTHING, answer);
    assertEquals(List.of(), listener.remaining());
  }

  @Test
  void yesIsAnAnswerAndOpensTheWayAgain() {
    called().receive(SignedCallbacks.message(sid(10), "Yes"));
    assertEquals(new InboundAction.OptOutChange(false), listener.next().action());
    assertEquals("Yes", wrote(listener.next()).text());
  }

  @ParameterizedTest
  @ValueSource(strings = {"stop by at six", "1", "end of the shelf is empty"})
  void aSentenceWithSuchAWordIsAnAnswer(String body) {
    called().receive(SignedCallbacks.message(sid(10), body));
    assertEquals(body, wrote(listener.next()).text());
  }

  @Test
  void twiliosRefusalToSendMarksTheOptOut() {
    SmsAdapter adapter = called();
    twilio.answers(CannedResponse.json(400, "{\"code\":21610,\"status\":400}"));
    assertInstanceOf(
        Rejected.class,
        adapter.deliver(TestNotifications.to(Address.configured(SignedCallbacks.NUMBER)).make()));
    InboundEvent event = listener.next();
    assertEquals(SignedCallbacks.NUMBER, event.address());
    assertEquals(new InboundAction.OptOutChange(true), event.action());
  }

  // Machines that answer every message.

  @Test
  void aMachineThatSaysTheSameAgainAndAgainIsNotAnswered() {
    SmsAdapter adapter = called();
    String busy = "I am driving.";
    assertFalse(text(adapter.receive(SignedCallbacks.message(sid(11), busy))).equals(NOTHING));
    assertFalse(text(adapter.receive(SignedCallbacks.message(sid(12), busy))).equals(NOTHING));
    assertEquals(NOTHING, text(adapter.receive(SignedCallbacks.message(sid(13), busy))));
    clock.advance(Duration.ofMinutes(2));
    assertFalse(text(adapter.receive(SignedCallbacks.message(sid(14), busy))).equals(NOTHING));
  }

  @Test
  void noNumberGetsMoreThanFifteenAnswersInHalfAMinute() {
    SmsAdapter adapter = called();
    long answered = 0;
    for (int i = 0; i < 40; i++) {
      String answer = text(adapter.receive(SignedCallbacks.message(sid(200 + i), "text " + i)));
      answered += answer.equals(NOTHING) ? 0 : 1;
    }
    assertEquals(15, answered);
    assertEquals(40, listener.remaining().size(), "all are heard");
  }

  // What became of ours.

  @Test
  void statusesThatComeInAnyOrderNeverGoBack() {
    SmsAdapter adapter = called();
    for (String status : List.of("sent", "delivered", "queued", "sent", "undelivered")) {
      assertEquals(204, adapter.receive(SignedCallbacks.status(sid(7), status, "")).status());
    }
    InboundEvent event = listener.next();
    assertEquals(new InboundAction.ReceiptUpdate(new ReceiptStatus.Arrived()), event.action());
    assertEquals(Receipt.of("sid", sid(7)), event.receipt());
    assertEquals(List.of(), listener.remaining());
  }

  @Test
  void aFailureIsToldWithItsReason() {
    called().receive(SignedCallbacks.status(sid(7), "undelivered", "30004"));
    InboundAction.ReceiptUpdate receiptUpdate =
        assertInstanceOf(InboundAction.ReceiptUpdate.class, listener.next().action());
    ReceiptStatus.NotArrived notArrived =
        assertInstanceOf(ReceiptStatus.NotArrived.class, receiptUpdate.status());
    assertEquals(org.messgateway.api.FailureReason.RECIPIENT_REFUSES, notArrived.reason());
  }

  @ParameterizedTest
  @ValueSource(strings = {"MYHOME", "My Home+1", "a&B_c-d 9", "24680", "whatsapp:+14155550100"})
  void aFailureIsToldWhateverTheSenderIs(String from) {
    SmsAdapter adapter = listening(SignedCallbacks.URL, "inbound", "callback", "from", "MYHOME");
    CallbackRequest call = SignedCallbacks.status(sid(7), from, "undelivered", "30004");
    assertEquals(204, adapter.receive(call).status());
    assertEquals(Receipt.of("sid", sid(7)), listener.next().receipt());
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "TWELVE CHARS", "My.Home", "+1415\n", "whatsapp:MYHOME"})
  void aStatusOfASenderThatNobodyCanHaveIsNone(String from) {
    CallbackRequest call = SignedCallbacks.status(sid(7), from, "undelivered", "30004");
    assertEquals(400, called().receive(call).status());
    assertEquals(List.of(), listener.remaining());
  }

  @Test
  void aMessageFromANameIsNobodys() {
    CallbackRequest call =
        SignedCallbacks.signed(
            "MessageSid", sid(10), "From", "MYHOME", "Body", "1", "NumMedia", "0");
    assertEquals(400, called().receive(call).status());
    assertEquals(List.of(), listener.remaining());
  }

  @Test
  void whereTwilioCanCallItIsAskedToTellWhatBecomesOfAMessage() {
    sends();
    called().deliver(TestNotifications.to(Address.configured(SignedCallbacks.NUMBER)).make());
    assertTrue(
        posted().getFirst().contains("StatusCallback=" + SignedCallbacks.URL), posted().getFirst());
  }

  // Without a public address.

  @Test
  void withoutAPublicAddressMessagesAreFoundHeardAndAnswered() {
    sends();
    lists(listed(sid(9), "outbound-api", "x", 0), listed(sid(10), "inbound", "1", 0));
    SmsAdapter adapter = listening(null);
    InboundEvent event = listener.next();
    assertEquals(sid(10), event.id());
    assertEquals("1", wrote(event).text());
    WaitFor.until(() -> posted().size() == 1, SOON, () -> "answers: " + posted());
    assertTrue(posted().getFirst().contains("To=" + SignedCallbacks.NUMBER), posted().getFirst());
    assertTrue(adapter.inboundOpen());
    clock.advance(Duration.ofMinutes(30));
    assertFalse(adapter.inboundOpen(), "nothing was found out for half an hour");
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
  void theFirstTextsOfAStartTellHowToReplyForTwilioKeepsWhatIsSent() {
    lists();
    assertTrue(listening(null).inboundOpen(), "whether or not Twilio has answered yet");
  }

  @Test
  void whereAnotherGatewayAsksTwilioThisOneDoesNotAndTakesItsPlaceFromWhereverItWas() {
    sends();
    lists(listed(sid(10), "inbound", "1", 0));
    listener.mayPoll(false);
    SmsAdapter adapter = listening(null);
    WaitFor.until(adapter::inboundOpen, SOON, () -> "the other's way back is ours");
    assertEquals(List.of(), twilio.requests());

    listener.mayPoll(true);
    assertEquals(sid(10), listener.next().id());
  }

  @Test
  void afterACrashWhatIsListedAgainIsHeardAndAnsweredOnce() {
    sends();
    lists(listed(sid(10), "inbound", "1", 0));
    listening(null);
    listener.next();
    WaitFor.until(() -> posted().size() == 1, SOON, () -> "answers: " + posted());
    SmsAdapter next = listening(null);
    WaitFor.until(next::inboundOpen, SOON, () -> "Twilio is asked again");
    assertEquals(List.of(), listener.remaining());
    assertEquals(List.of(), listener.unfinished());
    assertEquals(1, posted().size());
  }

  @Test
  void whatWasKeptBeforeACrashIsWorkedThrough() {
    lists();
    listener.storedBefore(
        sid(10),
        SignedCallbacks.form(
                "MessageSid",
                sid(10),
                "From",
                SignedCallbacks.NUMBER,
                "Body",
                "done",
                "NumMedia",
                "0")
            .bytes());
    sends();
    listening(null);
    assertEquals("done", wrote(listener.next()).text());
    WaitFor.until(() -> listener.unfinished().isEmpty(), SOON, () -> "done");
  }

  @Test
  void whatADeadProcessKeptIsWorkedThroughByThisOne() {
    lists();
    sends();
    SmsAdapter adapter = listening(null);
    listener.storedBefore(
        sid(11),
        SignedCallbacks.form(
                "MessageSid",
                sid(11),
                "From",
                SignedCallbacks.NUMBER,
                "Body",
                "done",
                "NumMedia",
                "0")
            .bytes());
    adapter.resume(listener.unfinished());
    assertEquals("done", wrote(listener.next()).text());
    WaitFor.until(() -> listener.unfinished().isEmpty(), SOON, () -> "done");
  }

  @Test
  void filesOfAMessageThatWasFoundAreAskedFor() throws IOException {
    sends();
    lists(listed(sid(10), "inbound", "", 1));
    twilio
        .wireMock()
        .stubFor(
            get(urlPathEqualTo(MESSAGES + "/" + sid(10) + "/Media.json"))
                .willReturn(
                    okJson("{\"media_list\":[{\"sid\":\"ME1\",\"content_type\":\"audio/amr\"}]}")));
    twilio
        .wireMock()
        .stubFor(get(urlPathMatching(".*/ME1")).willReturn(aResponse().withBody("hello")));
    listening(null);
    InboundFile file = wrote(listener.next()).files().getFirst();
    assertEquals("audio/amr", file.mime());
    try (InputStream content = file.open()) {
      assertEquals("hello", new String(content.readAllBytes(), UTF_8));
    }
  }

  @Test
  void anOldMessageThatDidNotCountIsNotAnswered() {
    clock.advance(Duration.ofHours(1));
    sends();
    lists(listed(sid(10), "inbound", "hello?", 0));
    listener.replyWith(_ -> InboundReply.refused("Nothing is open."));
    listening(null);
    listener.next();
    WaitFor.until(() -> listener.unfinished().isEmpty(), SOON, () -> "done");
    assertEquals(List.of(), posted());
  }

  @Test
  void theWayBackIsOpenOnlyWhereAReplyWouldReachUs() {
    twilio.answers(CannedResponse.text(503, "no"));
    assertTrue(called().inboundOpen());
    assertFalse(listening(null, "inbound", "callback").inboundOpen());
    assertFalse(listening(SignedCallbacks.URL, "inbound", "off").inboundOpen());
    assertFalse(
        listening(SignedCallbacks.URL, "inbound", "callback", "from", "Miller").inboundOpen());
    SmsAdapter refused = listening(null, "inbound", "poll");
    WaitFor.until(() -> !refused.inboundOpen(), SOON, () -> "Twilio refuses to be asked");
    listener.callbacksReachable(false);
    assertFalse(called().inboundOpen());
  }
}
