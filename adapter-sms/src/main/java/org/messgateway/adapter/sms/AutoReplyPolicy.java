package org.messgateway.adapter.sms;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import org.messgateway.api.InboundReply;
import org.messgateway.api.NotificationText;

/**
 * Decides whether a message gets an automatic answer: at most one per message, and none to a number
 * that seems to be a machine that answers every message.
 *
 * <p>The carriers' own limit is 15 replies in 30 s between two numbers (Twilio's error 14107).
 */
final class AutoReplyPolicy {

  /** The limit of an answer in characters; about ten tasks fit. */
  private static final int LONGEST = 640;

  private static final Duration REPLY_WINDOW = Duration.ofSeconds(30);
  private static final int MOST_REPLIES = 15;
  private static final Duration TEXT_WINDOW = Duration.ofMinutes(1);
  private static final int SAME_TEXTS = 3;

  /** The age of a message after which a refusal is no longer answered. */
  private static final Duration STALE = Duration.ofMinutes(15);

  private static final int NUMBERS = 5_000;

  private final InstantSource clock;
  private final BoundedMemory<SenderTraffic> traffic = new BoundedMemory<>(NUMBERS);

  AutoReplyPolicy(InstantSource clock) {
    this.clock = clock;
  }

  /** The answer to a message; empty for none. Called once per message. */
  Optional<String> to(InboundSms sms, InboundReply reply) {
    Instant now = clock.instant();
    boolean echo = of(sms.from()).repeats(sms.body(), now);
    String text = NotificationText.plain(reply.sentence()).strip();
    boolean stale = sms.found() != null && sms.found().isBefore(now.minus(STALE));
    if (text.isEmpty() || echo || (stale && !reply.accepted()) || !of(sms.from()).mayReply(now)) {
      return Optional.empty();
    }
    return Optional.of(inOneAlphabet(NotificationText.shortened(text, LONGEST)));
  }

  /** What is quoted are words of others; around them stand ours, and names. */
  private static String inOneAlphabet(String text) {
    String simple = Gsm7Alphabet.simplified(text);
    if (Gsm7Alphabet.holds(simple)) {
      return simple;
    }
    String[] parts = simple.split("\"", -1);
    for (int ours = 0; ours < parts.length; ours += 2) {
      parts[ours] = Gsm7Alphabet.unaccented(parts[ours]);
    }
    String plain = Gsm7Alphabet.simplified(String.join("\"", parts));
    return Gsm7Alphabet.holds(plain) ? plain : text;
  }

  private synchronized SenderTraffic of(String number) {
    SenderTraffic found = traffic.get(number);
    SenderTraffic known = found == null ? new SenderTraffic() : found;
    traffic.put(number, known);
    return known;
  }

  /** The recent messages from and to one number. */
  private static final class SenderTraffic {

    private static final int MOST_TEXTS = 100;

    private record Text(Instant at, int hash) {}

    private final Deque<Text> texts = new ArrayDeque<>();
    private final Deque<Instant> replies = new ArrayDeque<>();

    /** What lies in the future was noted before the clock was set back. */
    private static boolean within(Instant at, Duration window, Instant now) {
      return at.isAfter(now.minus(window)) && !at.isAfter(now);
    }

    synchronized boolean repeats(String text, Instant now) {
      texts.removeIf(one -> !within(one.at(), TEXT_WINDOW, now));
      if (texts.size() == MOST_TEXTS) {
        texts.removeFirst();
      }
      texts.add(new Text(now, text.hashCode()));
      return texts.stream().filter(one -> one.hash() == text.hashCode()).count() >= SAME_TEXTS;
    }

    synchronized boolean mayReply(Instant now) {
      replies.removeIf(at -> !within(at, REPLY_WINDOW, now));
      return replies.size() < MOST_REPLIES && replies.add(now);
    }
  }
}
