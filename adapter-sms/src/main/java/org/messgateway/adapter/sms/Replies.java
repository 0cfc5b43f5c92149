package org.messgateway.adapter.sms;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import org.messgateway.api.Heard;
import org.messgateway.api.Wording;

/**
 * Decides whether somebody is answered automatically: at most once a message, and not when the
 * other side seems to be a machine that answers every message too.
 *
 * <p>The carriers' own limit is 15 replies in 30 s between two numbers (Twilio's error 14107).
 */
final class Replies {

  /** A long answer costs money and is hardly read: ten or so tasks have room in it. */
  private static final int LONGEST = 640;

  private static final Duration REPLY_WINDOW = Duration.ofSeconds(30);
  private static final int MOST_REPLIES = 15;
  private static final Duration TEXT_WINDOW = Duration.ofMinutes(1);
  private static final int SAME_TEXTS = 3;

  /** For longer than this nobody waits for being told that something did not count. */
  private static final Duration STALE = Duration.ofMinutes(15);

  private static final int NUMBERS = 5_000;

  private final InstantSource clock;
  private final Recent<Traffic> traffic = new Recent<>(NUMBERS);

  Replies(InstantSource clock) {
    this.clock = clock;
  }

  /** What to answer to a message, to be asked once for each; empty when nothing is to be said. */
  Optional<String> to(Sms sms, Heard heard) {
    Instant now = clock.instant();
    boolean echo = of(sms.from()).repeats(sms.body(), now);
    String text = Wording.plain(heard.sentence()).strip();
    boolean stale = sms.found() != null && sms.found().isBefore(now.minus(STALE));
    if (text.isEmpty() || echo || (stale && !heard.taken()) || !of(sms.from()).mayReply(now)) {
      return Optional.empty();
    }
    return Optional.of(Gsm7.simplified(Wording.shortened(text, LONGEST)));
  }

  private synchronized Traffic of(String number) {
    Traffic found = traffic.get(number);
    Traffic known = found == null ? new Traffic() : found;
    traffic.put(number, known);
    return known;
  }

  /** What went between us and one number a short while ago. */
  private static final class Traffic {

    private static final int MOST_TEXTS = 100;

    private record Text(Instant at, int hash) {}

    private final Deque<Text> texts = new ArrayDeque<>();
    private final Deque<Instant> replies = new ArrayDeque<>();

    synchronized boolean repeats(String text, Instant now) {
      texts.removeIf(one -> !one.at().isAfter(now.minus(TEXT_WINDOW)));
      if (texts.size() == MOST_TEXTS) {
        texts.removeFirst();
      }
      texts.add(new Text(now, text.hashCode()));
      return texts.stream().filter(one -> one.hash() == text.hashCode()).count() >= SAME_TEXTS;
    }

    synchronized boolean mayReply(Instant now) {
      replies.removeIf(at -> !at.isAfter(now.minus(REPLY_WINDOW)));
      return replies.size() < MOST_REPLIES && replies.add(now);
    }
  }
}
