package org.messgateway.gateway.reconcile;

import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import org.messgateway.gateway.exchange.ExchangeWriteException;
import org.messgateway.gateway.home.ReportedFailure;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * Failures of writing history. A thread that fails rests for 30 seconds, so that it delays no
 * other; a failure of the whole exchange ends the turn. What fails for several threads in a row
 * fails for all. Each failure is logged once until it changes. Thread-safe.
 */
final class HistoryBackoff {

  private static final Logger log = LoggerFactory.getLogger(HistoryBackoff.class);

  /** How long a thread that failed is passed over. */
  private static final Duration REST = Duration.ofSeconds(30);

  /** So many threads that fail in a row show that the exchange, or its server, fails. */
  private static final int ALL_FAIL = 3;

  private final Map<String, Resting> resting = new HashMap<>();
  private int failuresInARow;
  private String exchangeTrouble = "";

  /** A thread that is passed over for a while. */
  private record Resting(Instant until, String trouble) {}

  synchronized int resting() {
    return resting.size();
  }

  /** Forgets all other threads: nothing is left to be written for them. */
  synchronized void retain(Collection<String> refs) {
    resting.keySet().retainAll(refs);
  }

  /** Nothing rests any longer. */
  synchronized void clear() {
    resting.clear();
  }

  synchronized boolean rests(String ref, Instant now) {
    Resting rest = resting.get(ref);
    // The clock may have been set back.
    return rest != null && now.isBefore(rest.until()) && !now.plus(REST).isBefore(rest.until());
  }

  /**
   * Notes a failure.
   *
   * @return whether other threads can be written all the same
   */
  synchronized boolean failed(String ref, ExchangeWriteException e, Instant now) {
    return switch (e.reason()) {
      case ABSENT, NOT_WHOLE, BUSY, NOT_PERMITTED -> rest(ref, e, now, Level.WARN);
      case FAILED ->
          ++failuresInARow < ALL_FAIL
              ? rest(ref, e, now, Level.WARN)
              : rest(ref, e, now, Level.DEBUG) && exchange(ref, e);
      case DISK_FULL, READ_ONLY, AWAY -> exchange(ref, e);
    };
  }

  private boolean rest(String ref, ExchangeWriteException e, Instant now, Level level) {
    String trouble = String.valueOf(e.getMessage());
    Resting before = resting.put(ref, new Resting(now.plus(REST), trouble));
    if (before == null || !before.trouble().equals(trouble)) {
      log.atLevel(ReportedFailure.level(e, level))
          .log(
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
          "What became of {} cannot be written into the exchange. {}{} Deliveries go on, and it is"
              + " written when it can be.",
          ref,
          e.getMessage(),
          String.valueOf(e.getMessage()).endsWith(".") ? "" : ".");
      exchangeTrouble = trouble;
    }
    return false;
  }

  synchronized void written(String ref) {
    resting.remove(ref);
    failuresInARow = 0;
    if (!exchangeTrouble.isEmpty()) {
      log.info("The exchange can be written again.");
      exchangeTrouble = "";
    }
  }
}
