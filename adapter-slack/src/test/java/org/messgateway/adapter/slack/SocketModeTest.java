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
import okhttp3.WebSocket;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.messgateway.api.Action;
import org.messgateway.api.Deed;
import org.messgateway.api.Ear;
import org.messgateway.api.EarException;
import org.messgateway.api.Heard;
import org.messgateway.api.Receipt;
import org.messgateway.api.Said;
import org.messgateway.api.SelfTest;
import org.messgateway.api.SentFile;
import org.messgateway.api.mess.ContentEntry.Media.Kind;
import org.messgateway.testkit.ManualClock;
import org.messgateway.testkit.Patience;
import org.messgateway.testkit.RecordingEar;
import org.messgateway.testkit.TestNotifications;

/** The way back without any public address. */
class SocketModeTest {

  private static final Receipt RECEIPT =
      Receipt.of("channel", "D0999", "ts", SlackPayloads.MESSAGE);

  private final RecordingEar ear = new RecordingEar();
  private StandInSlack slack;
  private SlackAdapter adapter;

  @BeforeEach
  void create() throws IOException {
    slack = StandInSlack.start();
    adapter =
        slack.adapter(Map.of("app_token", StandInSlack.APP), ManualClock.at(TestNotifications.NOW));
    ear.callable(false);
  }

  @AfterEach
  void end() {
    adapter.close();
    slack.close();
  }

  private WebSocket connected() {
    adapter.listen(ear);
    WebSocket link = slack.link();
    awaitOpen(true);
    return link;
  }

  private void awaitOpen(boolean open) {
    Patience.until(
        () -> adapter.wayBackOpen() == open,
        Duration.ofSeconds(10),
        () -> "the way back is not " + (open ? "open" : "closed"));
  }

  private StandInSlack.Asked asked(String method) {
    StandInSlack.Asked asked = slack.asked();
    assertEquals("/api/" + method, asked.path());
    return asked;
  }

  @Test
  void theWayBackIsOpenOnceSlackSaidHello() {
    assertFalse(adapter.wayBackOpen(), "nobody listens yet");
    slack.greets(false);
    adapter.listen(ear);
    WebSocket link = slack.link();
    assertFalse(adapter.wayBackOpen(), "no hello yet");
    link.send("{\"type\":\"hello\"}");
    awaitOpen(true);
  }

  @Test
  void aClaimIsHeardAndItsAnswerStandsInTheThreadOfTheConversation() {
    ear.answers(_ -> Heard.taken("It is yours <3"));
    connected().send(SlackPayloads.envelope("E1", SlackPayloads.press("claim")));
    assertEquals("E1", slack.acknowledged());
    Said said = ear.next();
    assertEquals(
        new Said(
            said.id(),
            "U04ABCDEF12",
            "teague",
            "D0999",
            SlackPayloads.DELIVERY,
            RECEIPT,
            new Deed.Pressed(Action.CLAIM, Map.of(), List.of())),
        said);
    StandInSlack.Asked answer = asked("chat.postMessage");
    assertEquals("D0999", answer.form().get("channel"));
    assertEquals(SlackPayloads.MESSAGE, answer.form().get("thread_ts"));
    assertEquals("It is yours &lt;3", answer.form().get("text"));
    Patience.until(() -> ear.kept().isEmpty(), Duration.ofSeconds(5), () -> "it is not done");
  }

  @Test
  void inAChannelOnlyWhoPressedIsTold() {
    ear.answers(_ -> Heard.refused("Ana has it."));
    WebSocket link = connected();
    String url = slack.url("/respond/abc");
    link.send(SlackPayloads.envelope("E1", SlackPayloads.press("claim", "C1", "U2", url)));
    StandInSlack.Asked answer = slack.asked();
    assertEquals("/respond/abc", answer.path());
    JsonObject json = SlackPayloads.object(answer.body());
    assertEquals("ephemeral", json.get("response_type").getAsString());
    assertFalse(json.get("replace_original").getAsBoolean());
    assertEquals("Ana has it.", json.get("text").getAsString());
    slack.answers("/respond/abc", 404, "used_url".getBytes(UTF_8));
    link.send(SlackPayloads.envelope("E2", SlackPayloads.press("claim", "C1", "U3", url)));
    assertEquals("/respond/abc", slack.asked().path());
    StandInSlack.Asked ephemeral = asked("chat.postEphemeral");
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
  void doneOpensAFormWhoseTextAndPhotoAreTheAnswer() throws IOException {
    WebSocket link = connected();
    link.send(SlackPayloads.envelope("E1", SlackPayloads.press("done")));
    StandInSlack.Asked opened = asked("views.open");
    assertEquals("123.456.abc", opened.form().get("trigger_id"));
    assertEquals(List.of(), ear.rest(), "nothing is said before the form is sent");
    JsonObject view = SlackPayloads.object(opened.form().getOrDefault("view", ""));
    slack.answers("/files/photo", 200, "JPEG".getBytes(UTF_8));
    JsonObject photo = SlackPayloads.file("f.jpg", "image/jpeg", slack.url("/files/photo"));
    link.send(
        SlackPayloads.envelope(
            "E2",
            SlackPayloads.submission(view, Map.of("text", "2 onions & milk"), List.of(photo))));
    assertEquals("E1", slack.acknowledged());
    assertEquals("E2", slack.acknowledged());
    Said said = ear.next();
    assertEquals(SlackPayloads.DELIVERY, said.delivery());
    assertEquals(RECEIPT, said.receipt());
    Deed.Pressed pressed = assertInstanceOf(Deed.Pressed.class, said.deed());
    assertEquals(Action.DONE, pressed.action());
    assertEquals(Map.of("text", "2 onions & milk"), pressed.fields());
    SentFile file = pressed.files().getFirst();
    assertEquals(Kind.IMAGE, file.kind());
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
    WebSocket link = connected();
    link.send(SlackPayloads.envelope("E1", SlackPayloads.press(action)));
    JsonObject view = SlackPayloads.object(asked("views.open").form().getOrDefault("view", ""));
    String field = action.equals("ask") ? "question" : "reason";
    link.send(
        SlackPayloads.envelope(
            "E2", SlackPayloads.submission(view, Map.of(field, "which one"), List.of())));
    Deed.Pressed pressed = assertInstanceOf(Deed.Pressed.class, ear.next().deed());
    assertEquals(action, pressed.action().code());
    assertEquals(Map.of(field, "which one"), pressed.fields());
  }

  @Test
  void aFormThatCameTooLateIsSaidSo() {
    slack.answers("/api/views.open", "{\"ok\":false,\"error\":\"expired_trigger_id\"}");
    connected().send(SlackPayloads.envelope("E1", SlackPayloads.press("done")));
    asked("views.open");
    String text = asked("chat.postMessage").form().getOrDefault("text", "");
    assertTrue(text.contains("press again"), text);
  }

  @Test
  void aPhotoInAThreadIsAnAnswerToThatMessage() throws IOException {
    slack.answers("/files/onions", 200, "data".getBytes(UTF_8));
    String more =
        "{\"subtype\":\"file_share\",\"thread_ts\":\"%s\",\"parent_user_id\":\"U0BOT\",\"files\":[%s]}"
            .formatted(
                SlackPayloads.MESSAGE,
                SlackPayloads.file("onions.png", "image/png", slack.url("/files/onions")));
    connected()
        .send(
            SlackPayloads.envelope(
                "E1",
                SlackPayloads.message(
                    "Ev1", "C7", "channel", "2 left &amp; <https://a.example|a.example>", more)));
    Said said = ear.next();
    assertEquals("C7", said.address());
    assertEquals(Receipt.of("channel", "C7", "ts", SlackPayloads.MESSAGE), said.receipt());
    assertNull(said.delivery());
    Deed.Wrote wrote = assertInstanceOf(Deed.Wrote.class, said.deed());
    assertEquals("2 left & https://a.example", wrote.text());
    StandInSlack.Asked shown = asked("chat.postEphemeral");
    assertEquals(SlackPayloads.MESSAGE, shown.form().get("thread_ts"));
    try (InputStream content = wrote.files().getFirst().open()) {
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
    Deed.Wrote wrote = assertInstanceOf(Deed.Wrote.class, ear.next().deed());
    IOException refused =
        assertThrows(IOException.class, () -> wrote.files().getFirst().open().close());
    assertTrue(String.valueOf(refused.getMessage()).contains("not Slack's"));
  }

  @Test
  void aFewWordsAloneWithUsAreForTheGateway() {
    WebSocket link = connected();
    Map<String, Class<? extends Deed>> words =
        Map.of(
            "Pause 2h", Deed.Paused.class,
            "resume", Deed.Resumed.class,
            "LIST", Deed.Listed.class,
            "help", Deed.Greeted.class,
            "list of what I found", Deed.Wrote.class);
    words.forEach((text, deed) -> {
      link.send(
          SlackPayloads.envelope("E", SlackPayloads.message("Ev" + text, "D1", "im", text, "{}")));
      Said said = ear.next();
      assertInstanceOf(deed, said.deed(), text);
      assertNull(said.receipt(), text);
    });
  }

  @Test
  void whatIsNotForUsIsAcknowledgedAndForgotten() {
    WebSocket link = connected();
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
      assertEquals("E", slack.acknowledged());
    }
    assertEquals(List.of(), ear.rest());
    assertEquals(0, slack.callsLeft());
  }

  @Test
  void whatIsToldTwiceIsDoneOnce() {
    WebSocket link = connected();
    link.send(SlackPayloads.envelope("E1", SlackPayloads.press("claim")));
    link.send(SlackPayloads.envelope("E2", SlackPayloads.press("claim")));
    assertEquals("E1", slack.acknowledged());
    assertEquals("E2", slack.acknowledged());
    ear.next();
    asked("chat.postMessage");
    assertEquals(List.of(), ear.rest());
    assertEquals(0, slack.callsLeft());
  }

  @Test
  void whatCannotBeKeptIsNotAcknowledgedUntilItCan() {
    WebSocket link = connected();
    ear.fails(true);
    link.send(SlackPayloads.envelope("E1", SlackPayloads.press("claim")));
    // Envelopes are worked through in order: when this one is acknowledged, the first was not.
    link.send(SlackPayloads.envelope("E2", SlackPayloads.press("respond")));
    assertEquals("E2", slack.acknowledged());
    assertEquals(0, slack.acknowledgementsLeft());
    ear.fails(false);
    link.send(SlackPayloads.envelope("E3", SlackPayloads.press("claim")));
    assertEquals("E3", slack.acknowledged());
    ear.next();
  }

  @Test
  void whatWasAcknowledgedIsReportedUntilItIsTaken() {
    BlockingQueue<Said> taken = new LinkedBlockingQueue<>();
    AtomicInteger asked = new AtomicInteger();
    adapter.listen(
        new DeafAtFirst(
            ear,
            said -> {
              if (asked.incrementAndGet() == 1) {
                throw new EarException("The disk is full.", new IOException("for a test"));
              }
              taken.add(said);
              return Heard.SILENTLY;
            }));
    slack.link().send(SlackPayloads.envelope("E1", SlackPayloads.press("claim")));
    assertEquals("E1", slack.acknowledged());
    Patience.until(() -> !taken.isEmpty(), Duration.ofSeconds(10), () -> "it was not taken");
    Patience.until(() -> ear.kept().isEmpty(), Duration.ofSeconds(5), () -> "it is not done");
    assertEquals(2, asked.get());
    assertEquals(0, slack.callsLeft(), "nothing is to be said");
  }

  /** What a gateway hears with. */
  private interface Hearing {
    Heard hear(Said said) throws EarException;
  }

  /** Keeps what it is given, and hears as it is told to. */
  private record DeafAtFirst(Ear keeper, Hearing hearing) implements Ear {

    @Override
    public Heard hear(Said said) throws EarException {
      return hearing.hear(said);
    }

    @Override
    public boolean keep(String id, byte[] event) throws EarException {
      return keeper.keep(id, event);
    }

    @Override
    public void done(String id) {
      keeper.done(id);
    }

    @Override
    public List<Kept> kept() {
      return keeper.kept();
    }

    @Override
    public boolean callable() {
      return false;
    }
  }

  @Test
  void aPageToLogInAtIsNoPhoto() {
    slack.answersPage("/files/photo", "<html>Sign in</html>");
    String more =
        "{\"subtype\":\"file_share\",\"files\":[%s]}"
            .formatted(SlackPayloads.file("x", "image/png", slack.url("/files/photo")));
    connected()
        .send(SlackPayloads.envelope("E1", SlackPayloads.message("Ev1", "D1", "im", "", more)));
    Deed.Wrote wrote = assertInstanceOf(Deed.Wrote.class, ear.next().deed());
    IOException refused =
        assertThrows(IOException.class, () -> wrote.files().getFirst().open().close());
    assertTrue(String.valueOf(refused.getMessage()).contains("files:read"));
  }

  @Test
  void aFileWithoutAnAddressIsAskedFor() throws IOException {
    slack.answers("/files/late", 200, "late".getBytes(UTF_8));
    slack.answers(
        "/api/files.info",
        "{\"ok\":true,\"file\":"
            + SlackPayloads.file("x", "image/png", slack.url("/files/late"))
            + "}");
    String more = "{\"files\":[{\"id\":\"F9\",\"file_access\":\"check_file_info\"}]}";
    connected()
        .send(SlackPayloads.envelope("E1", SlackPayloads.message("Ev1", "D1", "im", "", more)));
    Deed.Wrote wrote = assertInstanceOf(Deed.Wrote.class, ear.next().deed());
    try (InputStream content = wrote.files().getFirst().open()) {
      assertEquals("late", new String(content.readAllBytes(), UTF_8));
    }
  }

  @Test
  void aTokenThatOpensNoConnectionIsFoundByTheSelfTest() {
    assertEquals(List.of(), adapter.selfTest());
    slack.answers("/api/apps.connections.open", "{\"ok\":false,\"error\":\"invalid_auth\"}");
    SelfTest.Finding finding = adapter.selfTest().getFirst();
    assertFalse(finding.severe(), "messages still go out");
    assertTrue(finding.sentence().contains("app_token (invalid_auth)"), finding.sentence());
    assertTrue(finding.remedy().contains("connections:write"), finding.remedy());
  }

  @Test
  void whatAnEarlierProcessKeptIsWorkedThrough() {
    byte[] event = SlackPayloads.press("claim").toString().getBytes(UTF_8);
    ear.keptBefore("press:earlier", event);
    ear.keptBefore("press:nonsense", "{".getBytes(UTF_8));
    adapter.listen(ear);
    assertInstanceOf(Deed.Pressed.class, ear.next().deed());
    Patience.until(() -> ear.kept().isEmpty(), Duration.ofSeconds(5), () -> "it is not done");
  }

  @Test
  void whatADeadProcessKeptIsWorkedThrough() {
    adapter.listen(ear);
    byte[] event = SlackPayloads.press("claim").toString().getBytes(UTF_8);
    ear.keptBefore("press:left", event);
    adapter.takeOver(ear.kept());
    assertInstanceOf(Deed.Pressed.class, ear.next().deed());
    Patience.until(() -> ear.kept().isEmpty(), Duration.ofSeconds(5), () -> "it is not done");
  }

  @ParameterizedTest
  @ValueSource(strings = {"warning", "refresh_requested"})
  void theNextConnectionIsThereBeforeTheLastIsLetGo(String reason) {
    WebSocket first = connected();
    slack.greets(false);
    first.send("{\"type\":\"disconnect\",\"reason\":\"" + reason + "\"}");
    WebSocket second = slack.link();
    assertTrue(adapter.wayBackOpen(), "the first still serves");
    first.send(SlackPayloads.envelope("E1", SlackPayloads.press("claim")));
    assertEquals("E1", slack.acknowledged());
    second.send("{\"type\":\"hello\"}");
    assertEquals(1000, slack.closed(), "the first is let go");
    second.send(SlackPayloads.envelope("E2", SlackPayloads.press("done")));
    assertEquals("E2", slack.acknowledged());
    assertTrue(adapter.wayBackOpen());
  }

  @Test
  void whenSocketModeIsSwitchedOffTheWayBackIsClosedUntilItIsOnAgain() {
    WebSocket link = connected();
    slack.answers("/api/apps.connections.open", "{\"ok\":false,\"error\":\"not_allowed\"}");
    link.send("{\"type\":\"disconnect\",\"reason\":\"link_disabled\"}");
    awaitOpen(false);
  }

  @Test
  void aConnectionThatSlackClosesIsMadeAgain() {
    connected().close(1001, "going away");
    slack.link();
    awaitOpen(true);
    assertEquals(2, slack.opened());
  }

  @Test
  void whatIsNoEnvelopeHarmsNothing() {
    WebSocket link = connected();
    List.of("", "null", "[]", "{", "{\"type\":5}", "{\"envelope_id\":\"E0\"}").forEach(link::send);
    link.send(SlackPayloads.envelope("E1", SlackPayloads.press("claim")));
    assertEquals("E0", slack.acknowledged());
    assertEquals("E1", slack.acknowledged());
  }

  @Test
  void aFloodIsTakenWholeThoughNotAtOnce() {
    WebSocket link = connected();
    int many = 3 * SlackIntake.MOST;
    for (int i = 0; i < many; i++) {
      link.send(
          SlackPayloads.envelope("E" + i, SlackPayloads.message("Ev" + i, "D1", "im", "x", "{}")));
    }
    Set<String> ids = new HashSet<>();
    for (int i = 0; i < many; i++) {
      ids.add(ear.next().id());
      slack.acknowledged();
    }
    assertEquals(many, ids.size());
  }

  @Test
  void closingWhileConnectedLeavesNoThreadAndNoConnection() {
    connected();
    adapter.close();
    assertEquals(-1, slack.closed(), "cut, not left to time out");
    assertFalse(adapter.wayBackOpen());
    assertEquals(1, slack.opened());
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
