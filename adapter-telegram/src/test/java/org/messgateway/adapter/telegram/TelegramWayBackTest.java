package org.messgateway.adapter.telegram;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
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
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.messgateway.api.Action;
import org.messgateway.api.AdapterServices;
import org.messgateway.api.Address;
import org.messgateway.api.Deed;
import org.messgateway.api.Heard;
import org.messgateway.api.Inbound;
import org.messgateway.api.Receipt;
import org.messgateway.api.Said;
import org.messgateway.api.SelfTest;
import org.messgateway.api.SentFile;
import org.messgateway.api.mess.ContentEntry.Media.Kind;
import org.messgateway.testkit.Answer;
import org.messgateway.testkit.DescribedSettings;
import org.messgateway.testkit.ManualClock;
import org.messgateway.testkit.Patience;
import org.messgateway.testkit.RecordingEar;
import org.messgateway.testkit.TestNotifications;

class TelegramWayBackTest {

  private static final String DELIVERY = "0123456789abcdef0123456789abcdef";
  private static final String ANA =
      "{\"id\":42,\"is_bot\":false,\"first_name\":\"Ana\",\"last_name\":\"Lopez\"}";
  private static final String BEN = "{\"id\":43,\"is_bot\":false,\"first_name\":\"Ben\"}";
  private static final String PRIVATE = "{\"id\":42,\"type\":\"private\"}";
  private static final String GROUP = "{\"id\":-1007,\"type\":\"supergroup\"}";
  private static final String OURS = "{\"id\":123,\"is_bot\":true,\"first_name\":\"m\"}";
  private static final URI CALLBACK = URI.create("https://mess.example.com/callbacks/telegram");

  private static final Pace QUICK =
      new Pace(
          Duration.ofSeconds(1),
          Duration.ofSeconds(1),
          Duration.ofMillis(10),
          Duration.ofMillis(50),
          Duration.ofMillis(150));

  private final BotApiStandIn telegram = BotApiStandIn.start();
  private final RecordingEar ear = new RecordingEar();
  private TelegramAdapter adapter = adapter(Map.of(), null);

  private TelegramAdapter adapter(Map<String, Object> more, @Nullable URI callback) {
    Map<String, Object> settings = new HashMap<>(more);
    settings.put("bot_token", BotApiStandIn.TOKEN);
    settings.put("base_url", telegram.baseUrl().toString());
    return TelegramAdapter.create(
        TelegramSettings.of(
            DescribedSettings.of(new TelegramProvider().describe().settings(), settings)),
        new AdapterServices(
            "telegram", ManualClock.at(TestNotifications.NOW), Duration.ofSeconds(10), callback),
        QUICK);
  }

  private void listen() {
    adapter.listen(ear);
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
    Patience.until(isTrue, Duration.ofSeconds(10), () -> otherwise);
  }

  private static byte[] content(SentFile file) throws IOException {
    try (InputStream in = file.open()) {
      return in.readAllBytes();
    }
  }

  // Buttons.

  @Test
  void aClaimIsHeardAndThePressIsAnswered() {
    ear.answers(said -> Heard.taken("You have it."));
    listen();
    telegram.update(press(ANA, PRIVATE, "claim:" + DELIVERY));
    Said said = ear.next();
    assertEquals("123.1001", said.id());
    assertEquals("42", said.person());
    assertEquals("Ana Lopez", said.name());
    assertEquals("42", said.address());
    assertEquals(DELIVERY, said.delivery());
    assertEquals(Receipt.of("chat", "42", "message_id", "7"), said.receipt());
    assertEquals(new Deed.Pressed(Action.CLAIM, Map.of(), List.of()), said.deed());
    JsonNode answer = telegram.awaitAsked("answerCallbackQuery", 0);
    assertEquals("q1", answer.path("callback_query_id").asText());
    assertEquals("You have it.", answer.path("text").asText());
    assertFalse(answer.path("show_alert").asBoolean());
  }

  @Test
  void aPressThatDoesNotCountIsAnsweredByAnAlertOfAtMostTwoHundredCharacters() {
    ear.answers(said -> Heard.refused("Ben has it. ".repeat(30)));
    listen();
    telegram.update(press(ANA, PRIVATE, "give_back:" + DELIVERY));
    JsonNode answer = telegram.awaitAsked("answerCallbackQuery", 0);
    assertTrue(answer.path("show_alert").asBoolean());
    assertTrue(answer.path("text").asText().length() <= 200, answer.toString());
    assertTrue(
        telegram.awaitAsked("sendMessage", 0).path("text").asText().length() > 300,
        "the whole of it stands below");
  }

  @ParameterizedTest
  @CsvSource({"something-else", "claim", "fly:0123456789abcdef0123456789abcdef", "claim:"})
  void aPressOfAButtonNobodyKnowsIsAnsweredToo(String data) {
    listen();
    telegram.update(press(ANA, PRIVATE, data));
    assertEquals(
        "This button does not work any more.",
        telegram.awaitAsked("answerCallbackQuery", 0).path("text").asText());
    assertEquals(List.of(), ear.rest());
  }

  @Test
  void whatIsSaidToAPressThatIsTooOldStandsBelowTheMessage() {
    telegram.once(
        "answerCallbackQuery",
        Answer.json(
            400,
            "{\"ok\":false,\"error_code\":400,\"description\":\"Bad Request: query is too old\"}"));
    ear.answers(said -> Heard.refused("Ben has it."));
    listen();
    telegram.update(press(ANA, PRIVATE, "claim:" + DELIVERY));
    JsonNode message = telegram.awaitAsked("sendMessage", 0);
    assertEquals("Ben has it.", message.path("text").asText());
    assertEquals(7, message.path("reply_parameters").path("message_id").asInt());
  }

  // Once and never lost.

  @Test
  void anUpdateThatIsToldTwiceIsHeardOnce() {
    listen();
    String press = press(ANA, PRIVATE, "claim:" + DELIVERY);
    long number = telegram.update(press);
    ear.next();
    until(() -> telegram.confirmed() >= number, "not confirmed");
    restart();
    telegram.again(number, press);
    telegram.update(press(BEN, PRIVATE, "claim:" + DELIVERY));
    assertEquals("43", ear.next().person(), "the second was not heard again");
    assertEquals(List.of(), ear.rest());
  }

  @Test
  void anUpdateIsConfirmedOnlyWhenItIsOnTheDisk() {
    ear.fails(true);
    listen();
    long number = telegram.update(press(ANA, PRIVATE, "claim:" + DELIVERY));
    int before = telegram.asked("getUpdates").size();
    until(() -> telegram.asked("getUpdates").size() > before + 5, "not asked again");
    assertTrue(telegram.confirmed() < number, "confirmed what was not taken");
    assertEquals(List.of(), ear.rest());
    ear.fails(false);
    assertEquals("123." + number, ear.next().id());
    until(() -> telegram.confirmed() >= number, "not confirmed");
  }

  @Test
  void whatWasKeptBeforeACrashIsHeardAtTheNextStart() {
    String update = "{\"update_id\":999," + press(ANA, PRIVATE, "claim:" + DELIVERY) + "}";
    ear.keptBefore("123.999", update.getBytes(UTF_8));
    listen();
    assertEquals("123.999", ear.next().id());
    until(() -> ear.kept().isEmpty(), "still kept");
  }

  @Test
  void whatADeadProcessKeptIsHeardByThisOne() {
    listen();
    String update = "{\"update_id\":999," + press(ANA, PRIVATE, "claim:" + DELIVERY) + "}";
    ear.keptBefore("123.999", update.getBytes(UTF_8));
    adapter.takeOver(ear.kept());
    assertEquals("123.999", ear.next().id());
    until(() -> ear.kept().isEmpty(), "still kept");
  }

  @Test
  void keptBytesThatNobodyCanReadStopNothing() {
    ear.keptBefore("123.998", "{".getBytes(UTF_8));
    listen();
    telegram.update(press(ANA, PRIVATE, "claim:" + DELIVERY));
    assertEquals("123.1001", ear.next().id());
    until(() -> ear.kept().isEmpty(), "still kept");
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
    Said said = ear.next();
    assertEquals(Receipt.of("chat", "42", "message_id", "7"), said.receipt());
    assertNull(said.delivery());
    Deed.Wrote wrote = assertInstanceOf(Deed.Wrote.class, said.deed());
    assertEquals("2 onions", wrote.text());
    SentFile photo = wrote.files().getFirst();
    assertEquals(Kind.IMAGE, photo.kind());
    assertEquals("image/jpeg", photo.mime());
    assertEquals(7, photo.size());
    assertArrayEquals("picture".getBytes(UTF_8), content(photo));
    JsonNode shown = telegram.awaitAsked("sendMessage", 0);
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
    Said said = ear.next();
    assertEquals("123.1001+2", said.id());
    Deed.Wrote wrote = assertInstanceOf(Deed.Wrote.class, said.deed());
    assertEquals("the shelf", wrote.text());
    assertEquals(3, wrote.files().size());
    until(() -> ear.kept().isEmpty(), "still kept");
    assertEquals(List.of(), ear.rest());
  }

  @Test
  void anAlbumOfWhichOnePartSaysWhatItAnswersIsAnAnswerAsAWhole() {
    listen();
    String photo =
        "\"media_group_id\":\"g1\",\"photo\":[{\"file_id\":\"f\",\"width\":9,\"height\":9}]";
    telegram.update(message(ANA, PRIVATE, photo));
    telegram.update(message(ANA, PRIVATE, photo + "," + replyTo7(PRIVATE)));
    Said said = ear.next();
    assertEquals(Receipt.of("chat", "42", "message_id", "7"), said.receipt());
    assertEquals(2, assertInstanceOf(Deed.Wrote.class, said.deed()).files().size());
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
    assertNull(ear.next().receipt());
  }

  static Stream<Arguments> media() {
    return Stream.of(
        Arguments.of("\"voice\":{\"file_id\":\"f\"}", Kind.AUDIO, "audio/ogg", ""),
        Arguments.of(
            "\"audio\":{\"file_id\":\"f\",\"file_name\":\"a.mp3\",\"mime_type\":\"audio/mp3\"}",
            Kind.AUDIO,
            "audio/mp3",
            "a.mp3"),
        Arguments.of("\"video\":{\"file_id\":\"f\"}", Kind.VIDEO, "video/mp4", ""),
        Arguments.of("\"video_note\":{\"file_id\":\"f\"}", Kind.VIDEO, "video/mp4", ""),
        Arguments.of(
            "\"document\":{\"file_id\":\"f\",\"file_name\":\"x.pdf\",\"mime_type\":\"application/pdf\"}",
            Kind.FILE,
            "application/pdf",
            "x.pdf"),
        Arguments.of(
            "\"document\":{\"file_id\":\"f\",\"file_name\":\"x.png\",\"mime_type\":\"image/png\"}",
            Kind.IMAGE,
            "image/png",
            "x.png"));
  }

  @ParameterizedTest
  @MethodSource("media")
  void everySortOfMediaIsTaken(String media, Kind kind, String mime, String name) throws Exception {
    telegram.file("f", new byte[] {1, 2, 3});
    listen();
    telegram.update(message(ANA, PRIVATE, media + "," + replyTo7(PRIVATE)));
    SentFile file = assertInstanceOf(Deed.Wrote.class, ear.next().deed()).files().getFirst();
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
    Said said = ear.next();
    assertNull(said.receipt(), "it answers none");
    assertEquals(
        new Deed.Wrote("", List.of(), new Deed.Place(52.5, 13.4, "Shop, Main St 1")), said.deed());
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
    String said = telegram.awaitAsked("sendMessage", 0).path("text").asText();
    assertTrue(said.contains("20 MB"), said);
    assertEquals(List.of(), ear.rest());
  }

  @Test
  void aFileThatCannotBeFetchedSaysWhyAndNothingOfTheUrl() {
    telegram.once(
        "getFile",
        Answer.json(
            400,
            "{\"ok\":false,\"error_code\":400,\"description\":\"Bad Request: file is too big\"}"));
    listen();
    telegram.update(message(ANA, PRIVATE, "\"voice\":{\"file_id\":\"f\"}," + replyTo7(PRIVATE)));
    SentFile file = assertInstanceOf(Deed.Wrote.class, ear.next().deed()).files().getFirst();
    IOException failure = assertThrows(IOException.class, () -> content(file));
    assertTrue(failure.toString().contains("20 MB"), failure.toString());
    assertFalse(failure.toString().contains("secretToken"), failure.toString());
  }

  @Test
  void aStickerIsNoAnswerAndSaysSo() {
    listen();
    telegram.update(message(ANA, PRIVATE, "\"sticker\":{\"file_id\":\"f\"}," + replyTo7(PRIVATE)));
    assertTrue(
        telegram.awaitAsked("sendMessage", 0).path("text").asText().contains("cannot be taken"));
    assertEquals(List.of(), ear.rest());
  }

  @Test
  void anEditedMessageChangesNothing() {
    listen();
    telegram.update(
        message(ANA, PRIVATE, "\"text\":\"x\"").replaceFirst("message", "edited_message"));
    telegram.update(message(ANA, PRIVATE, "\"text\":\"y\""));
    assertEquals("y", assertInstanceOf(Deed.Wrote.class, ear.next().deed()).text());
    assertEquals(List.of(), ear.rest());
  }

  // Questions behind buttons.

  @Test
  void doneAsksForTheAnswerAndARestartInBetweenForgetsNothing() {
    listen();
    telegram.update(press(ANA, PRIVATE, "done:" + DELIVERY));
    JsonNode question = telegram.awaitAsked("sendMessage", 0);
    assertTrue(
        question.path("text").asText().endsWith("What is the answer? Text, photo, voice or file."));
    assertTrue(question.path("reply_markup").path("force_reply").asBoolean());
    assertEquals(7, question.path("reply_parameters").path("message_id").asInt());
    assertFalse(
        telegram.awaitAsked("answerCallbackQuery", 0).has("text"),
        "the press is answered silently");
    until(() -> ear.kept().isEmpty(), "still kept");
    assertEquals(List.of(), ear.rest());

    restart();
    telegram.update(
        message(
            ANA,
            PRIVATE,
            "\"caption\":\"Two"
                + " onions\",\"photo\":[{\"file_id\":\"f\",\"width\":9,\"height\":9}],\"reply_to_message\":"
                + telegram.message(501)));
    Said said = ear.next();
    assertEquals(DELIVERY, said.delivery());
    Deed.Pressed pressed = assertInstanceOf(Deed.Pressed.class, said.deed());
    assertEquals(Action.DONE, pressed.action());
    assertEquals(Map.of("text", "Two onions"), pressed.fields());
    assertEquals(1, pressed.files().size());
  }

  @ParameterizedTest
  @CsvSource({
    "decline, Why? (or /skip), reason, No time",
    "ask, What do you want to know?, question, Which shelf?",
    "done, 'What is the answer? Text, photo, voice or file.', text, Two onions",
  })
  void eachQuestionFillsItsField(String code, String words, String field, String text) {
    listen();
    telegram.update(press(ANA, PRIVATE, code + ":" + DELIVERY));
    assertTrue(telegram.awaitAsked("sendMessage", 0).path("text").asText().endsWith(words));
    telegram.update(
        message(
            ANA,
            PRIVATE,
            "\"text\":\"" + text + "\",\"reply_to_message\":" + telegram.message(501)));
    Deed.Pressed pressed = assertInstanceOf(Deed.Pressed.class, ear.next().deed());
    assertEquals(code, pressed.action().code());
    assertEquals(Map.of(field, text), pressed.fields());
  }

  @Test
  void aReasonCanBeSkipped() {
    listen();
    telegram.update(press(ANA, PRIVATE, "decline:" + DELIVERY));
    telegram.awaitAsked("sendMessage", 0);
    telegram.update(
        message(ANA, PRIVATE, "\"text\":\"/skip\",\"reply_to_message\":" + telegram.message(501)));
    assertEquals(new Deed.Pressed(Action.DECLINE, Map.of(), List.of()), ear.next().deed());
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
    assertEquals(Action.CLAIM, assertInstanceOf(Deed.Pressed.class, ear.next().deed()).action());
  }

  // Groups.

  @Test
  void inAGroupWhoPressedIsWhoActsAndTheQuestionIsForThem() {
    listen();
    telegram.update(press(ANA, GROUP, "claim:" + DELIVERY));
    telegram.update(press(BEN, GROUP, "decline:" + DELIVERY));
    Said said = ear.next();
    assertEquals("42", said.person());
    assertEquals("-1007", said.address());
    JsonNode question = telegram.awaitAsked("sendMessage", 0);
    assertTrue(
        question.path("text").asText().startsWith("<a href=\"tg://user?id=43\">Ben</a>: "),
        question.toString());
    assertTrue(question.path("reply_markup").path("selective").asBoolean());
    telegram.update(
        message(BEN, GROUP, "\"text\":\"No time\",\"reply_to_message\":" + telegram.message(501)));
    assertEquals("43", ear.next().person());
  }

  @Test
  void inAGroupOnlyWhatIsAddressedToTheBotCounts() {
    listen();
    telegram.awaitAsked("setMyCommands", 0);
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
    assertEquals(new Deed.Listed(), ear.next().deed());
    telegram.update(message(ANA, GROUP, "\"text\":\"found it\"," + replyTo7(GROUP)));
    assertEquals(new Deed.Wrote("found it", List.of(), null), ear.next().deed());
    assertEquals(List.of(), ear.rest());
  }

  @Test
  void whoWritesAsTheGroupIsAskedToShowWhoTheyAre() {
    listen();
    telegram.update(
        message(
            "{\"id\":1087968824,\"is_bot\":true,\"first_name\":\"Group\"}",
            GROUP,
            "\"sender_chat\":" + GROUP + ",\"text\":\"done\"," + replyTo7(GROUP)));
    String said = telegram.awaitAsked("sendMessage", 0).path("text").asText();
    assertTrue(said.contains("Remain anonymous"), said);
    assertEquals(List.of(), ear.rest());
  }

  @Test
  void aGroupThatBecomesASupergroupIsToldWithBothNumbers() {
    listen();
    telegram.update(message(ANA, "{\"id\":-7,\"type\":\"group\"}", "\"migrate_to_chat_id\":-1007"));
    Said old = ear.next();
    assertEquals("-7", old.address());
    assertEquals(new Deed.Moved("-1007"), old.deed());
    telegram.update(message(ANA, GROUP, "\"migrate_from_chat_id\":-7"));
    Said supergroup = ear.next();
    assertEquals("-7", supergroup.address());
    assertEquals(new Deed.Moved("-1007"), supergroup.deed());
  }

  @Test
  void aMessageThatFindsTheGroupMovedTellsSo() {
    telegram.once(
        "sendMessage",
        Answer.json(
            400,
            "{\"ok\":false,\"error_code\":400,\"description\":\"Bad Request: group chat was"
                + " upgraded to a supergroup"
                + " chat\",\"parameters\":{\"migrate_to_chat_id\":-1007}}"));
    listen();
    adapter.deliver(TestNotifications.to(Address.configured("-7")).make());
    Said said = ear.next();
    assertEquals("-7", said.address());
    assertEquals(new Deed.Moved("-1007"), said.deed());
  }

  // What is said beside tasks.

  static Stream<Arguments> commands() {
    return Stream.of(
        Arguments.of("/start abc_DEF-1", new Deed.Linked("abc_DEF-1")),
        Arguments.of("/start", new Deed.Greeted()),
        Arguments.of("/start what is this?", new Deed.Greeted()),
        Arguments.of("/help", new Deed.Greeted()),
        Arguments.of("/LIST", new Deed.Listed()),
        Arguments.of("/list@mess_test_bot", new Deed.Listed()),
        Arguments.of("/pause 2h", new Deed.Paused("2h")),
        Arguments.of("/pause", new Deed.Paused("")),
        Arguments.of("/resume", new Deed.Resumed()),
        Arguments.of("/done 2 onions", new Deed.Wrote("done 2 onions", List.of(), null)),
        Arguments.of("done 2 onions", new Deed.Wrote("done 2 onions", List.of(), null)));
  }

  @ParameterizedTest
  @MethodSource("commands")
  void wordsWithASlashAreUnderstood(String text, Deed deed) {
    listen();
    telegram.awaitAsked("setMyCommands", 0);
    telegram.update(message(ANA, PRIVATE, "\"text\":\"" + text + "\""));
    assertEquals(deed, ear.next().deed());
  }

  @Test
  void aLinkThatPutsTheBotIntoAGroupBringsItsCode() {
    listen();
    telegram.awaitAsked("setMyCommands", 0);
    telegram.update(message(ANA, GROUP, "\"text\":\"/start@mess_test_bot CODE1\""));
    Said said = ear.next();
    assertEquals(new Deed.Linked("CODE1"), said.deed());
    assertEquals("-1007", said.address());
  }

  @Test
  void whoBlocksTheBotIsOutUntilTheyLetItInAgain() {
    listen();
    String change =
        "\"my_chat_member\":{\"chat\":%s,\"from\":%s,\"old_chat_member\":{\"status\":\"%s\"},\"new_chat_member\":{\"status\":\"%s\"}}";
    telegram.update(change.formatted(PRIVATE, ANA, "member", "kicked"));
    assertEquals(new Deed.OptedOut(true), ear.next().deed());
    telegram.update(change.formatted(PRIVATE, ANA, "kicked", "member"));
    assertEquals(new Deed.OptedOut(false), ear.next().deed());
    telegram.update(change.formatted(GROUP, ANA, "member", "administrator"));
    telegram.update(change.formatted(GROUP, ANA, "administrator", "left"));
    assertEquals(new Deed.OptedOut(true), ear.next().deed());
    assertEquals(0, telegram.asked("sendMessage").size(), "nothing is to be said");
  }

  // Trouble.

  @Test
  void theWayBackIsOpenOnceTelegramAnswers() {
    assertFalse(adapter.wayBackOpen());
    listen();
    until(adapter::wayBackOpen, "not open");
  }

  @Test
  void aProxysErrorPageIsLivedThrough() {
    telegram.once("getUpdates", Answer.of(502, "text/html", "<html>Bad Gateway</html>"));
    telegram.once("getUpdates", Answer.of(200, "text/html", "<html>Welcome</html>"));
    telegram.once("getUpdates", Answer.json(200, "{\"ok\":true,\"result\":{}}"));
    listen();
    telegram.update(press(ANA, PRIVATE, "claim:" + DELIVERY));
    assertEquals("42", ear.next().person());
    until(adapter::wayBackOpen, "not open");
  }

  @Test
  void aQuestionThatIsNeverAnsweredIsAskedAgain() {
    telegram.hangs(true);
    listen();
    until(() -> telegram.asked("getUpdates").size() >= 2, "the poller hangs");
    assertFalse(adapter.wayBackOpen());
    telegram.hangs(false);
    telegram.update(press(ANA, PRIVATE, "claim:" + DELIVERY));
    assertEquals("42", ear.next().person());
  }

  @Test
  void aWebhookThatWasLeftBehindIsRemoved() {
    telegram.once(
        "getUpdates",
        Answer.json(
            409,
            "{\"ok\":false,\"error_code\":409,\"description\":\"Conflict: can't use getUpdates"
                + " method while webhook is active; use deleteWebhook to delete the webhook"
                + " first\"}"));
    listen();
    telegram.awaitAsked("deleteWebhook", 0);
    until(adapter::wayBackOpen, "not open");
  }

  @Test
  void anotherProgramThatAsksIsNamedAndHowToMendIt() {
    Answer conflict =
        Answer.json(
            409,
            "{\"ok\":false,\"error_code\":409,\"description\":\"Conflict: terminated by other"
                + " getUpdates request; make sure that only one bot instance is running\"}");
    for (int i = 0; i < 1_000; i++) {
      telegram.once("getUpdates", conflict);
    }
    listen();
    until(() -> telegram.asked("getUpdates").size() > 1, "not asked again");
    assertFalse(adapter.wayBackOpen());
    SelfTest.Finding finding = adapter.selfTest().getFirst();
    assertTrue(finding.sentence().contains("another program"), finding.toString());
    assertEquals(0, telegram.asked("deleteWebhook").size());
  }

  @Test
  void aRefusedTokenClosesTheWayBack() {
    listen();
    until(adapter::wayBackOpen, "not open");
    for (int i = 0; i < 1_000; i++) {
      telegram.once(
          "getUpdates",
          Answer.json(401, "{\"ok\":false,\"error_code\":401,\"description\":\"Unauthorized\"}"));
    }
    until(() -> !adapter.wayBackOpen(), "still open");
  }

  @Test
  void closingEndsAQuestionThatWaitsAtOnce() {
    listen();
    until(adapter::wayBackOpen, "not open");
    until(() -> telegram.asked("getUpdates").size() >= 2, "does not wait for news");
    long begun = System.nanoTime();
    adapter.close();
    Duration took = Duration.ofNanos(System.nanoTime() - begun);
    assertTrue(took.toMillis() < 800, "took " + took);
    int asked = telegram.asked("getUpdates").size();
    telegram.update(press(ANA, PRIVATE, "claim:" + DELIVERY));
    assertEquals(asked, telegram.asked("getUpdates").size());
    assertEquals(List.of(), ear.rest());
  }

  // Links and checks.

  @Test
  void deepLinksOpenTheBotWithACode() {
    assertEquals(
        Optional.of(URI.create("https://t.me/mess_test_bot?start=abc")), adapter.start("abc"));
    assertEquals(
        Optional.of(URI.create("https://t.me/mess_test_bot?startgroup=abc")),
        adapter.startGroup("abc"));
  }

  @Test
  void aBotWhoseNameIsNotKnownHasNoLink() {
    telegram.once("getMe", Answer.of(502, "text/html", "<html>"));
    assertEquals(Optional.empty(), adapter.start("abc"));
  }

  @Test
  void theSelfTestTellsOfAWebhookElsewhereWithoutItsPath() {
    telegram.once(
        "getWebhookInfo",
        Answer.json(
            200,
            "{\"ok\":true,\"result\":{\"url\":\"https://other.example.org/hook/SECRETPATH\"}}"));
    SelfTest.Finding finding = adapter.selfTest().getFirst();
    assertFalse(finding.severe());
    assertTrue(finding.sentence().contains("other.example.org"), finding.toString());
    assertFalse(finding.toString().contains("SECRETPATH"), finding.toString());
  }

  // Calls by Telegram.

  private static Inbound.Call call(String secret, String body) {
    return new Inbound.Call(
        "POST",
        CALLBACK,
        Map.of("x-telegram-bot-api-secret-token", List.of(secret)),
        body.getBytes(UTF_8));
  }

  private String called() {
    adapter.close();
    adapter = adapter(Map.of("webhook", true), CALLBACK);
    listen();
    JsonNode registration = telegram.awaitAsked("setWebhook", 0);
    assertEquals(CALLBACK.toString(), registration.path("url").asText());
    assertEquals(3, registration.path("allowed_updates").size());
    return registration.path("secret_token").asText();
  }

  @Test
  void telegramCallsWithItsSecretAreKeptAndHeard() {
    String secret = called();
    assertTrue(secret.matches("[A-Za-z0-9_-]{40,256}"), "must be hard to guess");
    until(adapter::wayBackOpen, "not open");
    String body = "{\"update_id\":5," + press(ANA, PRIVATE, "claim:" + DELIVERY) + "}";
    assertEquals(200, adapter.receive(call(secret, body)).status());
    assertEquals("123.5", ear.next().id());
    assertEquals(200, adapter.receive(call(secret, body)).status());
    until(() -> ear.kept().isEmpty(), "still kept");
    assertEquals(List.of(), ear.rest());
    assertEquals(0, telegram.asked("getUpdates").size(), "it is called, it does not ask");
    ear.callable(false);
    assertFalse(adapter.wayBackOpen());
  }

  @Test
  void aCallWithAnotherSecretIsNotEvenRead() {
    String secret = called();
    assertEquals(401, adapter.receive(call(secret + "x", "{")).status());
    assertEquals(401, adapter.receive(call("", "{")).status());
    assertEquals(
        401, adapter.receive(new Inbound.Call("POST", CALLBACK, Map.of(), new byte[0])).status());
    assertEquals(List.of(), ear.rest());
  }

  @Test
  void aCallThatCannotBeKeptComesAgain() {
    String secret = called();
    ear.fails(true);
    String body = "{\"update_id\":5," + press(ANA, PRIVATE, "claim:" + DELIVERY) + "}";
    assertEquals(503, adapter.receive(call(secret, body)).status());
    ear.fails(false);
    assertEquals(200, adapter.receive(call(secret, body)).status());
    assertEquals("123.5", ear.next().id());
  }

  @Test
  void withoutAPublicAddressTelegramIsAskedInstead() {
    adapter.close();
    adapter = adapter(Map.of("webhook", true), null);
    listen();
    until(adapter::wayBackOpen, "not open");
    assertEquals(0, telegram.asked("setWebhook").size());
    assertTrue(adapter.selfTest().getFirst().remedy().contains("client_url"));
  }

  @Test
  void whoIsNotCalledKnowsNoCallbacks() {
    listen();
    assertEquals(404, adapter.receive(call("x", "{}")).status());
  }
}
