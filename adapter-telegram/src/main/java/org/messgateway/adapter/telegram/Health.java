package org.messgateway.adapter.telegram;

import java.time.Duration;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** How the way back stands. Says so in the log when it changes, and only then. */
final class Health {

  private static final Logger log = LoggerFactory.getLogger(Health.class);

  private final String channel;
  private final Duration fresh;
  private final LongSupplier nanos;
  private volatile boolean answered;
  private volatile long answeredAt;
  private volatile String trouble = "";

  Health(String channel, Duration fresh, LongSupplier nanos) {
    this.channel = channel;
    this.fresh = fresh;
    this.nanos = nanos;
  }

  /** Telegram knows us and answers. */
  void well() {
    answeredAt = nanos.getAsLong();
    answered = true;
    if (!trouble.isEmpty()) {
      trouble = "";
      log.info("Channel {}: answers by Telegram come in again.", channel);
    }
  }

  /** Something is wrong that may pass by itself: the way back closes when it lasts. */
  void trouble(String sentence) {
    if (!trouble.equals(sentence)) {
      trouble = sentence;
      log.warn("Channel {}: answers by Telegram do not come in: {}", channel, sentence);
    }
  }

  /** The way back is closed until all is well again. */
  void closed(String sentence) {
    answered = false;
    trouble(sentence);
  }

  /** What is wrong; empty when nothing is known to be. */
  String trouble() {
    return trouble;
  }

  /** Whether all was well not long ago. */
  boolean open() {
    return answered && nanos.getAsLong() - answeredAt < fresh.toNanos();
  }
}
