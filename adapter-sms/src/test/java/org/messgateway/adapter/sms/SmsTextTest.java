package org.messgateway.adapter.sms;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.net.URI;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.messgateway.adapter.sms.SmsSegments.SmsEncoding;
import org.messgateway.api.Address;
import org.messgateway.api.DeliveryOptions;
import org.messgateway.api.MessageButton;
import org.messgateway.api.Notification;
import org.messgateway.api.NotificationContent;
import org.messgateway.api.TaskLinks;
import org.messgateway.api.mess.Payload;
import org.messgateway.api.mess.Priority;
import org.messgateway.api.mess.RequestConstraints;
import org.messgateway.api.mess.ThreadStatus;
import org.messgateway.api.text.Texts;
import org.messgateway.testkit.Conforms;
import org.messgateway.testkit.HostileText;
import org.messgateway.testkit.TestNotifications;

class SmsTextTest {

  private static final String LINK = "https://mess.example.com/r/Kq7hk2mZ0bN4xT9vLw3s";

  private static final TaskLinks LINKS =
      new TaskLinks(URI.create(LINK + "/page"), URI.create(LINK), URI.create(LINK + "/respond"));

  private static TestNotifications request() {
    return TestNotifications.to(Address.configured("+14155550123")).links(LINKS);
  }

  private static String text(TestNotifications notification) {
    return SmsText.of(notification.make(), TestNotifications.NOW);
  }

  static List<String> languages() {
    return Texts.LANGUAGES;
  }

  @ParameterizedTest
  @MethodSource("languages")
  void aRequestFitsTwoTextsInEveryLanguage(String language) {
    String text =
        text(
            request()
                .texts(Texts.of(language))
                .buttons(EnumSet.of(MessageButton.CLAIM, MessageButton.DECLINE)));
    assertTrue(text.contains(LINK), text);
    assertTrue(text.contains("check what's in the"), text);
    SmsSegments segments = SmsSegments.of(text);
    assertEquals(
        language.equals("ja") ? SmsEncoding.UCS_2 : SmsEncoding.GSM_7,
        segments.smsEncoding(),
        text);
    assertTrue(segments.count() <= (language.equals("ja") ? 3 : 2), text);
  }

  /** One letter beside the alphabet would more than double the price of each text. */
  @ParameterizedTest
  @ValueSource(strings = {"en", "de", "es", "fr"})
  void whatIsWrittenForTextsStaysInTheAlphabet(String language) {
    Texts.of(language)
        .patterns()
        .forEach((key, words) -> {
          if (Set.of("sms", "notice", "trouble").contains(key.replaceFirst("\\..*", ""))) {
            assertTrue(Gsm7Alphabet.holds(words), key + " = " + words);
          }
        });
  }

  @ParameterizedTest
  @ValueSource(strings = {"en", "de", "es", "fr"})
  void aListOfTasksStaysInTheAlphabet(String language) {
    NotificationContent.DigestEntry entry =
        new NotificationContent.DigestEntry("d1", "water the plants", "A", null);
    String text =
        text(
            request()
                .texts(Texts.of(language))
                .buttons(Set.of(MessageButton.CLAIM))
                .content(new NotificationContent.TaskDigest(List.of(entry, entry), 2)));
    assertTrue(Gsm7Alphabet.holds(text), text);
    assertTrue(text.contains("A1"), text);
  }

  @Test
  void ourWordsLoseTheAccentsThatTheAlphabetLacks() {
    assertEquals("sab 21 mar, si, aout", Gsm7Alphabet.unaccented("sáb 21 mar, sí, août"));
    assertEquals("Größe, é ñ ¿", Gsm7Alphabet.unaccented("Größe, é ñ ¿"));
    assertEquals("はい", Gsm7Alphabet.unaccented("はい"));
  }

  @ParameterizedTest
  @MethodSource("forms")
  @Conforms(182)
  void aRequestSaysWhatWorksNow(TestNotifications notification, String text) {
    assertEquals(text, text(notification));
  }

  static List<Arguments> forms() {
    Set<MessageButton> claimOnly = Set.of(MessageButton.CLAIM);
    Set<MessageButton> both = Set.of(MessageButton.CLAIM, MessageButton.DECLINE);
    String start = "Miller home: \"check what's in the fridge\" by 10:00, photo wanted";
    return List.of(
        Arguments.of(
            request().buttons(both), start + ". Reply 1 to take it, 2 to pass, or " + LINK),
        Arguments.of(
            request().buttons(both).withoutLinks(), start + ". Reply 1 to take it, 2 to pass."),
        Arguments.of(request().buttons(claimOnly).withoutLinks(), start + ". Reply 1 to take it."),
        Arguments.of(request(), start + "\nRespond: " + LINK),
        Arguments.of(request().withoutLinks(), start + "."),
        Arguments.of(request().buttons(Set.of(MessageButton.DONE)).withoutLinks(), start + "."),
        Arguments.of(
            request().priority(Priority.URGENT).withoutLinks(),
            "Miller home: urgent: \"check what's in the fridge\" by 10:00, photo wanted."),
        Arguments.of(
            request().recipients("Ana", "Ben").withoutLinks(),
            "Miller home: \"check what's in the fridge\" for Ana or Ben by 19:00, photo wanted."),
        Arguments.of(
            request().title(""),
            "MESS: \"check what's in the fridge\" by 10:00, photo wanted\nRespond: " + LINK),
        Arguments.of(
            request().title("").withoutLinks(),
            "MESS: \"check what's in the fridge\" by 10:00, photo wanted."));
  }

  @ParameterizedTest
  @MethodSource("words")
  void everyKindSaysItsWords(NotificationContent content, String words) {
    assertEquals("Miller home: " + words, text(request().content(content).withoutLinks()));
  }

  static List<Arguments> words() {
    String intent = "\"check what's in the fridge\"";
    return List.of(
        Arguments.of(new NotificationContent.ClaimedByReader(), "You have it: " + intent),
        Arguments.of(new NotificationContent.TakenByOther("Ana"), "Ana has it: " + intent),
        Arguments.of(
            new NotificationContent.AgentReply("claude-agent", "Top shelf"),
            "claude-agent answered: Top shelf"),
        Arguments.of(
            new NotificationContent.TaskCancelled("Found it"), "No longer needed: " + intent),
        Arguments.of(new NotificationContent.TaskReminder(), "Still on it? " + intent),
        Arguments.of(
            new NotificationContent.TaskFinished(ThreadStatus.FAILED), "Not done: " + intent),
        Arguments.of(new NotificationContent.TaskExpired(), "Too late now: " + intent),
        Arguments.of(
            new NotificationContent.GatewayTrouble("Disk full", "10:40", "Free it"),
            "Disk full\nSince: 10:40\nTo do: Free it"),
        Arguments.of(
            new NotificationContent.ChannelTest(), "This is a test. There is nothing to do."));
  }

  @Test
  @Conforms(310)
  void thePlaceAndTheWantedAnswerAreSaidFirstAndTheRestWhereItCostsNothing() {
    RequestConstraints near =
        new RequestConstraints(
            "grocery store near home", null, null, null, List.of("daylight"), List.of());
    List<Payload.ResponseHint> hints =
        List.of(
            new Payload.ResponseHint("image", "the shelf"),
            new Payload.ResponseHint("text", "list the prices"),
            new Payload.ResponseHint("confirmation", null));
    Map<String, Object> pay = Map.of("shells", 5);
    TestNotifications onions = request().intent("buy yellow onions").conditions(near, hints, pay);
    String start =
        "Miller home: \"buy yellow onions\" (grocery store near home) by 10:00,"
            + " photo, yes or no wanted";
    assertEquals(start + ", daylight, for 5 shells.", text(onions.withoutLinks()));
    String linked = text(onions.buttons(Set.of(MessageButton.CLAIM)));
    assertTrue(linked.startsWith("Miller home: \"buy yellow onions\" (grocery store"), linked);
    assertTrue(linked.endsWith(LINK), linked);
    assertEquals(2, SmsSegments.of(linked).count(), linked);
    assertFalse(linked.contains("daylight"), linked);
  }

  @Test
  void aLongIntentGivesWayAndTheLinkStaysWhole() {
    String long1 = "Please check the fridge and tell me about the milk. ".repeat(20);
    String text = text(request().intent(long1));
    assertEquals(1, SmsSegments.of(text).count(), text);
    assertTrue(text.endsWith("...\" by 10:00, photo wanted\nRespond: " + LINK), text);
    assertTrue(SmsSegments.of(text).units() >= 155, "no room is wasted: " + text);
  }

  @Test
  void withoutALinkThereIsMoreRoom() {
    String text = text(request().intent("Please check it. ".repeat(20)).withoutLinks());
    assertEquals(1, SmsSegments.of(text).count(), text);
    assertTrue(SmsSegments.of(text).units() >= 155, text);
  }

  @Test
  void ofAnotherKindTheQuoteIsClosedAfterTheCut() {
    String text =
        text(
            request()
                .intent("word ".repeat(100))
                .content(new NotificationContent.TakenByOther("Ana"))
                .withoutLinks());
    assertTrue(text.startsWith("Miller home: Ana has it: \"word word"), text);
    assertTrue(text.endsWith("...\""), text);
    assertEquals(1, SmsSegments.of(text).count());
  }

  @Test
  void gsm7StaysGsm7() {
    String text = text(request().intent("it’s “cold” – isn’t it… " + "x".repeat(300)));
    assertEquals(SmsEncoding.GSM_7, SmsSegments.of(text).smsEncoding(), text);
    assertTrue(text.contains("it's \"cold\" - isn't it..."), text);
  }

  @Test
  void whatIsWrittenInAnotherScriptIsKept() {
    String text = text(request().intent("Проверь, что в холодильнике").withoutLinks());
    assertEquals("Miller home: \"Проверь, что в холодильнике\" by 10:00, photo wanted.", text);
    assertEquals(1, SmsSegments.of(text).count());
  }

  @Test
  void anEmojiFarBackDoesNotMakeTheFrontShorter() {
    String text = text(request().intent("a".repeat(200) + "🧊").withoutLinks());
    assertEquals(SmsEncoding.GSM_7, SmsSegments.of(text).smsEncoding());
    assertTrue(SmsSegments.of(text).units() >= 155, text);
  }

  @Test
  void anEmojiIsNeverCutInHalf() {
    String family = "👩‍👩‍👧‍👦";
    String text = text(request().intent(family.repeat(30)).withoutLinks());
    String shown = text.substring(text.indexOf('"') + 1, text.lastIndexOf('…'));
    assertEquals(0, shown.length() % family.length(), "whole families only: " + shown);
  }

  @Test
  void twoSegmentsAreBetterThanAHandfulOfLetters() {
    URI far = URI.create("https://mess.household.example.com/r/" + "x".repeat(90));
    String text =
        text(
            request()
                .intent("check what's in the fridge and say whether there is milk")
                .links(new TaskLinks(far, far, far)));
    assertEquals(2, SmsSegments.of(text).count(), text);
    assertTrue(text.contains("whether there is milk\""), text);
  }

  @Test
  void aMonstrousLinkStillGoesWhole() {
    URI far = URI.create("https://mess.example.com/r/" + "x".repeat(400));
    String text = text(request().intent("y".repeat(500)).links(new TaskLinks(far, far, far)));
    assertTrue(text.endsWith(far.toString()), text);
    assertTrue(text.contains("y".repeat(24)), text);
    assertTrue(text.length() <= 1600, "Twilio takes no more");
  }

  /** What carriers and Twilio act upon when it is written back. */
  private static final Pattern CARRIER_WORDS =
      Pattern.compile(
          "\\b(stop|stopall|unsubscribe|cancel|end|quit|start|unstop|yes|help|info|optout|revoke)\\b");

  static Stream<NotificationContent> allNews() {
    return Stream.concat(
        TestNotifications.everyContent().stream(), Stream.of(digest(3), digest(30)));
  }

  private static NotificationContent.TaskDigest digest(int count) {
    return new NotificationContent.TaskDigest(
        IntStream.range(0, count)
            .mapToObj(i -> waiting("water plant " + i, String.valueOf((char) ('A' + i))))
            .toList(),
        2);
  }

  private static NotificationContent.DigestEntry waiting(String intent, String code) {
    return new NotificationContent.DigestEntry(
        "0123456789abcdef0123456789abcdef", intent, code, null);
  }

  @ParameterizedTest
  @MethodSource("allNews")
  void noWordOfTheCarriersIsTaught(NotificationContent content) {
    for (Set<MessageButton> buttons :
        List.of(EnumSet.allOf(MessageButton.class), Set.<MessageButton>of())) {
      for (String code : List.of("", "B")) {
        Notification notification = coded(request().content(content).buttons(buttons), code);
        String text =
            SmsText.of(notification, TestNotifications.NOW)
                .replace("\"check what's in the fridge\"", "");
        assertFalse(CARRIER_WORDS.matcher(text.toLowerCase(Locale.ROOT)).find(), text);
      }
    }
  }

  private static Notification coded(TestNotifications made, String code) {
    Notification plain = made.make();
    return new Notification(
        plain.id(),
        plain.content(),
        plain.title(),
        plain.address(),
        plain.recipients(),
        plain.thread(),
        plain.deadline(),
        plain.links(),
        plain.buttons(),
        plain.answers(),
        plain.document(),
        new DeliveryOptions(false, null, code));
  }

  private static String text(Notification notification) {
    return SmsText.of(notification, TestNotifications.NOW);
  }

  @Test
  void theChoicesOfAQuestionHaveNumbers() {
    String asked = "Miller home: \"check what's in the fridge\" by 10:00, facts wanted";
    assertEquals(
        asked + ". Reply 1 for whole, 2 for skimmed.", text(answered(request().withoutLinks())));
    assertEquals(
        asked + ". Reply B1 for whole, B2 for skimmed, or " + LINK,
        text(coded(answered(request()), "B")));
  }

  private static TestNotifications answered(TestNotifications request) {
    return request
        .wanted(new Payload.ResponseHint("structured", Map.of("milk", List.of("whole", "skimmed"))))
        .buttons(Set.of(MessageButton.CLAIM, MessageButton.DECLINE));
  }

  @Test
  void whereSeveralAreOpenTheLetterStandsBeforeTheNumber() {
    Set<MessageButton> both = Set.of(MessageButton.CLAIM, MessageButton.DECLINE);
    assertEquals(
        "Miller home: \"check what's in the fridge\" by 10:00, photo wanted. Reply B1 to take it,"
            + " B2 to pass.",
        text(coded(request().withoutLinks().buttons(both), "B")));
    assertEquals(
        "Miller home: Still on it? \"check what's in the fridge\"\n"
            + "Reply B DONE and what you found",
        text(
            coded(
                request()
                    .content(new NotificationContent.TaskReminder())
                    .withoutLinks()
                    .buttons(Set.of(MessageButton.DONE)),
                "B")));
  }

  @Test
  void whoHasATaskIsToldHowToFinishItWhereRepliesReachUs() {
    Set<MessageButton> done = Set.of(MessageButton.DONE);
    assertEquals(
        "Miller home: claude-agent answered: Top shelf\nReply DONE and what you found, or " + LINK,
        text(
            request()
                .content(new NotificationContent.AgentReply("claude-agent", "Top shelf"))
                .buttons(done)));
    assertEquals(
        "Miller home: Still on it? \"check what's in the fridge\"\nRespond: " + LINK,
        text(request().content(new NotificationContent.TaskReminder())));
  }

  @Test
  void whatIsOverHasNoLink() {
    assertEquals(
        "Miller home: Ana has it: \"check what's in the fridge\"",
        text(request().content(new NotificationContent.TakenByOther("Ana"))));
  }

  @Test
  void aDigestCountsAndNamesTheFirstWithTheirLetters() {
    NotificationContent.TaskDigest digest =
        new NotificationContent.TaskDigest(
            List.of(waiting("get milk", "A"), waiting("feed the cat", "B")), 3);
    TestNotifications made = request().content(digest).withoutLinks();
    assertEquals(
        "Miller home: 5 tasks are waiting:\nA: get milk\nB: feed the cat\nand 3 more\n"
            + "Reply A1 to take A, A2 to pass, and so on.",
        text(made.buttons(Set.of(MessageButton.CLAIM))));
    assertEquals(
        "Miller home: 5 tasks are waiting:\n- get milk\n- feed the cat\nand 3 more", text(made));
  }

  @ParameterizedTest
  @ValueSource(strings = {"word ", "Проверь, что ", "👩‍👩‍👧‍👦", "é", "|^€"})
  void aDigestStaysWithinTwoSegmentsWhateverIsWaiting(String unit) {
    for (int count = 1; count < 20; count++) {
      List<NotificationContent.DigestEntry> all =
          IntStream.range(0, count).mapToObj(i -> waiting(unit.repeat(40), "A")).toList();
      String text =
          text(
              request()
                  .content(new NotificationContent.TaskDigest(all, 0))
                  .buttons(Set.of(MessageButton.CLAIM)));
      assertTrue(SmsSegments.of(text).count() <= 2, text);
      assertTrue(UTF_8.newEncoder().canEncode(text), "no half characters");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"null", "", " "})
  void theBodyIsNeverTheWordThatTwiliosClientDrops(String intent) {
    TestNotifications.everyContent()
        .forEach(content -> {
          String text =
              text(request().intent(intent).title(intent).content(content).withoutLinks());
          assertNotEquals("null", text);
          assertFalse(text.isBlank());
        });
  }

  @ParameterizedTest
  @EnumSource
  void hostileTextsStayShortAndWhole(HostileText hostile) {
    TestNotifications.everywhere(Address.configured("+14155550123"), hostile.text())
        .map(notification -> notification.links(LINKS))
        .forEach(notification -> {
          String text = text(notification);
          assertTrue(text.length() <= 320, () -> text.length() + ": " + text);
          assertTrue(UTF_8.newEncoder().canEncode(text), "no half characters");
          if (notification.make().content() instanceof NotificationContent.TaskRequest) {
            assertTrue(text.endsWith(LINK), text);
          }
        });
  }

  @Test
  void aBookIsShortenedQuickly() {
    String book = "🧊 long ".repeat(200_000);
    // Of this thread alone: a busy machine takes its time, not more work.
    ThreadMXBean processor = ManagementFactory.getThreadMXBean();
    long start = processor.getCurrentThreadCpuTime();
    assertTrue(SmsSegments.of(text(request().intent(book))).count() <= 2);
    assertTrue(
        processor.getCurrentThreadCpuTime() - start < 2_000_000_000L, "in well under two seconds");
  }
}
