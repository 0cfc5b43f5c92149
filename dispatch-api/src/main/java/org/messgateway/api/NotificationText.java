package org.messgateway.api;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.messgateway.api.mess.MessThread;
import org.messgateway.api.mess.Payload;
import org.messgateway.api.mess.Priority;
import org.messgateway.api.text.Texts;

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

  /** The longest answer in UTF-16 units: who wants all of it opens the task. */
  private static final int FOUND_LIMIT = 180;

  /** A later end is no forecast. */
  private static final Duration FARTHEST = Duration.ofDays(366);

  public NotificationText {
    facts = List.copyOf(facts);
    context = List.copyOf(context);
  }

  /**
   * The words of a notification, in the language and the time zone of the first recipient.
   *
   * @param now the current instant, which decides whether a time needs its day
   */
  public static NotificationText of(Notification notification, Instant now) {
    Texts texts = notification.recipient().texts();
    String intent = intent(notification.thread(), texts);
    return switch (notification.content()) {
      case NotificationContent.TaskRequest _ -> request(notification, intent, now);
      case NotificationContent.ClaimedByReader _ -> claimed(notification, intent, now);
      case NotificationContent.TakenByOther taken ->
          new NotificationText(
              texts.get("notice.taken", plain(taken.by()), quoted(intent)),
              expected(notification, now),
              List.of());
      case NotificationContent.AgentReply agentReply ->
          new NotificationText(
              agentReply.by().isEmpty()
                  ? plain(agentReply.text())
                  : texts.get("notice.reply", plain(agentReply.by()), plain(agentReply.text())),
              List.of(texts.get("notice.about", quoted(intent))),
              List.of());
      case NotificationContent.TaskCancelled cancelled ->
          new NotificationText(
              texts.get("notice.cancelled", quoted(intent)),
              Optional.ofNullable(cancelled.reason()).map(NotificationText::plain).stream()
                  .toList(),
              List.of());
      case NotificationContent.TaskReminder _ ->
          new NotificationText(
              texts.get("notice.reminder", quoted(intent)), by(notification, now), List.of());
      case NotificationContent.TaskExpired _ ->
          new NotificationText(texts.get("notice.expired", quoted(intent)), List.of(), List.of());
      case NotificationContent.TaskFinished finished ->
          new NotificationText(
              done(finished, quoted(intent), texts), found(finished, texts), List.of());
      case NotificationContent.GatewayTrouble trouble ->
          new NotificationText(
              plain(trouble.what()),
              List.of(
                  texts.get("trouble.since", plain(trouble.since())),
                  texts.get("trouble.remedy", plain(trouble.remedy()))),
              List.of());
      case NotificationContent.TaskDigest digest -> digest(digest, texts);
      case NotificationContent.ChannelTest _ ->
          new NotificationText(texts.get("notice.test"), List.of(), List.of());
      case NotificationContent.TaskNews told ->
          new NotificationText(told.event().code() + ": " + quoted(intent), List.of(), List.of());
    };
  }

  private static NotificationText request(Notification notification, String intent, Instant now) {
    MessThread thread = notification.thread();
    Texts texts = notification.recipient().texts();
    RequestWords words = RequestWords.of(thread, now, notification.recipient().zone(), texts);
    List<String> facts = new ArrayList<>();
    if (thread.priority() == Priority.URGENT) {
      facts.add(texts.get("request.urgent"));
    }
    facts.addAll(by(notification, now));
    facts.addAll(words.first(texts));
    thread.requestor().ifPresent(from -> facts.add(texts.get("request.from", plain(from))));
    if (notification.recipients().size() > 1) {
      facts.add(texts.get("request.for", names(notification)));
    }
    facts.addAll(words.rest(texts));
    facts.addAll(SuggestionText.open(thread, texts));
    return new NotificationText(intent, facts, context(thread, texts));
  }

  /** What the holder needs for the task: on most channels it takes the place of the request. */
  private static NotificationText claimed(Notification notification, String intent, Instant now) {
    Texts texts = notification.recipient().texts();
    RequestWords words =
        RequestWords.of(notification.thread(), now, notification.recipient().zone(), texts);
    List<String> facts = new ArrayList<>(by(notification, now));
    facts.addAll(words.first(texts));
    facts.addAll(words.rest(texts));
    facts.addAll(SuggestionText.open(notification.thread(), texts));
    return new NotificationText(
        texts.get("notice.yours", quoted(intent)), facts, context(notification.thread(), texts));
  }

  /** The names of those who share an address: {@code Ana or Ben}. */
  public static String names(Notification notification) {
    Texts texts = notification.recipient().texts();
    return notification.recipients().stream()
        .map(recipient -> plain(recipient.name()))
        .reduce((some, next) -> texts.get("word.or", some, next))
        .orElseThrow();
  }

  /** What the holder said last of when it will be done; nothing of times that have passed. */
  private static List<String> expected(Notification notification, Instant now) {
    return notification.thread().messages().reversed().stream()
        .flatMap(message ->
            message.payloads(Payload.Status.class).stream()
                .flatMap(status -> status.expectedBy(message.received()).stream()))
        .findFirst()
        .filter(at -> at.isAfter(now) && at.isBefore(now.plus(FARTHEST)))
        .map(at ->
            notification.recipient().texts().get("notice.expected", clock(at, notification, now)))
        .stream()
        .toList();
  }

  private static String done(
      NotificationContent.TaskFinished finished, String intent, Texts texts) {
    String by = finished.by();
    if (by == null) {
      return texts.get(
          switch (finished.how()) {
            case PARTIAL -> "notice.partial";
            case FAILED -> "notice.failed";
            default -> "notice.done";
          },
          intent);
    }
    return texts.get(
        switch (finished.how()) {
          case PARTIAL -> "notice.did.partial";
          case FAILED -> "notice.did.failed";
          default -> "notice.did";
        },
        plain(by),
        intent);
  }

  private static List<String> found(NotificationContent.TaskFinished finished, Texts texts) {
    String found =
        MarkedText.plain(String.join(", ", finished.found())).replaceAll("\\s+", " ").strip();
    return found.isEmpty()
        ? List.of()
        : List.of(texts.get("notice.answer", shortened(found, FOUND_LIMIT)));
  }

  private static NotificationText digest(NotificationContent.TaskDigest digest, Texts texts) {
    int count = digest.count();
    List<String> intents =
        new ArrayList<>(digest.entries().stream().map(one -> plain(one.intent()).strip()).toList());
    if (digest.more() > 0) {
      intents.add(texts.get("digest.more", digest.more()));
    }
    String headline = count == 0 ? texts.get("digest.none") : texts.count("digest.waiting", count);
    return new NotificationText(headline, List.of(), intents);
  }

  private static List<String> by(Notification notification, Instant now) {
    Instant deadline = notification.deadline();
    return deadline == null
        ? List.of()
        : List.of(
            notification.recipient().texts().get("request.by", clock(deadline, notification, now)));
  }

  private static String clock(Instant instant, Notification notification, Instant now) {
    Recipient reader = notification.recipient();
    return reader.texts().clock(instant, now, reader.zone());
  }

  /**
   * A time in English words: {@code 18:00} for today in the zone, else with the day, and with the
   * year where that is about a year away or more.
   */
  public static String clock(Instant instant, Instant now, ZoneId zone) {
    return Texts.ENGLISH.clock(instant, now, zone);
  }

  /** The intent of a thread as plain text; {@code (nothing said)} when the thread has none. */
  public static String intent(MessThread thread) {
    return intent(thread, Texts.ENGLISH);
  }

  /** The same for readers of another language. */
  public static String intent(MessThread thread, Texts texts) {
    String intent = MarkedText.plain(thread.intent()).strip();
    return intent.isEmpty() ? texts.get("word.nothing_said") : intent;
  }

  /** A text in straight double quotes. */
  public static String quoted(String text) {
    return '"' + text + '"';
  }

  private static List<String> context(MessThread thread, Texts texts) {
    EntryWords words =
        new EntryWords(thread.requestor().orElseGet(() -> texts.get("word.asker")), texts);
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
