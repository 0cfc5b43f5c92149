package org.messgateway.adapter.telegram;

import java.time.Duration;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The health of the inbound side. Only a change is logged. */
final class InboundHealth {

  private static final Logger log = LoggerFactory.getLogger(InboundHealth.class);

  private final String channel;
  private final Duration fresh;
  private final LongSupplier nanos;
  private volatile boolean answered;
  private volatile long answeredAt;
  private volatile String trouble = "";

  InboundHealth(String channel, Duration fresh, LongSupplier nanos) {
    this.channel = channel;
    this.fresh = fresh;
    this.nanos = nanos;
  }

  /** Records that Telegram answers and accepts the token. */
  void reportHealthy() {
    answeredAt = nanos.getAsLong();
    answered = true;
    if (!trouble.isEmpty()) {
      trouble = "";
      log.info("Channel {}: answers by Telegram come in again.", channel);
    }
  }

  /** Records a failure that may pass. The inbound side closes when it lasts. */
  void reportTrouble(String sentence) {
    if (!trouble.equals(sentence)) {
      trouble = sentence;
      log.warn("Channel {}: answers by Telegram do not come in: {}", channel, sentence);
    }
  }

  /** Records that the inbound side is closed until the next success. */
  void reportClosed(String sentence) {
    answered = false;
    reportTrouble(sentence);
  }

  /** The failure; empty when there is none. */
  String trouble() {
    return trouble;
  }

  /** Whether the last success is recent. */
  boolean open() {
    return answered && nanos.getAsLong() - answeredAt < fresh.toNanos();
  }
}
