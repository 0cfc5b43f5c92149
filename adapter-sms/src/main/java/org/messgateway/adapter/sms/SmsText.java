package org.messgateway.adapter.sms;

import java.time.Instant;
import java.util.stream.Collectors;
import org.messgateway.api.News;
import org.messgateway.api.Notification;
import org.messgateway.api.Recipient;
import org.messgateway.api.Wording;
import org.messgateway.api.mess.Priority;

/**
 * A notification as a text message: who speaks, what is to be done, for whom, by when, and how to
 * answer.
 *
 * <p>One segment where it can be. What is shortened is what people wrote, never the link. Words
 * that carriers act upon (STOP, END, YES, HELP …) are not taught: {@link HowToAnswer}.
 */
final class SmsText {

  private static final int TITLE_LIMIT = 30;
  private static final int NAMES_LIMIT = 40;

  /** Of {@code Ana has it: "}; a longer name gives way like any other words. */
  private static final int LEAD_LIMIT = 60;

  private SmsText() {}

  /** Renders; pure. */
  static String of(Notification notification, Instant now) {
    Wording wording = Wording.of(notification, now);
    String title = title(notification) + ": ";
    return switch (notification.news()) {
      case News.Request _ -> request(notification, wording, title, now).fitted();
      case News.Digest digest ->
          DigestText.of(title + wording.headline(), digest, notification).fitted();
      default -> other(notification, wording, title).fitted();
    };
  }

  private static Fitted request(
      Notification notification, Wording wording, String title, Instant now) {
    String urgent = notification.thread().priority() == Priority.URGENT ? "urgent: " : "";
    String after = "\"" + names(notification) + by(notification, now);
    return new Fitted(
        title + urgent + "\"", wording.headline(), after + HowToAnswer.request(notification));
  }

  /** Most headlines end with the intent in quotes: that is what gives way, and the quote stays. */
  private static Fitted other(Notification notification, Wording wording, String title) {
    String intent = Wording.intent(notification.thread());
    String headline = wording.headline();
    String answer = HowToAnswer.other(notification);
    String lead =
        headline.endsWith(Wording.quoted(intent))
            ? headline.substring(0, headline.length() - intent.length() - 1)
            : "";
    if (!lead.isEmpty() && lead.length() <= LEAD_LIMIT) {
      return new Fitted(title + lead, intent, "\"" + answer);
    }
    String facts =
        notification.news() instanceof News.Trouble
            ? wording.facts().stream().map(fact -> "\n" + fact).collect(Collectors.joining())
            : "";
    return new Fitted(title, headline + facts, answer);
  }

  private static String names(Notification notification) {
    if (notification.recipients().size() < 2) {
      return "";
    }
    String names =
        notification.recipients().stream()
            .map(Recipient::name)
            .map(Wording::plain)
            .collect(Collectors.joining(" or "));
    return " for " + cut(names, NAMES_LIMIT);
  }

  private static String by(Notification notification, Instant now) {
    Instant deadline = notification.deadline();
    return deadline == null
        ? ""
        : " by " + Wording.clock(deadline, now, notification.recipient().zone());
  }

  private static String title(Notification notification) {
    String title = Wording.plain(notification.title()).replace('\n', ' ').strip();
    return title.isEmpty() ? "MESS" : cut(title, TITLE_LIMIT);
  }

  /** With dots that are in every alphabet. */
  private static String cut(String text, int limit) {
    return Wording.shortened(text, limit).replace("…", "...");
  }
}
