package org.messgateway.adapter.telegram;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.URI;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.messgateway.api.Address;
import org.messgateway.api.DeliveryOptions;
import org.messgateway.api.MessageButton;
import org.messgateway.api.Notification;
import org.messgateway.api.NotificationContent;
import org.messgateway.api.Receipt;
import org.messgateway.api.TaskLinks;
import org.messgateway.api.mess.ContentEntry;
import org.messgateway.api.mess.Payload.ResponseHint;
import org.messgateway.api.mess.Priority;
import org.messgateway.api.mess.ThreadStatus;
import org.messgateway.testkit.Conforms;
import org.messgateway.testkit.HostileText;
import org.messgateway.testkit.TestNotifications;
import org.telegram.telegrambots.meta.api.methods.send.SendMessage;
import org.telegram.telegrambots.meta.api.objects.replykeyboard.InlineKeyboardMarkup;
import org.telegram.telegrambots.meta.api.objects.replykeyboard.buttons.InlineKeyboardButton;

class TelegramMessageTest {

  private static TestNotifications request() {
    return TestNotifications.to(Address.configured("42"));
  }

  private static TelegramMessage rendered(TestNotifications notification) {
    return TelegramMessage.of(notification.make(), TestNotifications.NOW);
  }

  private static List<List<InlineKeyboardButton>> keyboard(TestNotifications notification) {
    @Nullable InlineKeyboardMarkup keyboard = rendered(notification).keyboard();
    return keyboard == null
        ? List.of()
        : keyboard.getKeyboard().stream().<List<InlineKeyboardButton>>map(List::copyOf).toList();
  }

  private static TaskLinks links(String page) {
    return new TaskLinks(URI.create(page), URI.create(page), URI.create(page));
  }

  @Test
  @Conforms(179)
  void aRequestHasTheDocumentsForm() {
    TelegramMessage message = rendered(request().title("MESS").context(List.of()));
    assertEquals(
        """
        🔔 MESS Request

        "check what's in the fridge"
        By: 10:00
        Wanted: a photo
        From: claude-agent\
        """,
        message.plain());
    assertTrue(message.html().startsWith("<b>🔔 MESS Request</b>\n\n<b>\"check what's"));
  }

  @Test
  @Conforms({26, 39, 45, 47, 310, 311})
  void aRequestSaysWhereAndWhatAnswerIsWantedAndNothingForMachines() {
    TestNotifications full = request().withAllConditions();
    assertEquals(
        """
        🔔 Miller home Request

        "check what's in the fridge"
        By: 10:00
        Where: Ferry Building https://www.openstreetmap.org/?mlat=37.7955&mlon=-122.3937
        Wanted: a photo (the shelf), yes or no
        From: claude-agent
        Around you: daylight
        For it: 5 shells

        some data for machines\
        """,
        rendered(full).plain());
  }

  @Test
  void contextFollowsSetOff() {
    assertTrue(
        rendered(request())
            .plain()
            .endsWith("\n\nNo rush, the milk can wait.\n\nhttps://example.com/recipe"),
        rendered(request()).plain());
  }

  @ParameterizedTest
  @MethodSource("words")
  void everyKindSaysItsWordsAfterTheTitle(NotificationContent content, String words) {
    assertEquals("Miller home\n" + words, rendered(request().content(content)).plain());
  }

  static List<Arguments> words() {
    String intent = "\"check what's in the fridge\"";
    return List.of(
        Arguments.of(
            new NotificationContent.ClaimedByReader(),
            "You have it: "
                + intent
                + "\nBy: 10:00\nWanted: a photo"
                + "\n\nNo rush, the milk can wait.\n\nhttps://example.com/recipe"),
        Arguments.of(new NotificationContent.TakenByOther("Ana"), "Ana has it: " + intent),
        Arguments.of(
            new NotificationContent.AgentReply("claude-agent", "Top shelf"),
            "claude-agent answered: Top shelf\nAbout: " + intent),
        Arguments.of(
            new NotificationContent.TaskCancelled("Found it"),
            "No longer needed: " + intent + "\nFound it"),
        Arguments.of(
            new NotificationContent.TaskReminder(), "Still on it? " + intent + "\nBy: 10:00"),
        Arguments.of(new NotificationContent.TaskExpired(), "Too late now: " + intent),
        Arguments.of(
            new NotificationContent.GatewayTrouble("Disk full", "10:40", "Free it"),
            "Disk full\nSince: 10:40\nTo do: Free it"),
        Arguments.of(
            new NotificationContent.ChannelTest(), "This is a test. There is nothing to do."));
  }

  @Test
  void onlyTheThreeCharactersOfHtmlAreEscaped() {
    assertTrue(
        rendered(request().intent("a<b> & \"c\" 'd'"))
            .html()
            .contains("<b>\"a&lt;b&gt; &amp; \"c\" 'd'\"</b>"));
  }

  @Test
  void respondIsAButtonBelowTheActions() {
    List<List<InlineKeyboardButton>> rows =
        keyboard(request().buttons(Set.of(MessageButton.DECLINE, MessageButton.CLAIM)));
    assertEquals(3, rows.size());
    assertEquals(
        List.of("I'll do it", "Not me"),
        rows.get(1).stream().map(InlineKeyboardButton::getText).toList());
    assertEquals(
        "claim:0123456789abcdef0123456789abcdef", rows.get(1).getFirst().getCallbackData());
    assertEquals("Respond", rows.getLast().getFirst().getText());
    assertTrue(rows.getLast().getFirst().getUrl().startsWith("https://mess.example.com/respond?"));
    assertFalse(rendered(request()).plain().contains("mess.example.com"), "not twice");
  }

  private static List<List<String>> labels(TestNotifications notification) {
    return keyboard(notification.withoutLinks()).stream()
        .map(row -> row.stream().map(InlineKeyboardButton::getText).toList())
        .toList();
  }

  @Test
  void answersStandAboveTheActions() {
    TestNotifications asked = request().buttons(Set.of(MessageButton.CLAIM, MessageButton.DECLINE));
    List<String> acting = List.of("I'll do it", "Not me");
    assertEquals(
        List.of(List.of("Yes", "No"), acting), labels(asked.wanted(hint("confirmation", null))));
    assertEquals(
        List.of(List.of("Take the photo", "Answer"), acting),
        labels(asked.wanted(hint("image", null), hint("text", null))));
    String longest = "a choice of thirty characters.";
    assertEquals(
        List.of(List.of("red", "green"), List.of(longest), acting),
        labels(
            asked.wanted(hint("structured", Map.of("colour", List.of("red", "green", longest))))));
    assertEquals(
        List.of(List.of("Done")),
        labels(
            request()
                .content(new NotificationContent.ClaimedByReader())
                .wanted(hint("text", null))
                .buttons(Set.of(MessageButton.DONE))),
        "which asks for a text already");
  }

  @Test
  void underStillOnItThereIsNoYesAndNo() {
    TestNotifications reminder =
        request()
            .content(new NotificationContent.TaskReminder())
            .buttons(Set.of(MessageButton.DONE));
    assertEquals(List.of(List.of("Done")), labels(reminder.wanted(hint("confirmation", null))));
    assertEquals(
        List.of(List.of("Take the photo"), List.of("Done")),
        labels(reminder.wanted(hint("image", null))));
  }

  private static ResponseHint hint(String type, @Nullable Object spec) {
    return new ResponseHint(type, spec);
  }

  @Test
  void callbackDataFitsItsSixtyFourBytes() {
    List<ResponseHint> hints =
        List.of(
            hint("image", null),
            hint("confirmation", null),
            hint("json", Map.of("x", List.of("1", "2", "3", "4", "5", "6"))));
    for (ResponseHint hint : hints) {
      keyboard(request().wanted(hint).withoutLinks().buttons(EnumSet.allOf(MessageButton.class)))
          .forEach(row ->
              row.forEach(button -> {
                int bytes = button.getCallbackData().getBytes(UTF_8).length;
                assertTrue(bytes >= 1 && bytes <= 64, button.getCallbackData());
              }));
    }
  }

  @Test
  void oneSmallLineSaysHowToAnswerWhereThatWorks() {
    String how = "Reply to this message with words or a photo.";
    assertFalse(rendered(request()).plain().contains(how));
    TestNotifications asked = request().buttons(Set.of(MessageButton.CLAIM));
    assertTrue(rendered(asked).html().endsWith("\n\n<i>" + how + "</i>"));
    List<ContentEntry> flood = Collections.nCopies(90, new ContentEntry.Text("a & b".repeat(30)));
    assertTrue(rendered(asked.context(flood)).plain().endsWith(how), "its room is kept");
  }

  @Test
  void whatAgentsMarkIsMarkedAndNothingElseIs() {
    TelegramMessage message =
        rendered(
            request()
                .intent("shut **both doors**")
                .context(
                    List.of(
                        new ContentEntry.Text(
                            "**both**, *please*: `a<b` <b>x</b> [y](https://a.b)"))));
    assertTrue(message.html().contains("<b>\"shut both doors\"</b>"), message.html());
    assertTrue(
        message
            .html()
            .endsWith(
                "<b>both</b>, <i>please</i>: <code>a&lt;b</code> &lt;b&gt;x&lt;/b&gt; y"
                    + " (https://a.b)"),
        message.html());
    assertTrue(message.plain().endsWith("both, please: a<b <b>x</b> y (https://a.b)"));
  }

  @Test
  void withoutLinkAndActionsTheTextSimplyInforms() {
    TelegramMessage message = rendered(request().withoutLinks());
    assertNull(message.keyboard());
    assertFalse(message.plain().contains("Respond"), message.plain());
  }

  @ParameterizedTest
  @CsvSource({
    "http://localhost:8420/respond, false",
    "http://127.0.0.1:8420/respond, false",
    "http://127.1.2.3/respond, false",
    "http://[::1]:8420/respond, false",
    "http://0.0.0.0/respond, false",
    "http://mess.localhost/respond, false",
    "http://gateway/respond, false",
    "https://mess.example.com/respond, true",
    "http://203.0.113.7:8420/respond, true",
  })
  void aLinkThatTelegramRefusesInAButtonStandsInTheText(String page, boolean button) {
    TestNotifications notification = request().links(links(page));
    assertEquals(button, !keyboard(notification).isEmpty());
    assertEquals(!button, rendered(notification).plain().contains("\nRespond: " + page));
  }

  @Test
  void backgroundArrivesWithoutASound() {
    assertTrue(rendered(request().priority(Priority.BACKGROUND)).silent());
    assertFalse(rendered(request().priority(Priority.NORMAL)).silent());
    assertFalse(rendered(request().priority(Priority.URGENT)).silent());
  }

  @ParameterizedTest
  @EnumSource
  void hostileTextsKeepTheLimitAndTheirMarkupIsOurs(HostileText hostile) {
    List<ContentEntry> flood = Collections.nCopies(100, new ContentEntry.Text(hostile.text()));
    TestNotifications.everywhere(Address.configured("42"), hostile.text())
        .forEach(notification -> assertSendable(notification.context(flood)));
  }

  private static void assertSendable(TestNotifications notification) {
    TelegramMessage message = rendered(notification);
    assertTrue(message.html().length() <= 4096, () -> message.html().length() + " units");
    assertFalse(message.plain().isBlank());
    assertEquals(message.plain(), parsed(message.html()), "both forms say the same");
    assertTrue(UTF_8.newEncoder().canEncode(message.plain()), "no half characters");
  }

  /** As Telegram parses it: our tags, three entities, and nothing else in angle brackets. */
  private static String parsed(String html) {
    String bare = html.replaceAll("</?(b|i|code)>", "");
    assertFalse(bare.contains("<") || bare.contains(">"), bare);
    assertFalse(bare.replaceAll("&(amp|lt|gt);", "").contains("&"), bare);
    for (String tag : List.of("b>", "i>", "code>")) {
      assertEquals(html.split("<" + tag, -1).length, html.split("</" + tag, -1).length, "closed");
    }
    return bare.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&");
  }

  private static Notification told(Notification notification, DeliveryOptions options) {
    return new Notification(
        notification.id(),
        notification.content(),
        notification.title(),
        notification.address(),
        notification.recipients(),
        notification.thread(),
        notification.deadline(),
        notification.links(),
        notification.buttons(),
        notification.document(),
        options);
  }

  @Test
  void whatIsOverHasNothingToPress() {
    for (NotificationContent content :
        List.of(
            new NotificationContent.TakenByOther("Ana"),
            new NotificationContent.TaskCancelled("Found it"),
            new NotificationContent.TaskExpired(),
            new NotificationContent.TaskFinished(ThreadStatus.COMPLETED))) {
      TestNotifications over =
          request().content(content).buttons(EnumSet.allOf(MessageButton.class));
      assertNull(rendered(over).keyboard(), content.kind().code());
      assertFalse(
          rendered(over.links(links("http://localhost:8420/respond"))).plain().contains("Respond"));
    }
  }

  @Test
  void whatIsClaimedCanBeDoneAskedAboutAndGivenBack() {
    assertEquals(
        List.of("Done", "Ask", "Can't after all"),
        keyboard(
                request()
                    .content(new NotificationContent.ClaimedByReader())
                    .buttons(
                        EnumSet.of(MessageButton.GIVE_BACK, MessageButton.ASK, MessageButton.DONE)))
            .get(1)
            .stream()
            .map(InlineKeyboardButton::getText)
            .toList());
  }

  @Test
  void aDigestListsItsTasksWithAButtonForEach() {
    NotificationContent.TaskDigest digest =
        new NotificationContent.TaskDigest(
            List.of(
                new NotificationContent.DigestEntry("a".repeat(32), "water the plants", "", null),
                new NotificationContent.DigestEntry(
                    "b".repeat(32),
                    "x".repeat(300),
                    "",
                    URI.create("https://mess.example.com/r/1?t=2"))),
            3);
    TestNotifications night = request().content(digest).buttons(Set.of(MessageButton.CLAIM));
    String text = rendered(night).plain();
    assertTrue(
        text.startsWith("Miller home\n5 tasks are waiting\n• water the plants\n• xxx"), text);
    assertTrue(text.endsWith("\nand 3 more"), text);
    List<List<InlineKeyboardButton>> rows = keyboard(night);
    assertEquals(2, rows.size());
    assertEquals("I'll do it: water the plants", rows.getFirst().getFirst().getText());
    assertEquals("claim:" + "a".repeat(32), rows.getFirst().getFirst().getCallbackData());
    assertEquals("Respond", rows.getLast().getLast().getText());
    assertTrue(rows.getLast().getFirst().getText().length() <= 64);
  }

  @Test
  void aDigestWithoutAWayBackOnlyLists() {
    NotificationContent.TaskDigest digest =
        new NotificationContent.TaskDigest(
            List.of(new NotificationContent.DigestEntry("a".repeat(32), "water", "", null)), 0);
    assertNull(rendered(request().content(digest)).keyboard());
  }

  @Test
  void whatIsToldSilentlyMakesNoSound() {
    Notification silent = told(request().make(), new DeliveryOptions(true, null, ""));
    assertTrue(TelegramMessage.of(silent, TestNotifications.NOW).silent());
    assertFalse(rendered(request()).silent());
  }

  @Test
  void aLaterMessageAnswersTheEarlierOneInTheSameChat() {
    Receipt earlier = Receipt.of("chat", "42", "message_id", "7");
    TelegramMessage message =
        TelegramMessage.of(
            told(request().make(), new DeliveryOptions(false, earlier, "")), TestNotifications.NOW);
    SendMessage send = (SendMessage) message.send("42", true);
    assertEquals(7, send.getReplyParameters().getMessageId());
    assertTrue(send.getReplyParameters().getAllowSendingWithoutReply());
    assertNull(((SendMessage) message.send("43", true)).getReplyParameters(), "another chat");
    assertNull(((SendMessage) rendered(request()).send("42", true)).getReplyParameters());
  }
}
