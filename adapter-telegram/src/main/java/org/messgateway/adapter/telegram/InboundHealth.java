package org.messgateway.adapter.telegram;

import java.time.Duration;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The health of the inbound side. Only a change is logged.
 *
 * <p>Before the first answer of a start the inbound side counts as open unless a failure is known:
 * Telegram keeps a press for 24 hours, so the first messages of a start carry buttons, and what is
 * pressed meanwhile is heard with the first answer.
 */
final class InboundHealth {

  private static final Logger log = LoggerFactory.getLogger(InboundHealth.class);

  private final String channel;
  private final Duration fresh;
  private final LongSupplier nanos;
  private volatile boolean trusted;
  private volatile long since;
  private volatile boolean answered;
  private volatile String trouble = "";

  InboundHealth(String channel, Duration fresh, LongSupplier nanos) {
    this.channel = channel;
    this.fresh = fresh;
    this.nanos = nanos;
  }

  /** Records that the inbound side starts. */
  void reportStart() {
    since = nanos.getAsLong();
    trusted = true;
  }

  /** Records that Telegram answers and accepts the token. */
  void reportHealthy() {
    since = nanos.getAsLong();
    trusted = true;
    answered = true;
    if (!trouble.isEmpty()) {
      trouble = "";
      log.info("Channel {}: answers by Telegram come in again.", channel);
    }
  }

  /** Records a failure that may pass. The inbound side closes when it lasts. */
  void reportTrouble(String sentence) {
    trusted = trusted && answered;
    if (!trouble.equals(sentence)) {
      trouble = sentence;
      log.warn("Channel {}: answers by Telegram do not come in: {}", channel, sentence);
    }
  }

  /** Records that the inbound side is closed until the next success. */
  void reportClosed(String sentence) {
    trusted = false;
    reportTrouble(sentence);
  }

  /** The failure; empty when there is none. */
  String trouble() {
    return trouble;
  }

  /** Whether the last success is recent, or the start while nothing has failed. */
  boolean open() {
    return trusted && nanos.getAsLong() - since < fresh.toNanos();
  }
}
