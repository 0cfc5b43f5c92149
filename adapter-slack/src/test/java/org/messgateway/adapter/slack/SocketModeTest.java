package org.messgateway.adapter.slack;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonObject;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.messgateway.api.AdapterServices;
import org.messgateway.api.InboundAction;
import org.messgateway.api.InboundEvent;
import org.messgateway.api.InboundException;
import org.messgateway.api.InboundFile;
import org.messgateway.api.InboundListener;
import org.messgateway.api.InboundReply;
import org.messgateway.api.MessageButton;
import org.messgateway.api.Receipt;
import org.messgateway.api.SelfTest;
import org.messgateway.api.mess.ContentEntry.Media.MediaKind;
import org.messgateway.testkit.CannedResponse;
import org.messgateway.testkit.ManualClock;
import org.messgateway.testkit.RecordingListener;
import org.messgateway.testkit.TestNotifications;
import org.messgateway.testkit.WaitFor;
import org.messgateway.testkit.simulator.FaultScript.Step;
import org.messgateway.testkit.simulator.SlackSimulator;
import org.messgateway.testkit.simulator.VendorCall;
import org.messgateway.testkit.simulator.WebSocketLink;

/** The way back without any public address. */
class SocketModeTest {

  private static final Receipt RECEIPT =
      Receipt.of("channel", "D0999", "ts", SlackPayloads.MESSAGE);

  private final RecordingListener listener = new RecordingListener();
  private SlackSimulator slack;
  private SlackAdapter adapter;

  @BeforeEach
  void create() {
    slack = SlackTestApp.workspace();
    adapter =
        SlackTestApp.adapter(
            slack,
            Map.of("app_token", SlackTestApp.APP_TOKEN),
            ManualClock.at(TestNotifications.NOW));
    listener.callbacksReachable(false);
  }

  @AfterEach
  void end() {
    adapter.close();
    slack.close();
  }

  private WebSocketLink connected() {
    adapter.listen(listener);
    WebSocketLink link = slack.nextLink();
    awaitOpen(true);
    return link;
  }

  private void awaitOpen(boolean open) {
    WaitFor.until(
        () -> adapter.inboundOpen() == open,
        Duration.ofSeconds(10),
        () -> "the way back is not " + (open ? "open" : "closed"));
  }

  private VendorCall asked(String operation) {
    VendorCall asked = slack.nextCall();
    assertEquals(operation, asked.operation());
    return asked;
  }

  /** From now on calls of this operation get this answer. */
  private void answers(String operation, CannedResponse response) {
    slack.faults().always(operation, new Step.Respond(response));
  }

  private void answers(String operation, String json) {
    answers(operation, CannedResponse.json(200, json));
  }

  /** A file of the workspace, as Slack describes it in events. */
  private JsonObject uploaded(String name, String mime, String content) {
    String id = slack.upload(name, mime, content.getBytes(UTF_8));
    return SlackPayloads.file(name, mime, slack.fileUrl(id));
  }

  @Test
  void theWayBackIsOpenOnceSlackSaidHello() {
    assertFalse(adapter.inboundOpen(), "nobody listens yet");
    slack.sendsHello(false);
    adapter.listen(listener);
    WebSocketLink link = slack.nextLink();
    link.send("{\"type\":\"hello\"}");
    assertTrue(adapter.inboundOpen(), "the first message of a start waits for the hello");
  }

  @Test
  void noMessageWaitsForAHelloThatDoesNotCome() {
    slack.sendsHello(false);
    try (SlackAdapter hasty =
        SlackTestApp.adapter(
            slack,
            Map.of("app_token", SlackTestApp.APP_TOKEN),
            new AdapterServices(
                "slack", ManualClock.at(TestNotifications.NOW), Duration.ofMillis(50)))) {
      hasty.listen(listener);
      assertFalse(hasty.inboundOpen());
    }
  }

  @Test
  void aRefusedConnectionIsNotWaitedFor() {
    answers("apps.connections.open", "{\"ok\":false,\"error\":\"not_allowed\"}");
    adapter.listen(listener);
    assertFalse(adapter.inboundOpen());
  }

  @Test
  void aClaimIsHeardAndItsAnswerStandsInTheThreadOfTheConversation() {
    listener.replyWith(_ -> InboundReply.accepted("It is yours <3"));
    connected().send(SlackPayloads.envelope("E1", SlackPayloads.press("claim")));
    assertEquals("E1", slack.nextAcknowledgement());
    InboundEvent event = listener.next();
    assertEquals(
        new InboundEvent(
            event.id(),
            "U04ABCDEF12",
            "teague",
            "D0999",
            true,
            SlackPayloads.DELIVERY,
            RECEIPT,
            new InboundAction.ButtonPress(MessageButton.CLAIM, Map.of(), List.of())),
        event);
    VendorCall answer = asked("chat.postMessage");
    assertEquals("D0999", answer.form().get("channel"));
    assertEquals(SlackPayloads.MESSAGE, answer.form().get("thread_ts"));
    assertEquals("It is yours &lt;3", answer.form().get("text"));
    WaitFor.until(
        () -> listener.unfinished().isEmpty(), Duration.ofSeconds(5), () -> "it is not done");
  }

  @Test
  void inAChannelOnlyWhoPressedIsTold() {
    listener.replyWith(_ -> InboundReply.refused("Ana has it."));
    WebSocketLink link = connected();
    String url = slack.responseUrl("C1", "U2");
    link.send(SlackPayloads.envelope("E1", SlackPayloads.press("claim", "C1", "U2", url)));
    VendorCall answer = asked(SlackSimulator.RESPONSE_URL);
    JsonObject json = SlackPayloads.object(answer.request().text());
    assertEquals("ephemeral", json.get("response_type").getAsString());
    assertFalse(json.get("replace_original").getAsBoolean());
    assertEquals("Ana has it.", json.get("text").getAsString());
    answers(SlackSimulator.RESPONSE_URL, CannedResponse.text(404, "used_url"));
    link.send(SlackPayloads.envelope("E2", SlackPayloads.press("claim", "C1", "U3", url)));
    asked(SlackSimulator.RESPONSE_URL);
    VendorCall ephemeral = asked("chat.postEphemeral");
    assertEquals("U3", ephemeral.form().get("user"));
    assertEquals("C1", ephemeral.form().get("channel"));
  }

  @Test
  void anAnswerIsShownNowhereButAtSlack() {
    String url = "http://127.0.0.1:1/steal";
    connected().send(SlackPayloads.envelope("E1", SlackPayloads.press("claim", "C1", "U2", url)));
    asked("chat.postEphemeral");
  }

  @Test
  void anAnswerOfOneTapIsReportedAsPressedAndNothingIsAsked() {
    connected().send(SlackPayloads.envelope("E1", SlackPayloads.press("answer-yes-0a1b2c3d")));
    InboundEvent event = listener.next();
    assertEquals(SlackPayloads.DELIVERY, event.delivery());
    assertEquals(new InboundAction.AnswerPress("yes-0a1b2c3d"), event.action());
    asked("chat.postMessage");
  }

  @ParameterizedTest
  @ValueSource(strings = {"photo", "text"})
  void aPhotoOrATextIsAskedForAndSentAsDone(String kind) {
    WebSocketLink link = connected();
    link.send(SlackPayloads.envelope("E1", SlackPayloads.press("answer-" + kind)));
    JsonObject view = SlackPayloads.object(asked("views.open").form().getOrDefault("view", ""));
    assertEquals(List.of(), listener.remaining(), "nothing is said before the form is sent");
    JsonObject photo = uploaded("f.jpg", "image/jpeg", "JPEG");
    link.send(
        SlackPayloads.envelope(
            "E2", SlackPayloads.submission(view, Map.of("text", "2 onions"), List.of(photo))));
    InboundAction.ButtonPress press =
        assertInstanceOf(InboundAction.ButtonPress.class, listener.next().action());
    assertEquals(MessageButton.DONE, press.button());
    assertEquals(Map.of("text", "2 onions"), press.fields());
    assertEquals(1, press.files().size());
  }

  @ParameterizedTest
  @ValueSource(strings = {"answer-", "answer-YES", "answer-yes-0a1b2c3d-and-much-more", "answer-<"})
  void whatIsNoAnswerOfOursIsNoPress(String action) {
    WebSocketLink link = connected();
    link.send(SlackPayloads.envelope("E1", SlackPayloads.press(action)));
    assertEquals("E1", slack.nextAcknowledgement());
    assertEquals(List.of(), listener.remaining());
  }

  @Test
  void doneOpensAFormWhoseTextAndPhotoAreTheAnswer() throws IOException {
    WebSocketLink link = connected();
    link.send(SlackPayloads.envelope("E1", SlackPayloads.press("done")));
    VendorCall opened = asked("views.open");
    assertEquals("123.456.abc", opened.form().get("trigger_id"));
    assertEquals(List.of(), listener.remaining(), "nothing is said before the form is sent");
    JsonObject view = SlackPayloads.object(opened.form().getOrDefault("view", ""));
    JsonObject photo = uploaded("f.jpg", "image/jpeg", "JPEG");
    link.send(
        SlackPayloads.envelope(
            "E2",
            SlackPayloads.submission(view, Map.of("text", "2 onions & milk"), List.of(photo))));
    assertEquals("E1", slack.nextAcknowledgement());
    assertEquals("E2", slack.nextAcknowledgement());
    InboundEvent event = listener.next();
    assertEquals(SlackPayloads.DELIVERY, event.delivery());
    assertEquals(RECEIPT, event.receipt());
    InboundAction.ButtonPress press =
        assertInstanceOf(InboundAction.ButtonPress.class, event.action());
    assertEquals(MessageButton.DONE, press.button());
    assertEquals(Map.of("text", "2 onions & milk"), press.fields());
    InboundFile file = press.files().getFirst();
    assertEquals(MediaKind.IMAGE, file.kind());
    assertEquals("f.jpg", file.name());
    assertEquals(4, file.size());
    asked("chat.postMessage");
    try (InputStream content = file.open()) {
      assertArrayEquals("JPEG".getBytes(UTF_8), content.readAllBytes());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"decline", "give_back", "ask"})
  void theOtherButtonsAskForTheirWords(String action) {
    WebSocketLink link = connected();
    link.send(SlackPayloads.envelope("E1", SlackPayloads.press(action)));
    JsonObject view = SlackPayloads.object(asked("views.open").form().getOrDefault("view", ""));
    String field = action.equals("ask") ? "question" : "reason";
    link.send(
        SlackPayloads.envelope(
            "E2", SlackPayloads.submission(view, Map.of(field, "which one"), List.of())));
    InboundAction.ButtonPress press =
        assertInstanceOf(InboundAction.ButtonPress.class, listener.next().action());
    assertEquals(action, press.button().code());
    assertEquals(Map.of(field, "which one"), press.fields());
  }

  @Test
  void aFormThatCameTooLateIsSaidSo() {
    answers("views.open", "{\"ok\":false,\"error\":\"expired_trigger_id\"}");
    connected().send(SlackPayloads.envelope("E1", SlackPayloads.press("done")));
    asked("views.open");
    String text = asked("chat.postMessage").form().getOrDefault("text", "");
    assertTrue(text.contains("press again"), text);
  }

  @Test
  void aThumbsUpInAThreadIsTheCharacterAndNotItsName() {
    String more =
        """
        {"thread_ts":"%s","parent_user_id":"U0BOT","blocks":[{"type":"rich_text","elements":[
          {"type":"rich_text_section","elements":[
            {"type":"emoji","name":"+1","unicode":"1f44d-1f3fc","skin_tone":3}]}]}]}
        """
            .formatted(SlackPayloads.MESSAGE);
    connected()
        .send(
            SlackPayloads.envelope(
                "E1", SlackPayloads.message("Ev1", "D0999", "im", ":+1::skin-tone-3:", more)));
    assertEquals(new InboundAction.ChatMessage("👍🏼", List.of(), null), listener.next().action());
  }

  @Test
  void aPhotoInAThreadIsAnAnswerToThatMessage() throws IOException {
    String more =
        "{\"subtype\":\"file_share\",\"thread_ts\":\"%s\",\"parent_user_id\":\"U0BOT\",\"files\":[%s]}"
            .formatted(SlackPayloads.MESSAGE, uploaded("onions.png", "image/png", "data"));
    connected()
        .send(
            SlackPayloads.envelope(
                "E1",
                SlackPayloads.message(
                    "Ev1", "C7", "channel", "2 left &amp; <https://a.example|a.example>", more)));
    InboundEvent event = listener.next();
    assertEquals("C7", event.address());
    assertEquals(Receipt.of("channel", "C7", "ts", SlackPayloads.MESSAGE), event.receipt());
    assertNull(event.delivery());
    InboundAction.ChatMessage chatMessage =
        assertInstanceOf(InboundAction.ChatMessage.class, event.action());
    assertEquals("2 left & https://a.example", chatMessage.text());
    VendorCall shown = asked("chat.postEphemeral");
    assertEquals(SlackPayloads.MESSAGE, shown.form().get("thread_ts"));
    try (InputStream content = chatMessage.files().getFirst().open()) {
      assertEquals("data", new String(content.readAllBytes(), UTF_8));
    }
  }

  @Test
  void aFileThatLiesElsewhereIsNotFetchedAndTheTokenStays() {
    String more =
        "{\"subtype\":\"file_share\",\"files\":[%s]}"
            .formatted(SlackPayloads.file("x", "image/png", "https://slack.com.evil.example/x"));
    connected()
        .send(SlackPayloads.envelope("E1", SlackPayloads.message("Ev1", "D1", "im", "", more)));
    InboundAction.ChatMessage chatMessage =
        assertInstanceOf(InboundAction.ChatMessage.class, listener.next().action());
    IOException failure =
        assertThrows(IOException.class, () -> chatMessage.files().getFirst().open().close());
    assertTrue(String.valueOf(failure.getMessage()).contains("not Slack's"));
  }

  @Test
  void aFewWordsAloneWithUsAreForTheGateway() {
    WebSocketLink link = connected();
    Map<String, Class<? extends InboundAction>> words =
        Map.of(
            "Pause 2h", InboundAction.PauseRequest.class,
            "resume", InboundAction.ResumeRequest.class,
            "LIST", InboundAction.ListRequest.class,
            "help", InboundAction.Greeting.class,
            "list of what I found", InboundAction.ChatMessage.class);
    words.forEach((text, action) -> {
      link.send(
          SlackPayloads.envelope("E", SlackPayloads.message("Ev" + text, "D1", "im", text, "{}")));
      InboundEvent event = listener.next();
      assertInstanceOf(action, event.action(), text);
      assertNull(event.receipt(), text);
    });
  }

  @Test
  void whatIsNotForUsIsAcknowledgedAndForgotten() {
    WebSocketLink link = connected();
    List<JsonObject> others =
        List.of(
            SlackPayloads.press("respond"),
            SlackPayloads.message("1", "C1", "channel", "lunch?", "{}"),
            SlackPayloads.message(
                "2", "C1", "channel", "yes", "{\"thread_ts\":\"1.1\",\"parent_user_id\":\"U9\"}"),
            SlackPayloads.message("3", "D1", "im", "x", "{\"subtype\":\"message_changed\"}"),
            SlackPayloads.message("4", "D1", "im", "x", "{\"bot_id\":\"B1\"}"),
            SlackPayloads.message("5", "D1", "im", "x", "{\"user\":\"U0BOT\"}"),
            SlackPayloads.object("{\"type\":\"shortcut\"}"));
    for (JsonObject other : others) {
      link.send(SlackPayloads.envelope("E", other));
      assertEquals("E", slack.nextAcknowledgement());
    }
    assertEquals(List.of(), listener.remaining());
    assertEquals(0, slack.callsLeft());
  }

  @Test
  void whatIsToldTwiceIsDoneOnce() {
    WebSocketLink link = connected();
    link.send(SlackPayloads.envelope("E1", SlackPayloads.press("claim")));
    link.send(SlackPayloads.envelope("E2", SlackPayloads.press("claim")));
    assertEquals("E1", slack.nextAcknowledgement());
    assertEquals("E2", slack.nextAcknowledgement());
    listener.next();
    asked("chat.postMessage");
    assertEquals(List.of(), listener.remaining());
    assertEquals(0, slack.callsLeft());
  }

  @Test
  void whatCannotBeKeptIsNotAcknowledgedUntilItCan() {
    WebSocketLink link = connected();
    listener.failing(true);
    link.send(SlackPayloads.envelope("E1", SlackPayloads.press("claim")));
    // Envelopes are worked through in order: when this one is acknowledged, the first was not.
    link.send(SlackPayloads.envelope("E2", SlackPayloads.press("respond")));
    assertEquals("E2", slack.nextAcknowledgement());
    assertEquals(0, slack.acknowledgementsLeft());
    listener.failing(false);
    link.send(SlackPayloads.envelope("E3", SlackPayloads.press("claim")));
    assertEquals("E3", slack.nextAcknowledgement());
    listener.next();
  }

  @Test
  void whatWasAcknowledgedIsReportedUntilItIsTaken() {
    BlockingQueue<InboundEvent> taken = new LinkedBlockingQueue<>();
    AtomicInteger asked = new AtomicInteger();
    adapter.listen(
        new DeafAtFirst(
            listener,
            event -> {
              if (asked.incrementAndGet() == 1) {
                throw new InboundException("The disk is full.", new IOException("for a test"));
              }
              taken.add(event);
              return InboundReply.ACCEPTED_SILENTLY;
            }));
    slack.nextLink().send(SlackPayloads.envelope("E1", SlackPayloads.press("claim")));
    assertEquals("E1", slack.nextAcknowledgement());
    WaitFor.until(() -> !taken.isEmpty(), Duration.ofSeconds(10), () -> "it was not taken");
    WaitFor.until(
        () -> listener.unfinished().isEmpty(), Duration.ofSeconds(5), () -> "it is not done");
    assertEquals(2, asked.get());
    assertEquals(0, slack.callsLeft(), "nothing is to be said");
  }

  /** What a gateway hears with. */
  private interface Hearing {
    InboundReply hear(InboundEvent event) throws InboundException;
  }

  /** Keeps what it is given, and hears as it is told to. */
  private record DeafAtFirst(InboundListener keeper, Hearing hearing) implements InboundListener {

    @Override
    public InboundReply report(InboundEvent event) throws InboundException {
      return hearing.hear(event);
    }

    @Override
    public boolean store(String id, byte[] event) throws InboundException {
      return keeper.store(id, event);
    }

    @Override
    public void complete(String id) {
      keeper.complete(id);
    }

    @Override
    public List<StoredEvent> unfinished() {
      return keeper.unfinished();
    }

    @Override
    public boolean callbacksReachable() {
      return false;
    }
  }

  @Test
  void aPageToLogInAtIsNoPhoto() {
    answers(SlackSimulator.FILES, CannedResponse.of(200, "text/html", "<html>Sign in</html>"));
    String more =
        "{\"subtype\":\"file_share\",\"files\":[%s]}".formatted(uploaded("x", "image/png", "data"));
    connected()
        .send(SlackPayloads.envelope("E1", SlackPayloads.message("Ev1", "D1", "im", "", more)));
    InboundAction.ChatMessage chatMessage =
        assertInstanceOf(InboundAction.ChatMessage.class, listener.next().action());
    IOException failure =
        assertThrows(IOException.class, () -> chatMessage.files().getFirst().open().close());
    assertTrue(String.valueOf(failure.getMessage()).contains("files:read"));
  }

  @Test
  void aFileWithoutAnAddressIsAskedFor() throws IOException {
    answers("files.info", "{\"ok\":true,\"file\":" + uploaded("x", "image/png", "late") + "}");
    String more = "{\"files\":[{\"id\":\"F9\",\"file_access\":\"check_file_info\"}]}";
    connected()
        .send(SlackPayloads.envelope("E1", SlackPayloads.message("Ev1", "D1", "im", "", more)));
    InboundAction.ChatMessage chatMessage =
        assertInstanceOf(InboundAction.ChatMessage.class, listener.next().action());
    try (InputStream content = chatMessage.files().getFirst().open()) {
      assertEquals("late", new String(content.readAllBytes(), UTF_8));
    }
  }

  @Test
  void aTokenThatOpensNoConnectionIsFoundByTheSelfTest() {
    assertEquals(List.of(), adapter.selfTest());
    answers("apps.connections.open", "{\"ok\":false,\"error\":\"invalid_auth\"}");
    SelfTest.Finding finding = adapter.selfTest().getFirst();
    assertFalse(finding.severe(), "messages still go out");
    assertTrue(finding.sentence().contains("app_token (invalid_auth)"), finding.sentence());
    assertTrue(finding.remedy().contains("connections:write"), finding.remedy());
  }

  @Test
  void whatAnEarlierProcessKeptIsWorkedThrough() {
    byte[] event = SlackPayloads.press("claim").toString().getBytes(UTF_8);
    listener.storedBefore("press:earlier", event);
    listener.storedBefore("press:nonsense", "{".getBytes(UTF_8));
    adapter.listen(listener);
    assertInstanceOf(InboundAction.ButtonPress.class, listener.next().action());
    WaitFor.until(
        () -> listener.unfinished().isEmpty(), Duration.ofSeconds(5), () -> "it is not done");
  }

  @Test
  void whatADeadProcessKeptIsWorkedThrough() {
    adapter.listen(listener);
    byte[] event = SlackPayloads.press("claim").toString().getBytes(UTF_8);
    listener.storedBefore("press:left", event);
    adapter.resume(listener.unfinished());
    assertInstanceOf(InboundAction.ButtonPress.class, listener.next().action());
    WaitFor.until(
        () -> listener.unfinished().isEmpty(), Duration.ofSeconds(5), () -> "it is not done");
  }

  @ParameterizedTest
  @ValueSource(strings = {"warning", "refresh_requested"})
  void theNextConnectionIsThereBeforeTheLastIsLetGo(String reason) {
    WebSocketLink first = connected();
    slack.sendsHello(false);
    first.send("{\"type\":\"disconnect\",\"reason\":\"" + reason + "\"}");
    WebSocketLink second = slack.nextLink();
    assertTrue(adapter.inboundOpen(), "the first still serves");
    first.send(SlackPayloads.envelope("E1", SlackPayloads.press("claim")));
    assertEquals("E1", slack.nextAcknowledgement());
    second.send("{\"type\":\"hello\"}");
    assertEquals(1000, slack.nextEnd(), "the first is let go");
    second.send(SlackPayloads.envelope("E2", SlackPayloads.press("done")));
    assertEquals("E2", slack.nextAcknowledgement());
    assertTrue(adapter.inboundOpen());
  }

  @Test
  void whenSocketModeIsSwitchedOffTheWayBackIsClosedUntilItIsOnAgain() {
    WebSocketLink link = connected();
    answers("apps.connections.open", "{\"ok\":false,\"error\":\"not_allowed\"}");
    link.send("{\"type\":\"disconnect\",\"reason\":\"link_disabled\"}");
    awaitOpen(false);
  }

  @Test
  void aConnectionThatSlackClosesIsMadeAgain() {
    connected().close(1001);
    slack.nextLink();
    awaitOpen(true);
    assertEquals(2, slack.connectionRequests());
  }

  @Test
  void whatIsNoEnvelopeHarmsNothing() {
    WebSocketLink link = connected();
    List.of("", "null", "[]", "{", "{\"type\":5}", "{\"envelope_id\":\"E0\"}").forEach(link::send);
    link.send(SlackPayloads.envelope("E1", SlackPayloads.press("claim")));
    assertEquals("E0", slack.nextAcknowledgement());
    assertEquals("E1", slack.nextAcknowledgement());
  }

  @Test
  void aFloodIsTakenWholeThoughNotAtOnce() {
    WebSocketLink link = connected();
    int many = 3 * SlackEventQueue.MOST;
    for (int i = 0; i < many; i++) {
      link.send(
          SlackPayloads.envelope("E" + i, SlackPayloads.message("Ev" + i, "D1", "im", "x", "{}")));
    }
    Set<String> ids = new HashSet<>();
    for (int i = 0; i < many; i++) {
      ids.add(listener.next().id());
      slack.nextAcknowledgement();
    }
    assertEquals(many, ids.size());
  }

  @Test
  void closingWhileConnectedLeavesNoThreadAndNoConnection() {
    connected();
    adapter.close();
    assertEquals(WebSocketLink.CUT, slack.nextEnd(), "cut, not left to time out");
    assertFalse(adapter.inboundOpen());
    assertEquals(1, slack.connectionRequests());
    List<String> left =
        Thread.getAllStackTraces().keySet().stream()
            .map(Thread::getName)
            .filter(name -> name.startsWith("slack-") || name.contains("OkHttp Dispatcher"))
            .toList();
    assertEquals(List.of(), left);
  }

  @Test
  void waitsGrowToAMinute() {
    assertEquals(Duration.ofSeconds(1), SocketMode.waitAfter(1, 0));
    assertEquals(Duration.ofSeconds(4), SocketMode.waitAfter(3, 0));
    assertEquals(Duration.ofSeconds(72), SocketMode.waitAfter(500, 0.2));
  }
}
