package org.messgateway.adapter.telegram;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.messgateway.api.AdapterServices;
import org.messgateway.api.Address;
import org.messgateway.api.Inbound;
import org.messgateway.api.InboundAction;
import org.messgateway.api.InboundEvent;
import org.messgateway.api.InboundFile;
import org.messgateway.api.InboundReply;
import org.messgateway.api.MessageButton;
import org.messgateway.api.Receipt;
import org.messgateway.api.SelfTest;
import org.messgateway.api.mess.ContentEntry.Media.MediaKind;
import org.messgateway.testkit.CannedResponse;
import org.messgateway.testkit.DescribedSettings;
import org.messgateway.testkit.ManualClock;
import org.messgateway.testkit.RecordingListener;
import org.messgateway.testkit.TestNotifications;
import org.messgateway.testkit.WaitFor;
import org.messgateway.testkit.simulator.FaultScript.Step;
import org.messgateway.testkit.simulator.TelegramSimulator;

class TelegramInboundTest {

  private static final String DELIVERY = "0123456789abcdef0123456789abcdef";
  private static final String ANA =
      "{\"id\":42,\"is_bot\":false,\"first_name\":\"Ana\",\"last_name\":\"Lopez\"}";
  private static final String BEN = "{\"id\":43,\"is_bot\":false,\"first_name\":\"Ben\"}";
  private static final String PRIVATE = "{\"id\":42,\"type\":\"private\"}";
  private static final String GROUP = "{\"id\":-1007,\"type\":\"supergroup\"}";
  private static final String OURS = "{\"id\":123,\"is_bot\":true,\"first_name\":\"m\"}";
  private static final URI CALLBACK = URI.create("https://mess.example.com/callbacks/telegram");

  private static final String TOKEN = "123:secretToken";
  private static final String NAME = "mess_test_bot";

  private static final InboundTimings QUICK =
      new InboundTimings(
          Duration.ofSeconds(1),
          Duration.ofSeconds(1),
          Duration.ofMillis(10),
          Duration.ofMillis(50),
          Duration.ofMillis(150));

  private static final CannedResponse CONFLICT =
      CannedResponse.json(
          409,
          "{\"ok\":false,\"error_code\":409,\"description\":\"Conflict: terminated by other"
              + " getUpdates request; make sure that only one bot instance is running\"}");

  private final TelegramSimulator telegram = TelegramSimulator.start(TOKEN, NAME);
  private final RecordingListener listener = new RecordingListener();
  private TelegramAdapter adapter = adapter(Map.of(), null);

  private TelegramAdapter adapter(Map<String, Object> more, @Nullable URI callback) {
    Map<String, Object> settings = new HashMap<>(more);
    settings.put("bot_token", TOKEN);
    settings.put("base_url", telegram.baseUrl().toString());
    return TelegramAdapter.create(
        TelegramSettings.of(
            DescribedSettings.of(new TelegramProvider().describe().settings(), settings)),
        new AdapterServices(
            "telegram", ManualClock.at(TestNotifications.NOW), Duration.ofSeconds(10), callback),
        QUICK);
  }

  /** The next call of this method gets this answer. */
  private void once(String method, CannedResponse response) {
    telegram.faults().once(method.toLowerCase(Locale.ROOT), new Step.Respond(response));
  }

  private void listen() {
    adapter.listen(listener);
  }

  private void restart() {
    adapter.close();
    adapter = adapter(Map.of(), null);
    listen();
  }

  @AfterEach
  void end() {
    adapter.close();
    telegram.close();
  }

  private static String press(String from, String chat, String data) {
    return "\"callback_query\":{\"id\":\"q1\",\"from\":%s,\"data\":\"%s\",\"message\":{\"message_id\":7,\"chat\":%s}}"
        .formatted(from, data, chat);
  }

  private static String message(String from, String chat, String rest) {
    return "\"message\":{\"message_id\":90,\"date\":1,\"from\":%s,\"chat\":%s,%s}"
        .formatted(from, chat, rest);
  }

  /** What stands in a reply to our message 7. */
  private static String replyTo7(String chat) {
    return "\"reply_to_message\":{\"message_id\":7,\"from\":%s,\"chat\":%s}".formatted(OURS, chat);
  }

  private static void until(BooleanSupplier isTrue, String otherwise) {
    WaitFor.until(isTrue, Duration.ofSeconds(10), () -> otherwise);
  }

  private static byte[] content(InboundFile file) throws IOException {
    try (InputStream in = file.open()) {
      return in.readAllBytes();
    }
  }

  // Buttons.

  @Test
  void aClaimIsHeardAndThePressIsAnswered() {
    listener.replyWith(event -> InboundReply.accepted("You have it."));
    listen();
    telegram.update(press(ANA, PRIVATE, "claim:" + DELIVERY));
    InboundEvent event = listener.next();
    assertEquals("123.1001", event.id());
    assertEquals("42", event.person());
    assertEquals("Ana Lopez", event.name());
    assertEquals("42", event.address());
    assertEquals(DELIVERY, event.delivery());
    assertEquals(Receipt.of("chat", "42", "message_id", "7"), event.receipt());
    assertEquals(
        new InboundAction.ButtonPress(MessageButton.CLAIM, Map.of(), List.of()), event.action());
    JsonNode answer = telegram.awaitCall("answerCallbackQuery", 0);
    assertEquals("q1", answer.path("callback_query_id").asText());
    assertEquals("You have it.", answer.path("text").asText());
    assertFalse(answer.path("show_alert").asBoolean());
  }

  @Test
  void aPressThatDoesNotCountIsAnsweredByAnAlertOfAtMostTwoHundredCharacters() {
    listener.replyWith(event -> InboundReply.refused("Ben has it. ".repeat(30)));
    listen();
    telegram.update(press(ANA, PRIVATE, "give_back:" + DELIVERY));
    JsonNode answer = telegram.awaitCall("answerCallbackQuery", 0);
    assertTrue(answer.path("show_alert").asBoolean());
    assertTrue(answer.path("text").asText().length() <= 200, answer.toString());
    assertTrue(
        telegram.awaitCall("sendMessage", 0).path("text").asText().length() > 300,
        "the whole of it stands below");
  }

  @ParameterizedTest
  @CsvSource({"something-else", "claim", "fly:0123456789abcdef0123456789abcdef", "claim:"})
  void aPressOfAButtonNobodyKnowsIsAnsweredToo(String data) {
    listen();
    telegram.update(press(ANA, PRIVATE, data));
    assertEquals(
        "This button does not work any more.",
        telegram.awaitCall("answerCallbackQuery", 0).path("text").asText());
    assertEquals(List.of(), listener.remaining());
  }

  @Test
  void whatIsSaidToAPressThatIsTooOldStandsBelowTheMessage() {
    once(
        "answerCallbackQuery",
        CannedResponse.json(
            400,
            "{\"ok\":false,\"error_code\":400,\"description\":\"Bad Request: query is too old\"}"));
    listener.replyWith(event -> InboundReply.refused("Ben has it."));
    listen();
    telegram.update(press(ANA, PRIVATE, "claim:" + DELIVERY));
    JsonNode message = telegram.awaitCall("sendMessage", 0);
    assertEquals("Ben has it.", message.path("text").asText());
    assertEquals(7, message.path("reply_parameters").path("message_id").asInt());
  }

  // Once and never lost.

  @Test
  void anUpdateThatIsToldTwiceIsHeardOnce() {
    listen();
    String press = press(ANA, PRIVATE, "claim:" + DELIVERY);
    long number = telegram.update(press);
    listener.next();
    until(() -> telegram.confirmed() >= number, "not confirmed");
    restart();
    telegram.again(number, press);
    telegram.update(press(BEN, PRIVATE, "claim:" + DELIVERY));
    assertEquals("43", listener.next().person(), "the second was not heard again");
    assertEquals(List.of(), listener.remaining());
  }

  @Test
  void anUpdateIsConfirmedOnlyWhenItIsOnTheDisk() {
    listener.failing(true);
    listen();
    long number = telegram.update(press(ANA, PRIVATE, "claim:" + DELIVERY));
    int before = telegram.calls("getUpdates").size();
    until(() -> telegram.calls("getUpdates").size() > before + 5, "not asked again");
    assertTrue(telegram.confirmed() < number, "confirmed what was not taken");
    assertEquals(List.of(), listener.remaining());
    listener.failing(false);
    assertEquals("123." + number, listener.next().id());
    until(() -> telegram.confirmed() >= number, "not confirmed");
  }

  @ParameterizedTest
  @ValueSource(longs = {12, 900_000})
  void whatHasAnyOtherNumberAfterAQuietWeekIsHeardAndConfirmed(long number) {
    listen();
    long before = telegram.update(press(ANA, PRIVATE, "claim:" + DELIVERY));
    listener.next();
    until(() -> telegram.confirmed() >= before, "not confirmed");
    telegram.numberAnew(number);
    telegram.update(press(ANA, PRIVATE, "give_back:" + DELIVERY));
    assertEquals("123." + number, listener.next().id());
    telegram.update(press(BEN, PRIVATE, "claim:" + DELIVERY));
    assertEquals("123." + (number + 1), listener.next().id());
    until(() -> telegram.confirmed() == number + 1, "not confirmed");
    assertEquals(number + 2, telegram.calls("getUpdates").getLast().path("offset").asLong());
    assertEquals(List.of(), listener.remaining());
  }

  @Test
  void whatComesTogetherAfterAQuietWeekIsHeardInOrderAndConfirmedAsAWhole() {
    listen();
    long before = telegram.update(press(ANA, PRIVATE, "claim:" + DELIVERY));
    listener.next();
    until(() -> telegram.confirmed() >= before, "not confirmed");
    telegram.faults().always("getupdates", new Step.Hang());
    int asked = telegram.calls("getUpdates").size();
    until(() -> telegram.calls("getUpdates").size() > asked, "not asked again");
    telegram.numberAnew(12);
    for (int i = 0; i < 3; i++) {
      telegram.update(press(ANA, PRIVATE, "claim:" + DELIVERY));
    }
    telegram.faults().clear("getupdates");
    for (int number = 12; number <= 14; number++) {
      assertEquals("123." + number, listener.next().id());
    }
    until(() -> telegram.confirmed() == 14, "not confirmed");
    assertEquals(List.of(), listener.remaining());
  }

  @Test
  void aServerThatTellsTheSameForEverIsNotAskedWithoutAPause() {
    String update = "{\"update_id\":5," + press(ANA, PRIVATE, "claim:" + DELIVERY) + "}";
    telegram
        .faults()
        .always(
            "getupdates",
            new Step.Respond(
                CannedResponse.json(200, "{\"ok\":true,\"result\":[" + update + "]}")));
    long begun = System.nanoTime();
    listen();
    assertEquals("123.5", listener.next().id());
    int many = 32;
    until(() -> telegram.calls("getUpdates").size() >= many, "not asked again");
    // No pause follows the first, which brings the news, and the last.
    Duration least = QUICK.firstPause().multipliedBy(many - 2);
    Duration took = Duration.ofNanos(System.nanoTime() - begun);
    assertTrue(took.compareTo(least) >= 0, "took " + took);
    assertEquals(List.of(), listener.remaining());
  }

  @Test
  void whatWasKeptBeforeACrashIsHeardAtTheNextStart() {
    String update = "{\"update_id\":999," + press(ANA, PRIVATE, "claim:" + DELIVERY) + "}";
    listener.storedBefore("123.999", update.getBytes(UTF_8));
    listen();
    assertEquals("123.999", listener.next().id());
    until(() -> listener.unfinished().isEmpty(), "still kept");
  }

  @Test
  void whatCannotBeTakenForLongDoesNotHoldUpWhatThePersonDoesNext() {
    InboundAction first = new InboundAction.ChatMessage("first", List.of(), null);
    listener.refusing(event -> event.action().equals(first));
    listen();
    telegram.update(message(ANA, PRIVATE, "\"text\":\"first\""));
    telegram.update(message(ANA, PRIVATE, "\"text\":\"second\""));
    assertNotEquals(first, listener.next().action());
    listener.refusing(_ -> false);
    assertEquals(first, listener.next().action());
    until(() -> listener.unfinished().isEmpty(), "still kept");
  }

  @Test
  void whatADeadProcessKeptIsHeardByThisOne() {
    listen();
    String update = "{\"update_id\":999," + press(ANA, PRIVATE, "claim:" + DELIVERY) + "}";
    listener.storedBefore("123.999", update.getBytes(UTF_8));
    adapter.resume(listener.unfinished());
    assertEquals("123.999", listener.next().id());
    until(() -> listener.unfinished().isEmpty(), "still kept");
  }

  @Test
  void keptBytesThatNobodyCanReadStopNothing() {
    listener.storedBefore("123.998", "{".getBytes(UTF_8));
    listen();
    telegram.update(press(ANA, PRIVATE, "claim:" + DELIVERY));
    assertEquals("123.1001", listener.next().id());
    until(() -> listener.unfinished().isEmpty(), "still kept");
  }

  // Replies.

  @Test
  void aPhotoSentAsAReplyIsTheAnswerInItsLargestSize() throws Exception {
    telegram.file("big", "picture".getBytes(UTF_8));
    listen();
    telegram.update(
        message(
            ANA,
            PRIVATE,
            "\"caption\":\"2 onions\",\"photo\":[{\"file_id\":\"s\",\"width\":90,\"height\":90},"
                + "{\"file_id\":\"big\",\"width\":900,\"height\":900,\"file_size\":7}],"
                + replyTo7(PRIVATE)));
    InboundEvent event = listener.next();
    assertEquals(Receipt.of("chat", "42", "message_id", "7"), event.receipt());
    assertNull(event.delivery());
    InboundAction.ChatMessage chatMessage =
        assertInstanceOf(InboundAction.ChatMessage.class, event.action());
    assertEquals("2 onions", chatMessage.text());
    InboundFile photo = chatMessage.files().getFirst();
    assertEquals(MediaKind.IMAGE, photo.kind());
    assertEquals("image/jpeg", photo.mime());
    assertEquals(7, photo.size());
    assertArrayEquals("picture".getBytes(UTF_8), content(photo));
    JsonNode shown = telegram.awaitCall("sendMessage", 0);
    assertEquals("Got it.", shown.path("text").asText());
    assertEquals(90, shown.path("reply_parameters").path("message_id").asInt());
  }

  @Test
  void anAlbumIsOneAnswer() {
    listen();
    for (int i = 1; i <= 3; i++) {
      String caption = i == 1 ? "\"caption\":\"the shelf\"," : "";
      telegram.update(
          message(
              ANA,
              PRIVATE,
              "\"media_group_id\":\"g1\",%s\"photo\":[{\"file_id\":\"f%d\",\"width\":9,\"height\":9}],%s"
                  .formatted(caption, i, replyTo7(PRIVATE))));
    }
    InboundEvent event = listener.next();
    assertEquals("123.1001+2", event.id());
    InboundAction.ChatMessage chatMessage =
        assertInstanceOf(InboundAction.ChatMessage.class, event.action());
    assertEquals("the shelf", chatMessage.text());
    assertEquals(3, chatMessage.files().size());
    until(() -> listener.unfinished().isEmpty(), "still kept");
    assertEquals(List.of(), listener.remaining());
  }

  @Test
  void anAlbumOfWhichOnePartSaysWhatItAnswersIsAnAnswerAsAWhole() {
    listen();
    String photo =
        "\"media_group_id\":\"g1\",\"photo\":[{\"file_id\":\"f\",\"width\":9,\"height\":9}]";
    telegram.update(message(ANA, PRIVATE, photo));
    telegram.update(message(ANA, PRIVATE, photo + "," + replyTo7(PRIVATE)));
    InboundEvent event = listener.next();
    assertEquals(Receipt.of("chat", "42", "message_id", "7"), event.receipt());
    assertEquals(
        2, assertInstanceOf(InboundAction.ChatMessage.class, event.action()).files().size());
  }

  @Test
  void aReplyToWhatSomebodyWroteThemselvesAnswersNoTask() {
    listen();
    telegram.update(
        message(
            ANA,
            PRIVATE,
            "\"text\":\"and milk\",\"reply_to_message\":{\"message_id\":8,\"chat\":%s,\"from\":%s}"
                .formatted(PRIVATE, ANA)));
    assertNull(listener.next().receipt());
  }

  static Stream<Arguments> media() {
    return Stream.of(
        Arguments.of("\"voice\":{\"file_id\":\"f\"}", MediaKind.AUDIO, "audio/ogg", ""),
        Arguments.of(
            "\"audio\":{\"file_id\":\"f\",\"file_name\":\"a.mp3\",\"mime_type\":\"audio/mp3\"}",
            MediaKind.AUDIO,
            "audio/mp3",
            "a.mp3"),
        Arguments.of("\"video\":{\"file_id\":\"f\"}", MediaKind.VIDEO, "video/mp4", ""),
        Arguments.of("\"video_note\":{\"file_id\":\"f\"}", MediaKind.VIDEO, "video/mp4", ""),
        Arguments.of(
            "\"document\":{\"file_id\":\"f\",\"file_name\":\"x.pdf\",\"mime_type\":\"application/pdf\"}",
            MediaKind.FILE,
            "application/pdf",
            "x.pdf"),
        Arguments.of(
            "\"document\":{\"file_id\":\"f\",\"file_name\":\"x.png\",\"mime_type\":\"image/png\"}",
            MediaKind.IMAGE,
            "image/png",
            "x.png"));
  }

  @ParameterizedTest
  @MethodSource("media")
  void everySortOfMediaIsTaken(String media, MediaKind kind, String mime, String name)
      throws Exception {
    telegram.file("f", new byte[] {1, 2, 3});
    listen();
    telegram.update(message(ANA, PRIVATE, media + "," + replyTo7(PRIVATE)));
    InboundFile file =
        assertInstanceOf(InboundAction.ChatMessage.class, listener.next().action())
            .files()
            .getFirst();
    assertEquals(kind, file.kind());
    assertEquals(mime, file.mime());
    assertEquals(name, file.name());
    assertEquals(-1, file.size());
    assertEquals(3, content(file).length);
  }

  @Test
  void aVenueIsAPlaceWithAName() {
    listen();
    telegram.update(
        message(
            ANA,
            PRIVATE,
            "\"location\":{\"latitude\":52.5,\"longitude\":13.4},\"venue\":{\"location\":{\"latitude\":52.5,\"longitude\":13.4},\"title\":\"Shop\",\"address\":\"Main"
                + " St 1\"}"));
    InboundEvent event = listener.next();
    assertNull(event.receipt(), "it answers none");
    assertEquals(
        new InboundAction.ChatMessage(
            "", List.of(), new InboundAction.GeoPoint(52.5, 13.4, "Shop, Main St 1")),
        event.action());
  }

  @Test
  void aFileThatTelegramKeepsFromBotsIsNotTakenInPart() {
    listen();
    telegram.update(
        message(
            ANA,
            PRIVATE,
            "\"caption\":\"done\",\"video\":{\"file_id\":\"f\",\"file_size\":30000000},"
                + replyTo7(PRIVATE)));
    String said = telegram.awaitCall("sendMessage", 0).path("text").asText();
    assertTrue(said.contains("20 MB"), said);
    assertEquals(List.of(), listener.remaining());
  }

  @Test
  void aFileThatCannotBeFetchedSaysWhyAndNothingOfTheUrl() {
    once(
        "getFile",
        CannedResponse.json(
            400,
            "{\"ok\":false,\"error_code\":400,\"description\":\"Bad Request: file is too big\"}"));
    listen();
    telegram.update(message(ANA, PRIVATE, "\"voice\":{\"file_id\":\"f\"}," + replyTo7(PRIVATE)));
    InboundFile file =
        assertInstanceOf(InboundAction.ChatMessage.class, listener.next().action())
            .files()
            .getFirst();
    IOException failure = assertThrows(IOException.class, () -> content(file));
    assertTrue(failure.toString().contains("20 MB"), failure.toString());
    assertFalse(failure.toString().contains("secretToken"), failure.toString());
  }

  @Test
  void aStickerIsNoAnswerAndSaysSo() {
    listen();
    telegram.update(message(ANA, PRIVATE, "\"sticker\":{\"file_id\":\"f\"}," + replyTo7(PRIVATE)));
    assertTrue(
        telegram.awaitCall("sendMessage", 0).path("text").asText().contains("cannot be taken"));
    assertEquals(List.of(), listener.remaining());
  }

  @Test
  void anEditedMessageChangesNothing() {
    listen();
    telegram.update(
        message(ANA, PRIVATE, "\"text\":\"x\"").replaceFirst("message", "edited_message"));
    telegram.update(message(ANA, PRIVATE, "\"text\":\"y\""));
    assertEquals(
        "y", assertInstanceOf(InboundAction.ChatMessage.class, listener.next().action()).text());
    assertEquals(List.of(), listener.remaining());
  }

  @Test
  void anAnswerOfOneTapIsReportedAsPressedAndAnswered() {
    listener.replyWith(event -> InboundReply.accepted("Saved."));
    listen();
    telegram.update(press(ANA, PRIVATE, "choice2-0a1b2c3d:" + DELIVERY));
    InboundEvent event = listener.next();
    assertEquals(DELIVERY, event.delivery());
    assertEquals(new InboundAction.AnswerPress("choice2-0a1b2c3d"), event.action());
    assertEquals("Saved.", telegram.awaitCall("answerCallbackQuery", 0).path("text").asText());
  }

  // Questions behind buttons.

  @Test
  void doneAsksForTheAnswerAndARestartInBetweenForgetsNothing() {
    listen();
    telegram.update(press(ANA, PRIVATE, "done:" + DELIVERY));
    JsonNode question = telegram.awaitCall("sendMessage", 0);
    assertTrue(
        question.path("text").asText().endsWith("What is the answer? Text, photo, voice or file."));
    assertTrue(question.path("reply_markup").path("force_reply").asBoolean());
    assertEquals(7, question.path("reply_parameters").path("message_id").asInt());
    assertFalse(
        telegram.awaitCall("answerCallbackQuery", 0).has("text"), "the press is answered silently");
    until(() -> listener.unfinished().isEmpty(), "still kept");
    assertEquals(List.of(), listener.remaining());

    restart();
    telegram.update(
        message(
            ANA,
            PRIVATE,
            "\"caption\":\"Two"
                + " onions\",\"photo\":[{\"file_id\":\"f\",\"width\":9,\"height\":9}],\"reply_to_message\":"
                + telegram.message(501)));
    InboundEvent event = listener.next();
    assertEquals(DELIVERY, event.delivery());
    InboundAction.ButtonPress press =
        assertInstanceOf(InboundAction.ButtonPress.class, event.action());
    assertEquals(MessageButton.DONE, press.button());
    assertEquals(Map.of("text", "Two onions"), press.fields());
    assertEquals(1, press.files().size());
  }

  @ParameterizedTest
  @CsvSource({
    "decline, Why? (or /skip), reason, No time",
    "ask, What do you want to know?, question, Which shelf?",
    "done, 'What is the answer? Text, photo, voice or file.', text, Two onions",
    "photo, Send the photo as a reply to this message., text, Two onions",
    "text, Write the answer as a reply to this message., text, Two onions",
  })
  void eachQuestionFillsItsField(String code, String words, String field, String text) {
    listen();
    telegram.update(press(ANA, PRIVATE, code + ":" + DELIVERY));
    assertTrue(telegram.awaitCall("sendMessage", 0).path("text").asText().endsWith(words));
    telegram.update(
        message(
            ANA,
            PRIVATE,
            "\"text\":\"" + text + "\",\"reply_to_message\":" + telegram.message(501)));
    InboundAction.ButtonPress press =
        assertInstanceOf(InboundAction.ButtonPress.class, listener.next().action());
    boolean answers = code.equals("photo") || code.equals("text");
    assertEquals(answers ? "done" : code, press.button().code());
    assertEquals(Map.of(field, text), press.fields());
  }

  @Test
  void aReasonCanBeSkipped() {
    listen();
    telegram.update(press(ANA, PRIVATE, "decline:" + DELIVERY));
    telegram.awaitCall("sendMessage", 0);
    telegram.update(
        message(ANA, PRIVATE, "\"text\":\"/skip\",\"reply_to_message\":" + telegram.message(501)));
    assertEquals(
        new InboundAction.ButtonPress(MessageButton.DECLINE, Map.of(), List.of()),
        listener.next().action());
  }

  @Test
  void somebodyElsesLinkInAMessageIsNoQuestion() {
    listen();
    telegram.update(
        message(
            ANA,
            GROUP,
            "\"text\":\"x\",\"reply_to_message\":{\"message_id\":8,\"chat\":%s,\"from\":%s,\"entities\":[{\"type\":\"text_link\",\"url\":\"https://t.me/x#done-%s\"}]}"
                .formatted(GROUP, BEN, DELIVERY)));
    telegram.update(press(ANA, PRIVATE, "claim:" + DELIVERY));
    assertEquals(
        MessageButton.CLAIM,
        assertInstanceOf(InboundAction.ButtonPress.class, listener.next().action()).button());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"id\":42,\"is_bot\":false,\"first_name\":\"Ana\"}",
        "{\"id\":777,\"is_bot\":true,\"first_name\":\"Another bot\"}"
      })
  void theMarkOfAQuestionCountsInTheBotsOwnMessagesOnly(String author) {
    listen();
    telegram.update(
        message(
            ANA,
            PRIVATE,
            "\"text\":\"mine\",\"reply_to_message\":{\"message_id\":8,\"chat\":%s,\"from\":%s,\"text\":\"x\",\"entities\":[{\"type\":\"text_link\",\"offset\":0,\"length\":1,\"url\":\"https://t.me/x#done-%s\"}]}"
                .formatted(PRIVATE, author, DELIVERY)));
    InboundEvent event = listener.next();
    assertEquals(new InboundAction.ChatMessage("mine", List.of(), null), event.action());
    assertEquals(null, event.delivery());
  }

  // Groups.

  @Test
  void inAGroupWhoPressedIsWhoActsAndTheQuestionIsForThem() {
    listen();
    telegram.update(press(ANA, GROUP, "claim:" + DELIVERY));
    telegram.update(press(BEN, GROUP, "decline:" + DELIVERY));
    InboundEvent event = listener.next();
    assertEquals("42", event.person());
    assertEquals("-1007", event.address());
    JsonNode question = telegram.awaitCall("sendMessage", 0);
    assertTrue(
        question.path("text").asText().startsWith("<a href=\"tg://user?id=43\">Ben</a>: "),
        question.toString());
    assertTrue(question.path("reply_markup").path("selective").asBoolean());
    telegram.update(
        message(BEN, GROUP, "\"text\":\"No time\",\"reply_to_message\":" + telegram.message(501)));
    assertEquals("43", listener.next().person());
  }

  @Test
  void inAGroupOnlyWhatIsAddressedToTheBotCounts() {
    listen();
    telegram.awaitCall("setMyCommands", 0);
    telegram.update(message(ANA, GROUP, "\"text\":\"nice weather\""));
    telegram.update(message(ANA, GROUP, "\"text\":\"/list\""));
    telegram.update(message(ANA, GROUP, "\"text\":\"/list@another_bot\""));
    telegram.update(
        message(
            ANA,
            GROUP,
            "\"text\":\"yes\",\"reply_to_message\":{\"message_id\":8,\"chat\":"
                + GROUP
                + ",\"from\":"
                + BEN
                + "}"));
    telegram.update(message(ANA, GROUP, "\"text\":\"/list@Mess_Test_Bot\""));
    assertEquals(new InboundAction.ListRequest(), listener.next().action());
    telegram.update(message(ANA, GROUP, "\"text\":\"found it\"," + replyTo7(GROUP)));
    assertEquals(
        new InboundAction.ChatMessage("found it", List.of(), null, true), listener.next().action());
    assertEquals(List.of(), listener.remaining());
  }

  @Test
  void whoRepliesInAGroupToWhatTheBotRemarkedAddressesTheBot() {
    listener.replyWith(event -> InboundReply.accepted("You have it."));
    listen();
    telegram.update(message(ANA, GROUP, "\"text\":\"ok\"," + replyTo7(GROUP)));
    telegram.awaitCall("sendMessage", 0);
    listener.next();
    telegram.update(
        message(ANA, GROUP, "\"text\":\"2 onions\",\"reply_to_message\":" + telegram.message(501)));
    InboundEvent event = listener.next();
    assertEquals(Receipt.of("chat", "-1007", "message_id", "501"), event.receipt());
    assertEquals(new InboundAction.ChatMessage("2 onions", List.of(), null, true), event.action());
  }

  @Test
  void whoWritesAsTheGroupIsAskedToShowWhoTheyAre() {
    listen();
    telegram.update(
        message(
            "{\"id\":1087968824,\"is_bot\":true,\"first_name\":\"Group\"}",
            GROUP,
            "\"sender_chat\":" + GROUP + ",\"text\":\"done\"," + replyTo7(GROUP)));
    String said = telegram.awaitCall("sendMessage", 0).path("text").asText();
    assertTrue(said.contains("Remain anonymous"), said);
    assertEquals(List.of(), listener.remaining());
  }

  @Test
  void aGroupThatBecomesASupergroupIsToldWithBothNumbers() {
    listen();
    telegram.update(message(ANA, "{\"id\":-7,\"type\":\"group\"}", "\"migrate_to_chat_id\":-1007"));
    InboundEvent old = listener.next();
    assertEquals("-7", old.address());
    assertEquals(new InboundAction.AddressChange("-1007"), old.action());
    telegram.update(message(ANA, GROUP, "\"migrate_from_chat_id\":-7"));
    InboundEvent supergroup = listener.next();
    assertEquals("-7", supergroup.address());
    assertEquals(new InboundAction.AddressChange("-1007"), supergroup.action());
  }

  @Test
  void aMessageThatFindsTheGroupMovedTellsSo() {
    once(
        "sendMessage",
        CannedResponse.json(
            400,
            "{\"ok\":false,\"error_code\":400,\"description\":\"Bad Request: group chat was"
                + " upgraded to a supergroup"
                + " chat\",\"parameters\":{\"migrate_to_chat_id\":-1007}}"));
    listen();
    adapter.deliver(TestNotifications.to(Address.configured("-7")).make());
    InboundEvent event = listener.next();
    assertEquals("-7", event.address());
    assertEquals(new InboundAction.AddressChange("-1007"), event.action());
  }

  // What is said beside tasks.

  static Stream<Arguments> commands() {
    return Stream.of(
        Arguments.of("/start abc_DEF-1", new InboundAction.LinkCodeEntry("abc_DEF-1")),
        Arguments.of("/start", new InboundAction.Greeting()),
        Arguments.of("/start what is this?", new InboundAction.Greeting()),
        Arguments.of("/help", new InboundAction.Greeting()),
        Arguments.of("/LIST", new InboundAction.ListRequest()),
        Arguments.of("/list@mess_test_bot", new InboundAction.ListRequest()),
        Arguments.of("/pause 2h", new InboundAction.PauseRequest("2h")),
        Arguments.of("/pause", new InboundAction.PauseRequest("")),
        Arguments.of("/resume", new InboundAction.ResumeRequest()),
        Arguments.of(
            "/done 2 onions", new InboundAction.ChatMessage("done 2 onions", List.of(), null)),
        Arguments.of(
            "done 2 onions", new InboundAction.ChatMessage("done 2 onions", List.of(), null)));
  }

  @ParameterizedTest
  @MethodSource("commands")
  void wordsWithASlashAreUnderstood(String text, InboundAction action) {
    listen();
    telegram.awaitCall("setMyCommands", 0);
    telegram.update(message(ANA, PRIVATE, "\"text\":\"" + text + "\""));
    assertEquals(action, listener.next().action());
  }

  @Test
  void aLinkThatPutsTheBotIntoAGroupBringsItsCode() {
    listen();
    telegram.awaitCall("setMyCommands", 0);
    telegram.update(message(ANA, GROUP, "\"text\":\"/start@mess_test_bot CODE1\""));
    InboundEvent event = listener.next();
    assertEquals(new InboundAction.LinkCodeEntry("CODE1"), event.action());
    assertEquals("-1007", event.address());
  }

  @Test
  void whoBlocksTheBotIsOutUntilTheyLetItInAgain() {
    listen();
    String change =
        "\"my_chat_member\":{\"chat\":%s,\"from\":%s,\"old_chat_member\":{\"status\":\"%s\"},\"new_chat_member\":{\"status\":\"%s\"}}";
    telegram.update(change.formatted(PRIVATE, ANA, "member", "kicked"));
    assertEquals(new InboundAction.OptOutChange(true), listener.next().action());
    telegram.update(change.formatted(PRIVATE, ANA, "kicked", "member"));
    assertEquals(new InboundAction.OptOutChange(false), listener.next().action());
    telegram.update(change.formatted(GROUP, ANA, "member", "administrator"));
    telegram.update(change.formatted(GROUP, ANA, "administrator", "left"));
    assertEquals(new InboundAction.OptOutChange(true), listener.next().action());
    assertEquals(0, telegram.calls("sendMessage").size(), "nothing is to be said");
  }

  // Trouble.

  @Test
  void theFirstMessagesOfAStartHaveButtonsForTelegramKeepsWhatIsPressed() {
    assertFalse(adapter.inboundOpen(), "nobody listens yet");
    telegram.faults().always("getupdates", new Step.Hang());
    listen();
    assertTrue(adapter.inboundOpen(), "Telegram has not answered yet");
    telegram.update(press(ANA, PRIVATE, "claim:" + DELIVERY));
    telegram.faults().clear("getupdates");
    assertEquals("42", listener.next().person());
    assertTrue(adapter.inboundOpen());
  }

  @Test
  void aProxysErrorPageIsLivedThrough() {
    once("getUpdates", CannedResponse.of(502, "text/html", "<html>Bad Gateway</html>"));
    once("getUpdates", CannedResponse.of(200, "text/html", "<html>Welcome</html>"));
    once("getUpdates", CannedResponse.json(200, "{\"ok\":true,\"result\":{}}"));
    listen();
    telegram.update(press(ANA, PRIVATE, "claim:" + DELIVERY));
    assertEquals("42", listener.next().person());
    until(adapter::inboundOpen, "not open");
  }

  @Test
  void aQuestionThatIsNeverAnsweredIsAskedAgain() {
    telegram.faults().always("getupdates", new Step.Hang());
    listen();
    until(() -> telegram.calls("getUpdates").size() >= 2, "the poller hangs");
    until(() -> !adapter.inboundOpen(), "still open");
    telegram.faults().clear("getupdates");
    telegram.update(press(ANA, PRIVATE, "claim:" + DELIVERY));
    assertEquals("42", listener.next().person());
  }

  @Test
  void aWebhookThatWasLeftBehindIsRemoved() {
    once(
        "getUpdates",
        CannedResponse.json(
            409,
            "{\"ok\":false,\"error_code\":409,\"description\":\"Conflict: can't use getUpdates"
                + " method while webhook is active; use deleteWebhook to delete the webhook"
                + " first\"}"));
    listen();
    telegram.awaitCall("deleteWebhook", 0);
    until(adapter::inboundOpen, "not open");
  }

  @Test
  void anotherProgramThatAsksIsNamedAndHowToMendIt() {
    for (int i = 0; i < 1_000; i++) {
      once("getUpdates", CONFLICT);
    }
    listen();
    until(() -> telegram.calls("getUpdates").size() > 1, "not asked again");
    assertFalse(adapter.inboundOpen());
    SelfTest.Finding finding = adapter.selfTest().getFirst();
    assertTrue(finding.sentence().contains("another program"), finding.toString());
    assertEquals(0, telegram.calls("deleteWebhook").size());
  }

  @Test
  void aQuestionThatTheNextOneEndedIsNoTroubleOfWhoMayNotAskAnyMore() {
    once("getUpdates", CONFLICT);
    AtomicInteger asked = new AtomicInteger();
    listener.mayPoll(() -> asked.getAndIncrement() == 0);
    listen();
    until(() -> asked.get() > 2, "does not ask whether it may poll");
    assertFalse(adapter.selfTest().toString().contains("another program"), "trouble of its own");
    assertEquals(1, telegram.calls("getUpdates").size());
  }

  @Test
  void aRefusedTokenClosesTheWayBack() {
    listen();
    until(adapter::inboundOpen, "not open");
    for (int i = 0; i < 1_000; i++) {
      once(
          "getUpdates",
          CannedResponse.json(
              401, "{\"ok\":false,\"error_code\":401,\"description\":\"Unauthorized\"}"));
    }
    until(() -> !adapter.inboundOpen(), "still open");
  }

  @Test
  void closingEndsAQuestionThatWaitsAtOnce() {
    listen();
    until(adapter::inboundOpen, "not open");
    until(() -> telegram.calls("getUpdates").size() >= 2, "does not wait for news");
    long begun = System.nanoTime();
    adapter.close();
    Duration took = Duration.ofNanos(System.nanoTime() - begun);
    assertTrue(took.toMillis() < 800, "took " + took);
    int asked = telegram.calls("getUpdates").size();
    telegram.update(press(ANA, PRIVATE, "claim:" + DELIVERY));
    assertEquals(asked, telegram.calls("getUpdates").size());
    assertEquals(List.of(), listener.remaining());
  }

  // Links and checks.

  @Test
  void deepLinksOpenTheBotWithACode() {
    assertEquals(
        Optional.of(URI.create("https://t.me/mess_test_bot?start=abc")), adapter.personLink("abc"));
    assertEquals(
        Optional.of(URI.create("https://t.me/mess_test_bot?startgroup=abc")),
        adapter.groupLink("abc"));
  }

  @Test
  void aBotWhoseNameIsNotKnownHasNoLink() {
    once("getMe", CannedResponse.of(502, "text/html", "<html>"));
    assertEquals(Optional.empty(), adapter.personLink("abc"));
  }

  @Test
  void theSelfTestTellsOfAWebhookElsewhereWithoutItsPath() {
    once(
        "getWebhookInfo",
        CannedResponse.json(
            200,
            "{\"ok\":true,\"result\":{\"url\":\"https://other.example.org/hook/SECRETPATH\"}}"));
    SelfTest.Finding finding = adapter.selfTest().getFirst();
    assertFalse(finding.severe());
    assertTrue(finding.sentence().contains("other.example.org"), finding.toString());
    assertFalse(finding.toString().contains("SECRETPATH"), finding.toString());
  }

  // Calls by Telegram.

  private static Inbound.CallbackRequest call(String secret, String body) {
    return new Inbound.CallbackRequest(
        "POST",
        CALLBACK,
        Map.of("x-telegram-bot-api-secret-token", List.of(secret)),
        body.getBytes(UTF_8));
  }

  private String called() {
    adapter.close();
    adapter = adapter(Map.of("webhook", true), CALLBACK);
    listen();
    JsonNode registration = telegram.awaitCall("setWebhook", 0);
    assertEquals(CALLBACK.toString(), registration.path("url").asText());
    assertEquals(3, registration.path("allowed_updates").size());
    return registration.path("secret_token").asText();
  }

  @Test
  void telegramCallsWithItsSecretAreKeptAndHeard() {
    String secret = called();
    assertTrue(secret.matches("[A-Za-z0-9_-]{40,256}"), "must be hard to guess");
    until(adapter::inboundOpen, "not open");
    String body = "{\"update_id\":5," + press(ANA, PRIVATE, "claim:" + DELIVERY) + "}";
    assertEquals(200, adapter.receive(call(secret, body)).status());
    assertEquals("123.5", listener.next().id());
    assertEquals(200, adapter.receive(call(secret, body)).status());
    until(() -> listener.unfinished().isEmpty(), "still kept");
    assertEquals(List.of(), listener.remaining());
    assertEquals(0, telegram.calls("getUpdates").size(), "it is called, it does not ask");
    listener.callbacksReachable(false);
    assertFalse(adapter.inboundOpen());
  }

  @Test
  void aCallWithAnotherSecretIsNotEvenRead() {
    String secret = called();
    assertEquals(401, adapter.receive(call(secret + "x", "{")).status());
    assertEquals(401, adapter.receive(call("", "{")).status());
    assertEquals(
        401,
        adapter
            .receive(new Inbound.CallbackRequest("POST", CALLBACK, Map.of(), new byte[0]))
            .status());
    assertEquals(List.of(), listener.remaining());
  }

  @Test
  void aCallThatCannotBeKeptComesAgain() {
    String secret = called();
    listener.failing(true);
    String body = "{\"update_id\":5," + press(ANA, PRIVATE, "claim:" + DELIVERY) + "}";
    assertEquals(503, adapter.receive(call(secret, body)).status());
    listener.failing(false);
    assertEquals(200, adapter.receive(call(secret, body)).status());
    assertEquals("123.5", listener.next().id());
  }

  @Test
  void withoutAPublicAddressTelegramIsAskedInstead() {
    adapter.close();
    adapter = adapter(Map.of("webhook", true), null);
    listen();
    until(adapter::inboundOpen, "not open");
    assertEquals(0, telegram.calls("setWebhook").size());
    assertTrue(adapter.selfTest().getFirst().remedy().contains("client_url"));
  }

  @Test
  void whoIsNotCalledKnowsNoCallbacks() {
    listen();
    assertEquals(404, adapter.receive(call("x", "{}")).status());
  }
}
