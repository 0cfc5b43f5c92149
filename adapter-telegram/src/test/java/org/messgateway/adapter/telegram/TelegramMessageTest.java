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
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.messgateway.api.Action;
import org.messgateway.api.Address;
import org.messgateway.api.Links;
import org.messgateway.api.News;
import org.messgateway.api.mess.ContentEntry;
import org.messgateway.api.mess.Priority;
import org.messgateway.testkit.HostileText;
import org.messgateway.testkit.TestNotifications;
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

  private static Links links(String page) {
    return new Links(URI.create(page), URI.create(page), URI.create(page));
  }

  @Test
  void aRequestHasTheDocumentsForm() {
    TelegramMessage message = rendered(request().title("MESS").context(List.of()));
    assertEquals(
        """
        🔔 MESS Request

        "check what's in the fridge"
        By: 10:00
        From: claude-agent\
        """,
        message.plain());
    assertTrue(message.html().startsWith("<b>🔔 MESS Request</b>\n\n<b>\"check what's"));
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
  void everyKindSaysItsWordsAfterTheTitle(News news, String words) {
    assertEquals("Miller home\n" + words, rendered(request().news(news)).plain());
  }

  static List<Arguments> words() {
    String intent = "\"check what's in the fridge\"";
    return List.of(
        Arguments.of(new News.Claimed(), "You have it: " + intent),
        Arguments.of(new News.Taken("Ana"), "Ana has it: " + intent),
        Arguments.of(
            new News.Replied("claude-agent", "Top shelf"),
            "claude-agent answered: Top shelf\nAbout: " + intent),
        Arguments.of(new News.Cancelled("Found it"), "No longer needed: " + intent + "\nFound it"),
        Arguments.of(new News.Reminder(), "Still on it? " + intent + "\nBy: 10:00"),
        Arguments.of(new News.Expired(), "Too late now: " + intent),
        Arguments.of(
            new News.Trouble("Disk full", "10:40", "Free it"),
            "Disk full\nSince: 10:40\nTo do: Free it"),
        Arguments.of(new News.Test(), "This is a test. There is nothing to do."));
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
        keyboard(request().actions(Set.of(Action.DECLINE, Action.CLAIM)));
    assertEquals(2, rows.size());
    assertEquals(
        List.of("Claim", "Decline"),
        rows.getFirst().stream().map(InlineKeyboardButton::getText).toList());
    assertEquals(
        "claim:0123456789abcdef0123456789abcdef", rows.getFirst().getFirst().getCallbackData());
    assertEquals("Respond", rows.getLast().getFirst().getText());
    assertTrue(rows.getLast().getFirst().getUrl().startsWith("https://mess.example.com/respond?"));
    assertFalse(rendered(request()).plain().contains("mess.example.com"), "not twice");
  }

  @Test
  void callbackDataFitsItsSixtyFourBytes() {
    keyboard(request().actions(EnumSet.allOf(Action.class)))
        .getFirst()
        .forEach(button -> {
          int bytes = button.getCallbackData().getBytes(UTF_8).length;
          assertTrue(bytes >= 1 && bytes <= 64, button.getCallbackData());
        });
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

  /** As Telegram parses it: our two tags, three entities, and nothing else in angle brackets. */
  private static String parsed(String html) {
    String bare = html.replace("<b>", "").replace("</b>", "");
    assertFalse(bare.contains("<") || bare.contains(">"), bare);
    assertFalse(bare.replaceAll("&(amp|lt|gt);", "").contains("&"), bare);
    assertEquals(html.split("<b>", -1).length, html.split("</b>", -1).length, "tags are closed");
    return bare.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&");
  }
}
