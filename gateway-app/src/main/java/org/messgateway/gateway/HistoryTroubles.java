package org.messgateway.gateway;

import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import org.messgateway.gateway.exchange.ExchangeWriteException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What keeps history from being written: of one thread, which then rests so that it holds up no
 * other, or of the whole exchange. Each is said once until it changes. Thread-safe.
 */
final class HistoryTroubles {

  private static final Logger log = LoggerFactory.getLogger(HistoryTroubles.class);

  /** How long a thread rests into which nothing could be written. */
  private static final Duration REST = Duration.ofSeconds(30);

  private final Map<String, Resting> resting = new HashMap<>();
  private String exchangeTrouble = "";

  /** A thread that is passed over for a while. */
  private record Resting(Instant until, String trouble) {}

  synchronized int resting() {
    return resting.size();
  }

  /** Forgets threads that have nothing to be written any more. */
  synchronized void retain(Collection<String> refs) {
    resting.keySet().retainAll(refs);
  }

  synchronized boolean rests(String ref, Instant now) {
    Resting rest = resting.get(ref);
    return rest != null && now.isBefore(rest.until());
  }

  /**
   * Notes a failure.
   *
   * @return whether other threads can be written all the same
   */
  synchronized boolean failed(String ref, ExchangeWriteException e, Instant now) {
    return switch (e.reason()) {
      case ABSENT, NOT_WHOLE, BUSY, NOT_PERMITTED, FAILED -> rest(ref, e, now);
      case DISK_FULL, READ_ONLY, AWAY -> exchange(ref, e);
    };
  }

  private boolean rest(String ref, ExchangeWriteException e, Instant now) {
    String trouble = String.valueOf(e.getMessage());
    Resting before = resting.put(ref, new Resting(now.plus(REST), trouble));
    if (before == null || !before.trouble().equals(trouble)) {
      log.warn(
          "What became of {} cannot be written into it: {}. It is written when it can be.",
          ref,
          trouble);
    }
    return true;
  }

  private boolean exchange(String ref, ExchangeWriteException e) {
    String trouble = String.valueOf(e.reason());
    if (!trouble.equals(exchangeTrouble)) {
      log.error(
          "What became of {} cannot be written into the exchange: {} Deliveries go on, and it is"
              + " written when it can be.",
          ref,
          e.getMessage());
      exchangeTrouble = trouble;
    }
    return false;
  }

  synchronized void written(String ref) {
    resting.remove(ref);
    if (!exchangeTrouble.isEmpty()) {
      log.info("The exchange can be written again.");
      exchangeTrouble = "";
    }
  }
}
