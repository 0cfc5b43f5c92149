package org.messgateway.adapter.sms;

import java.time.Instant;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.messgateway.api.Notification;
import org.messgateway.api.NotificationContent;
import org.messgateway.api.NotificationText;
import org.messgateway.api.RequestWords;
import org.messgateway.api.mess.Priority;
import org.messgateway.api.text.Texts;

/**
 * A notification as a text message: sender, intent, place, recipients, deadline, wanted answer and
 * instructions.
 *
 * <p>The text needs one segment where possible. Only people's words are shortened, never the link.
 * The instructions avoid words that carriers act upon (STOP, END, YES, HELP and others): {@link
 * ReplyInstructions}.
 */
final class SmsText {

  private static final int TITLE_LIMIT = 30;
  private static final int NAMES_LIMIT = 40;
  private static final int CONDITION_LIMIT = 40;

  /** The limit of {@code Ana has it: "}; a longer name is shortened. */
  private static final int LEAD_LIMIT = 60;

  private SmsText() {}

  /** Renders a notification without I/O. */
  static String of(Notification notification, Instant now) {
    NotificationText notificationText = NotificationText.of(notification, now);
    String title = title(notification) + ": ";
    return switch (notification.content()) {
      case NotificationContent.TaskRequest _ ->
          request(notification, notificationText, title, now).fitted();
      case NotificationContent.TaskDigest digest ->
          SmsDigestText.of(
                  title + Gsm7Alphabet.unaccented(notificationText.headline()),
                  digest,
                  notification)
              .fitted();
      default -> other(notification, notificationText, title).fitted();
    };
  }

  /** Place and wanted answer always; the other conditions where they cost nothing. */
  private static ShortenableText request(
      Notification notification, NotificationText notificationText, String title, Instant now) {
    Texts texts = notification.recipient().texts();
    String urgent =
        notification.thread().priority() == Priority.URGENT ? texts.get("sms.urgent") + ": " : "";
    RequestWords words =
        RequestWords.of(notification.thread(), now, notification.recipient().zone(), texts);
    String instructions = ReplyInstructions.request(notification);
    String said =
        "\""
            + (words.place().isEmpty() ? "" : " (" + cut(words.place(), CONDITION_LIMIT) + ")")
            + names(notification)
            + by(notification, now)
            + wanted(words, texts);
    ShortenableText text =
        new ShortenableText(
            title + urgent + "\"", notificationText.headline(), said + instructions);
    for (String condition : others(words, texts)) {
      ShortenableText longer =
          new ShortenableText(text.before(), text.words(), said + condition + instructions);
      if (longer.isWholeInOneSegment()) {
        said += condition;
        text = longer;
      }
    }
    return text;
  }

  private static String wanted(RequestWords words, Texts texts) {
    String kinds = cut(words.wantedKinds(), CONDITION_LIMIT);
    return kinds.isEmpty() ? "" : ", " + texts.get("sms.wanted", Gsm7Alphabet.unaccented(kinds));
  }

  private static List<String> others(RequestWords words, Texts texts) {
    String notBefore = Gsm7Alphabet.unaccented(words.notBefore());
    return Stream.of(
            notBefore.isEmpty() ? "" : texts.get("sms.not_before", notBefore),
            Gsm7Alphabet.unaccented(words.precision().toLowerCase(texts.locale())),
            words.surroundings(),
            words.pay().isEmpty() ? "" : texts.get("sms.pay", words.pay()))
        .filter(each -> !each.isEmpty())
        .map(each -> ", " + each)
        .toList();
  }

  /**
   * The text of other kinds. Most headlines end with the quoted intent, which is shortened inside
   * its quotes.
   */
  private static ShortenableText other(
      Notification notification, NotificationText notificationText, String title) {
    String intent =
        NotificationText.intent(notification.thread(), notification.recipient().texts());
    String headline = notificationText.headline();
    String answer = ReplyInstructions.other(notification);
    String lead =
        headline.endsWith(NotificationText.quoted(intent))
            ? headline.substring(0, headline.length() - intent.length() - 1)
            : "";
    if (!lead.isEmpty() && lead.length() <= LEAD_LIMIT) {
      return new ShortenableText(title + lead, intent, "\"" + answer);
    }
    String facts =
        notification.content() instanceof NotificationContent.GatewayTrouble
            ? notificationText.facts().stream()
                .map(fact -> "\n" + fact)
                .collect(Collectors.joining())
            : "";
    return new ShortenableText(title, headline + facts, answer);
  }

  private static String names(Notification notification) {
    if (notification.recipients().size() < 2) {
      return "";
    }
    String names = cut(NotificationText.names(notification), NAMES_LIMIT);
    return " " + notification.recipient().texts().get("sms.for", names);
  }

  private static String by(Notification notification, Instant now) {
    Instant deadline = notification.deadline();
    if (deadline == null) {
      return "";
    }
    Texts texts = notification.recipient().texts();
    String clock = texts.clock(deadline, now, notification.recipient().zone());
    return " " + texts.get("sms.by", Gsm7Alphabet.unaccented(clock));
  }

  private static String title(Notification notification) {
    String title = NotificationText.plain(notification.title()).replace('\n', ' ').strip();
    return title.isEmpty() ? "MESS" : cut(title, TITLE_LIMIT);
  }

  /** The text cut with dots that every encoding has. */
  private static String cut(String text, int limit) {
    return NotificationText.shortened(text, limit).replace("…", "...");
  }
}
