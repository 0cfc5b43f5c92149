package org.messgateway.adapter.sms;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.URI;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
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
import org.messgateway.adapter.sms.Segments.Alphabet;
import org.messgateway.api.Action;
import org.messgateway.api.Address;
import org.messgateway.api.Links;
import org.messgateway.api.Manner;
import org.messgateway.api.News;
import org.messgateway.api.Notification;
import org.messgateway.api.mess.Priority;
import org.messgateway.api.mess.ThreadStatus;
import org.messgateway.testkit.HostileText;
import org.messgateway.testkit.TestNotifications;

class SmsTextTest {

  private static final String LINK = "https://mess.example.com/r/Kq7hk2mZ0bN4xT9vLw3s";

  private static final Links LINKS =
      new Links(URI.create(LINK + "/page"), URI.create(LINK), URI.create(LINK + "/respond"));

  private static TestNotifications request() {
    return TestNotifications.to(Address.configured("+14155550123")).links(LINKS);
  }

  private static String text(TestNotifications notification) {
    return SmsText.of(notification.make(), TestNotifications.NOW);
  }

  @ParameterizedTest
  @MethodSource("forms")
  void aRequestSaysWhatWorksNow(TestNotifications notification, String text) {
    assertEquals(text, text(notification));
  }

  static List<Arguments> forms() {
    Set<Action> claimOnly = Set.of(Action.CLAIM);
    Set<Action> both = Set.of(Action.CLAIM, Action.DECLINE);
    String start = "Miller home: \"check what's in the fridge\" by 10:00";
    return List.of(
        Arguments.of(
            request().actions(both), start + ". Reply 1 to take it, 2 to pass, or " + LINK),
        Arguments.of(
            request().actions(both).withoutLinks(), start + ". Reply 1 to take it, 2 to pass."),
        Arguments.of(request().actions(claimOnly).withoutLinks(), start + ". Reply 1 to take it."),
        Arguments.of(request(), start + "\nRespond: " + LINK),
        Arguments.of(request().withoutLinks(), start + "."),
        Arguments.of(request().actions(Set.of(Action.DONE)).withoutLinks(), start + "."),
        Arguments.of(
            request().priority(Priority.URGENT).withoutLinks(),
            "Miller home: urgent: \"check what's in the fridge\" by 10:00."),
        Arguments.of(
            request().recipients("Ana", "Ben").withoutLinks(),
            "Miller home: \"check what's in the fridge\" for Ana or Ben by 19:00."),
        Arguments.of(
            request().title("").withoutLinks(), "MESS: \"check what's in the fridge\" by 10:00."));
  }

  @ParameterizedTest
  @MethodSource("words")
  void everyKindSaysItsWords(News news, String words) {
    assertEquals("Miller home: " + words, text(request().news(news).withoutLinks()));
  }

  static List<Arguments> words() {
    String intent = "\"check what's in the fridge\"";
    return List.of(
        Arguments.of(new News.Claimed(), "You have it: " + intent),
        Arguments.of(new News.Taken("Ana"), "Ana has it: " + intent),
        Arguments.of(
            new News.Replied("claude-agent", "Top shelf"), "claude-agent answered: Top shelf"),
        Arguments.of(new News.Cancelled("Found it"), "No longer needed: " + intent),
        Arguments.of(new News.Reminder(), "Still on it? " + intent),
        Arguments.of(new News.Finished(ThreadStatus.FAILED), "Not done: " + intent),
        Arguments.of(new News.Expired(), "Too late now: " + intent),
        Arguments.of(
            new News.Trouble("Disk full", "10:40", "Free it"),
            "Disk full\nSince: 10:40\nTo do: Free it"),
        Arguments.of(new News.Test(), "This is a test. There is nothing to do."));
  }

  @Test
  void aLongIntentGivesWayAndTheLinkStaysWhole() {
    String long1 = "Please check the fridge and tell me about the milk. ".repeat(20);
    String text = text(request().intent(long1));
    assertEquals(1, Segments.of(text).count(), text);
    assertTrue(text.endsWith("...\" by 10:00\nRespond: " + LINK), text);
    assertTrue(Segments.of(text).units() >= 155, "no room is wasted: " + text);
  }

  @Test
  void withoutALinkThereIsMoreRoom() {
    String text = text(request().intent("Please check it. ".repeat(20)).withoutLinks());
    assertEquals(1, Segments.of(text).count(), text);
    assertTrue(Segments.of(text).units() >= 155, text);
  }

  @Test
  void ofAnotherKindTheQuoteIsClosedAfterTheCut() {
    String text =
        text(request().intent("word ".repeat(100)).news(new News.Taken("Ana")).withoutLinks());
    assertTrue(text.startsWith("Miller home: Ana has it: \"word word"), text);
    assertTrue(text.endsWith("...\""), text);
    assertEquals(1, Segments.of(text).count());
  }

  @Test
  void gsm7StaysGsm7() {
    String text = text(request().intent("it’s “cold” – isn’t it… " + "x".repeat(300)));
    assertEquals(Alphabet.GSM_7, Segments.of(text).alphabet(), text);
    assertTrue(text.contains("it's \"cold\" - isn't it..."), text);
  }

  @Test
  void whatIsWrittenInAnotherScriptIsKept() {
    String text = text(request().intent("Проверь, что в холодильнике").withoutLinks());
    assertEquals("Miller home: \"Проверь, что в холодильнике\" by 10:00.", text);
    assertEquals(1, Segments.of(text).count());
  }

  @Test
  void anEmojiFarBackDoesNotMakeTheFrontShorter() {
    String text = text(request().intent("a".repeat(200) + "🧊").withoutLinks());
    assertEquals(Alphabet.GSM_7, Segments.of(text).alphabet());
    assertTrue(Segments.of(text).units() >= 155, text);
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
                .links(new Links(far, far, far)));
    assertEquals(2, Segments.of(text).count(), text);
    assertTrue(text.contains("whether there is milk\""), text);
  }

  @Test
  void aMonstrousLinkStillGoesWhole() {
    URI far = URI.create("https://mess.example.com/r/" + "x".repeat(400));
    String text = text(request().intent("y".repeat(500)).links(new Links(far, far, far)));
    assertTrue(text.endsWith(far.toString()), text);
    assertTrue(text.contains("y".repeat(24)), text);
    assertTrue(text.length() <= 1600, "Twilio takes no more");
  }

  /** What carriers and Twilio act upon when it is written back. */
  private static final Pattern CARRIER_WORDS =
      Pattern.compile(
          "\\b(stop|stopall|unsubscribe|cancel|end|quit|start|unstop|yes|help|info|optout|revoke)\\b");

  static Stream<News> allNews() {
    return Stream.concat(TestNotifications.everyNews().stream(), Stream.of(digest(3), digest(30)));
  }

  private static News.Digest digest(int count) {
    return new News.Digest(
        IntStream.range(0, count)
            .mapToObj(i -> waiting("water plant " + i, String.valueOf((char) ('A' + i))))
            .toList(),
        2);
  }

  private static News.Waiting waiting(String intent, String code) {
    return new News.Waiting("0123456789abcdef0123456789abcdef", intent, code, null);
  }

  @ParameterizedTest
  @MethodSource("allNews")
  void noWordOfTheCarriersIsTaught(News news) {
    for (Set<Action> actions : List.of(EnumSet.allOf(Action.class), Set.<Action>of())) {
      for (String code : List.of("", "B")) {
        Notification notification = coded(request().news(news).actions(actions), code);
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
        plain.news(),
        plain.title(),
        plain.address(),
        plain.recipients(),
        plain.thread(),
        plain.deadline(),
        plain.links(),
        plain.actions(),
        plain.document(),
        new Manner(false, null, code));
  }

  private static String text(Notification notification) {
    return SmsText.of(notification, TestNotifications.NOW);
  }

  @Test
  void whereSeveralAreOpenTheLetterStandsBeforeTheNumber() {
    Set<Action> both = Set.of(Action.CLAIM, Action.DECLINE);
    assertEquals(
        "Miller home: \"check what's in the fridge\" by 10:00. Reply B1 to take it, B2 to pass.",
        text(coded(request().withoutLinks().actions(both), "B")));
    assertEquals(
        "Miller home: Still on it? \"check what's in the fridge\"\n"
            + "Reply B DONE and what you found",
        text(
            coded(
                request().news(new News.Reminder()).withoutLinks().actions(Set.of(Action.DONE)),
                "B")));
  }

  @Test
  void whoHasATaskIsToldHowToFinishItWhereRepliesReachUs() {
    Set<Action> done = Set.of(Action.DONE);
    assertEquals(
        "Miller home: claude-agent answered: Top shelf\nReply DONE and what you found, or " + LINK,
        text(request().news(new News.Replied("claude-agent", "Top shelf")).actions(done)));
    assertEquals(
        "Miller home: Still on it? \"check what's in the fridge\"\nRespond: " + LINK,
        text(request().news(new News.Reminder())));
  }

  @Test
  void whatIsOverHasNoLink() {
    assertEquals(
        "Miller home: Ana has it: \"check what's in the fridge\"",
        text(request().news(new News.Taken("Ana"))));
  }

  @Test
  void aDigestCountsAndNamesTheFirstWithTheirLetters() {
    News.Digest digest =
        new News.Digest(List.of(waiting("get milk", "A"), waiting("feed the cat", "B")), 3);
    TestNotifications made = request().news(digest).withoutLinks();
    assertEquals(
        "Miller home: 5 more are waiting:\nA: get milk\nB: feed the cat\nand 3 more\n"
            + "Reply A1 to take A, A2 to pass, and so on.",
        text(made.actions(Set.of(Action.CLAIM))));
    assertEquals(
        "Miller home: 5 more are waiting:\n- get milk\n- feed the cat\nand 3 more", text(made));
  }

  @ParameterizedTest
  @ValueSource(strings = {"word ", "Проверь, что ", "👩‍👩‍👧‍👦", "é", "|^€"})
  void aDigestStaysWithinTwoSegmentsWhateverIsWaiting(String unit) {
    for (int count = 1; count < 20; count++) {
      List<News.Waiting> all =
          IntStream.range(0, count).mapToObj(i -> waiting(unit.repeat(40), "A")).toList();
      String text = text(request().news(new News.Digest(all, 0)).actions(Set.of(Action.CLAIM)));
      assertTrue(Segments.of(text).count() <= 2, text);
      assertTrue(UTF_8.newEncoder().canEncode(text), "no half characters");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"null", "", " "})
  void theBodyIsNeverTheWordThatTwiliosClientDrops(String intent) {
    TestNotifications.everyNews()
        .forEach(news -> {
          String text = text(request().intent(intent).title(intent).news(news).withoutLinks());
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
          if (notification.make().news() instanceof News.Request) {
            assertTrue(text.endsWith(LINK), text);
          }
        });
  }

  @Test
  void aBookIsShortenedQuickly() {
    String book = "🧊 long ".repeat(200_000);
    long start = System.nanoTime();
    assertTrue(Segments.of(text(request().intent(book))).count() <= 2);
    assertTrue(System.nanoTime() - start < 2_000_000_000L, "in well under two seconds");
  }
}
