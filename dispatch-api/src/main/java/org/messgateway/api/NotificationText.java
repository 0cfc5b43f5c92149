package org.messgateway.api;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import org.messgateway.api.mess.MessThread;
import org.messgateway.api.mess.Payload;
import org.messgateway.api.mess.Priority;
import org.messgateway.api.mess.ThreadStatus;

/**
 * The words of a notification for people, the same on every channel. Adapters add markup, buttons
 * and length limits, never other words for the same thing (docs/rules.md#people-words).
 *
 * <p>Words state the status; colour and emoji do not. Texts hold no hidden character except line
 * breaks ({@link PlainText}).
 *
 * @param headline the subject in one line, without the title: the intent, or {@code Ana has it:
 *     "…"}
 * @param facts urgency, deadline, place, wanted answer, requestor and the other conditions as short
 *     lines, most important first; ten at most
 * @param context the requestor's additions, as plain texts, without data for machines
 */
public record NotificationText(String headline, List<String> facts, List<String> context) {

  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("HH:mm", Locale.ENGLISH);
  private static final DateTimeFormatter FAR_DAY =
      DateTimeFormatter.ofPattern("EEE d MMM uuuu HH:mm", Locale.ENGLISH);

  /** From here on a day without its year is easily taken for one of this year. */
  private static final Duration FAR = Duration.ofDays(300);

  private static final DateTimeFormatter DAY =
      DateTimeFormatter.ofPattern("EEE d MMM HH:mm", Locale.ENGLISH);

  /** A later end is no forecast. */
  private static final Duration FARTHEST = Duration.ofDays(366);

  public NotificationText {
    facts = List.copyOf(facts);
    context = List.copyOf(context);
  }

  /**
   * The words of a notification. Times are in the first recipient's time zone.
   *
   * @param now the current instant, which decides whether a time needs its day
   */
  public static NotificationText of(Notification notification, Instant now) {
    String intent = intent(notification.thread());
    return switch (notification.content()) {
      case NotificationContent.TaskRequest _ -> request(notification, intent, now);
      case NotificationContent.ClaimedByReader _ -> claimed(notification, intent, now);
      case NotificationContent.TakenByOther taken ->
          new NotificationText(
              plain(taken.by()) + " has it: " + quoted(intent),
              expected(notification, now),
              List.of());
      case NotificationContent.AgentReply agentReply ->
          new NotificationText(
              agentReply.by().isEmpty()
                  ? plain(agentReply.text())
                  : plain(agentReply.by()) + " answered: " + plain(agentReply.text()),
              List.of("About: " + quoted(intent)),
              List.of());
      case NotificationContent.TaskCancelled cancelled ->
          new NotificationText(
              "No longer needed: " + quoted(intent),
              Optional.ofNullable(cancelled.reason()).map(NotificationText::plain).stream()
                  .toList(),
              List.of());
      case NotificationContent.TaskReminder _ ->
          new NotificationText("Still on it? " + quoted(intent), by(notification, now), List.of());
      case NotificationContent.TaskExpired _ ->
          new NotificationText("Too late now: " + quoted(intent), List.of(), List.of());
      case NotificationContent.TaskFinished finished ->
          new NotificationText(done(finished.how()) + ": " + quoted(intent), List.of(), List.of());
      case NotificationContent.GatewayTrouble trouble ->
          new NotificationText(
              plain(trouble.what()),
              List.of("Since: " + plain(trouble.since()), "To do: " + plain(trouble.remedy())),
              List.of());
      case NotificationContent.TaskDigest digest -> digest(digest);
      case NotificationContent.ChannelTest _ ->
          new NotificationText("This is a test. There is nothing to do.", List.of(), List.of());
      case NotificationContent.TaskNews told ->
          new NotificationText(told.event().code() + ": " + quoted(intent), List.of(), List.of());
    };
  }

  private static NotificationText request(Notification notification, String intent, Instant now) {
    MessThread thread = notification.thread();
    RequestWords words = RequestWords.of(thread, now, notification.recipient().zone());
    List<String> facts = new ArrayList<>();
    if (thread.priority() == Priority.URGENT) {
      facts.add("Urgent");
    }
    facts.addAll(by(notification, now));
    facts.addAll(words.first());
    thread.requestor().ifPresent(from -> facts.add("From: " + plain(from)));
    if (notification.recipients().size() > 1) {
      facts.add(
          "For: "
              + notification.recipients().stream()
                  .map(recipient -> plain(recipient.name()))
                  .collect(Collectors.joining(" or ")));
    }
    facts.addAll(words.rest());
    facts.addAll(SuggestionText.open(thread));
    return new NotificationText(intent, facts, context(thread));
  }

  /** What the holder needs for the task: on most channels it takes the place of the request. */
  private static NotificationText claimed(Notification notification, String intent, Instant now) {
    RequestWords words =
        RequestWords.of(notification.thread(), now, notification.recipient().zone());
    List<String> facts = new ArrayList<>(by(notification, now));
    facts.addAll(words.first());
    facts.addAll(words.rest());
    facts.addAll(SuggestionText.open(notification.thread()));
    return new NotificationText(
        "You have it: " + quoted(intent), facts, context(notification.thread()));
  }

  /** What the holder said last of when it will be done; nothing of times that have passed. */
  private static List<String> expected(Notification notification, Instant now) {
    return notification.thread().messages().reversed().stream()
        .flatMap(message ->
            message.payloads(Payload.Status.class).stream()
                .flatMap(status -> status.expectedBy(message.received()).stream()))
        .findFirst()
        .filter(at -> at.isAfter(now) && at.isBefore(now.plus(FARTHEST)))
        .map(at -> "Expected by: " + clock(at, now, notification.recipient().zone()))
        .stream()
        .toList();
  }

  private static String done(ThreadStatus how) {
    return switch (how) {
      case PARTIAL -> "Partly done";
      case FAILED -> "Not done";
      default -> "Done";
    };
  }

  private static NotificationText digest(NotificationContent.TaskDigest digest) {
    int count = digest.count();
    List<String> intents =
        new ArrayList<>(digest.entries().stream().map(one -> plain(one.intent()).strip()).toList());
    if (digest.more() > 0) {
      intents.add("and " + digest.more() + " more");
    }
    String headline =
        switch (count) {
          case 0 -> "Nothing more is waiting";
          case 1 -> "1 more is waiting";
          default -> count + " more are waiting";
        };
    return new NotificationText(headline, List.of(), intents);
  }

  private static List<String> by(Notification notification, Instant now) {
    Instant deadline = notification.deadline();
    return deadline == null
        ? List.of()
        : List.of("By: " + clock(deadline, now, notification.recipient().zone()));
  }

  /**
   * A time in words: {@code 18:00} for today in the zone, else with the day, and with the year
   * where that is about a year away or more.
   */
  public static String clock(Instant instant, Instant now, ZoneId zone) {
    LocalDateTime local = LocalDateTime.ofInstant(instant, zone);
    boolean today = local.toLocalDate().equals(LocalDateTime.ofInstant(now, zone).toLocalDate());
    if (today) {
      return local.format(TIME);
    }
    boolean far = Duration.between(now, instant).abs().compareTo(FAR) > 0;
    return local.format(far ? FAR_DAY : DAY);
  }

  /** The intent of a thread as plain text; {@code (nothing said)} when the thread has none. */
  public static String intent(MessThread thread) {
    String intent = plain(thread.intent()).strip();
    return intent.isEmpty() ? "(nothing said)" : intent;
  }

  /** A text in straight double quotes. */
  public static String quoted(String text) {
    return '"' + text + '"';
  }

  private static List<String> context(MessThread thread) {
    EntryWords words = new EntryWords(thread.requestor().orElse("the one who asks"));
    return thread.request().map(Payload.Request::context).orElse(List.of()).stream()
        .map(words::of)
        .filter(text -> !text.isBlank())
        .toList();
  }

  /** A text of others in a message: {@link PlainText#of}. */
  public static String plain(String text) {
    return PlainText.of(text);
  }

  /**
   * A text of at most {@code limit} UTF-16 units. A cut never splits a surrogate pair and ends with
   * an ellipsis.
   */
  public static String shortened(String text, int limit) {
    if (text.length() <= limit) {
      return text;
    }
    int end = Math.max(0, limit - 1);
    if (end > 0 && Character.isHighSurrogate(text.charAt(end - 1))) {
      end--;
    }
    return text.substring(0, end).stripTrailing() + "…";
  }
}
