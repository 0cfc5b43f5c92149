package org.messgateway.api;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import org.messgateway.api.mess.ContentEntry;
import org.messgateway.api.mess.MessThread;
import org.messgateway.api.mess.Payload;
import org.messgateway.api.mess.Priority;
import org.messgateway.api.mess.ThreadStatus;

/**
 * The words people read, the same on every channel; adapters add markup, buttons and lengths, never
 * words of their own for the same thing (DESIGN §9, People).
 *
 * <p>State is said in words, not by colour or emoji. Control characters are gone from every text,
 * line breaks stay.
 *
 * @param headline what it is about in one line, without the title: the intent, or {@code Ana has
 *     it: "…"}
 * @param facts from whom, by when, how urgent: short lines, most important first
 * @param context what the one who asks has added, as plain texts
 */
public record Wording(String headline, List<String> facts, List<String> context) {

  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("HH:mm", Locale.ENGLISH);
  private static final DateTimeFormatter DAY =
      DateTimeFormatter.ofPattern("EEE d MMM HH:mm", Locale.ENGLISH);

  public Wording {
    facts = List.copyOf(facts);
    context = List.copyOf(context);
  }

  /** The words for a notification, with times as the first recipient's clock shows them. */
  public static Wording of(Notification notification, Instant now) {
    String intent = intent(notification.thread());
    return switch (notification.news()) {
      case News.Request _ -> request(notification, intent, now);
      case News.Claimed _ -> new Wording("You have it: " + quoted(intent), List.of(), List.of());
      case News.Taken taken ->
          new Wording(plain(taken.by()) + " has it: " + quoted(intent), List.of(), List.of());
      case News.Replied replied ->
          new Wording(
              plain(replied.by()) + " answered: " + plain(replied.text()),
              List.of("About: " + quoted(intent)),
              List.of());
      case News.Cancelled cancelled ->
          new Wording(
              "No longer needed: " + quoted(intent),
              Optional.ofNullable(cancelled.reason()).map(Wording::plain).stream().toList(),
              List.of());
      case News.Reminder _ ->
          new Wording("Still on it? " + quoted(intent), by(notification, now), List.of());
      case News.Expired _ -> new Wording("Too late now: " + quoted(intent), List.of(), List.of());
      case News.Finished finished ->
          new Wording(done(finished.how()) + ": " + quoted(intent), List.of(), List.of());
      case News.Trouble trouble ->
          new Wording(
              plain(trouble.what()),
              List.of("Since: " + plain(trouble.since()), "To do: " + plain(trouble.remedy())),
              List.of());
      case News.Digest digest -> digest(digest);
      case News.Test _ ->
          new Wording("This is a test. There is nothing to do.", List.of(), List.of());
    };
  }

  private static Wording request(Notification notification, String intent, Instant now) {
    MessThread thread = notification.thread();
    List<String> facts = new ArrayList<>(by(notification, now));
    if (thread.priority() == Priority.URGENT) {
      facts.addFirst("Urgent");
    }
    thread.requestor().ifPresent(from -> facts.add("From: " + plain(from)));
    if (notification.recipients().size() > 1) {
      facts.add(
          "For: "
              + notification.recipients().stream()
                  .map(recipient -> plain(recipient.name()))
                  .collect(Collectors.joining(" or ")));
    }
    return new Wording(intent, facts, context(thread));
  }

  private static String done(ThreadStatus how) {
    return switch (how) {
      case PARTIAL -> "Partly done";
      case FAILED -> "Not done";
      default -> "Done";
    };
  }

  private static Wording digest(News.Digest digest) {
    int count = digest.count();
    List<String> intents =
        new ArrayList<>(digest.waiting().stream().map(one -> plain(one.intent()).strip()).toList());
    if (digest.more() > 0) {
      intents.add("and " + digest.more() + " more");
    }
    String headline =
        switch (count) {
          case 0 -> "Nothing more is waiting";
          case 1 -> "1 more is waiting";
          default -> count + " more are waiting";
        };
    return new Wording(headline, List.of(), intents);
  }

  private static List<String> by(Notification notification, Instant now) {
    Instant deadline = notification.deadline();
    return deadline == null
        ? List.of()
        : List.of("By: " + clock(deadline, now, notification.recipient().zone()));
  }

  /** A time as people say it: {@code 18:00} when it is today where they are, else with the day. */
  public static String clock(Instant instant, Instant now, ZoneId zone) {
    LocalDateTime local = LocalDateTime.ofInstant(instant, zone);
    boolean today = local.toLocalDate().equals(LocalDateTime.ofInstant(now, zone).toLocalDate());
    return local.format(today ? TIME : DAY);
  }

  /** What is to be done, fit to be shown; says so when the thread does not say. */
  public static String intent(MessThread thread) {
    String intent = plain(thread.intent()).strip();
    return intent.isEmpty() ? "(nothing said)" : intent;
  }

  /** In the quotes that the documents use. */
  public static String quoted(String text) {
    return '"' + text + '"';
  }

  private static List<String> context(MessThread thread) {
    return thread.request().map(Payload.Request::context).orElse(List.of()).stream()
        .map(entry -> shown(entry, thread))
        .filter(text -> !text.isBlank())
        .toList();
  }

  private static String shown(ContentEntry entry, MessThread thread) {
    return plain(
        switch (entry) {
          case ContentEntry.Text text -> text.text();
          case ContentEntry.Other other -> other.text();
          case ContentEntry.Link link -> link.url();
          case ContentEntry.Reference reference -> "See also: " + reference.ref();
          case ContentEntry.Location place -> "At: " + place.lat() + ", " + place.lng();
          case ContentEntry.Media media -> media(media, thread);
          case ContentEntry.Confirmation confirmation -> confirmation.confirmed() ? "Yes" : "No";
          case ContentEntry.Structured structured -> String.valueOf(structured.value());
          case ContentEntry.Problem problem ->
              "Error: " + (problem.message() == null ? problem.code() : problem.message());
        });
  }

  private static String media(ContentEntry.Media media, MessThread thread) {
    String kind =
        switch (media.kind()) {
          case IMAGE -> "Picture";
          case AUDIO -> "Recording";
          case VIDEO -> "Video";
          case FILE -> "File";
        };
    String name = media.name() != null ? media.name() : media.attachment();
    boolean web = media.uri() != null && media.uri().startsWith("http");
    String what = name != null ? ": " + name : "";
    if (media.onDisk()) {
      String whose = thread.requestor().orElse("the one who asks");
      return kind + what + " (on the machine of " + whose + ", " + media.uri() + ")";
    }
    return web ? kind + what + " " + media.uri() : kind + " attached" + what;
  }

  /** Without control characters, which no channel shows and some refuse; line breaks stay. */
  public static String plain(String text) {
    StringBuilder kept = new StringBuilder(text.length());
    text.codePoints()
        // A tab is a gap between words, which would run together without it.
        .map(point -> point == '\t' ? ' ' : point)
        .filter(point -> point == '\n' || !unprintable(point))
        .forEach(kept::appendCodePoint);
    return kept.toString();
  }

  private static boolean unprintable(int point) {
    int type = Character.getType(point);
    return type == Character.CONTROL || type == Character.SURROGATE || type == Character.UNASSIGNED;
  }

  /**
   * At most {@code limit} UTF-16 units, never half a character, with an ellipsis where something
   * was cut.
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
