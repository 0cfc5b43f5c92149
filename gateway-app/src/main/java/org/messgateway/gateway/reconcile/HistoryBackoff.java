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
 * other; one that others are writing, which is over in a moment, rests for 1 to 30. A failure of
 * the whole exchange ends the turn. What fails for several threads in a row fails for all. Each
 * failure is logged once until it changes. Thread-safe.
 */
final class HistoryBackoff {

  private static final Logger log = LoggerFactory.getLogger(HistoryBackoff.class);

  /** How long a thread that failed is passed over. */
  private static final Duration REST = Duration.ofSeconds(30);

  /** The same at first where others are writing it; twice as long each time. */
  private static final Duration SHORT_REST = Duration.ofSeconds(1);

  /** Doublings until the short rest is the long one. */
  private static final int DOUBLINGS = 5;

  /** So often others may be writing it, which takes 7 seconds, before it is said. */
  private static final int UNSAID = 3;

  /** So many threads that fail in a row show that the exchange, or its server, fails. */
  private static final int ALL_FAIL = 3;

  private static final Resting NEVER = new Resting(Instant.MIN, 0, "");

  private final Map<String, Resting> resting = new HashMap<>();
  private int failuresInARow;
  private String exchangeTrouble = "";

  /**
   * A thread that is passed over for a while.
   *
   * @param said trouble that was logged
   */
  private record Resting(Instant until, int failures, String said) {}

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
      case NOT_WHOLE, BUSY -> restShortly(ref, e, now);
      case ABSENT, NOT_PERMITTED -> rest(ref, e, now.plus(REST), Level.WARN);
      case FAILED ->
          ++failuresInARow < ALL_FAIL
              ? rest(ref, e, now.plus(REST), Level.WARN)
              : rest(ref, e, now.plus(REST), Level.DEBUG) && exchange(ref, e);
      case DISK_FULL, READ_ONLY, AWAY -> exchange(ref, e);
    };
  }

  private boolean restShortly(String ref, ExchangeWriteException e, Instant now) {
    int failures = resting.getOrDefault(ref, NEVER).failures();
    Duration rest = SHORT_REST.multipliedBy(1L << Math.min(failures, DOUBLINGS));
    Instant until = now.plus(rest.compareTo(REST) < 0 ? rest : REST);
    return rest(ref, e, until, failures < UNSAID ? Level.DEBUG : Level.WARN);
  }

  private boolean rest(String ref, ExchangeWriteException e, Instant until, Level level) {
    String trouble = String.valueOf(e.getMessage());
    Resting before = resting.getOrDefault(ref, NEVER);
    String said = level == Level.WARN ? trouble : before.said();
    resting.put(ref, new Resting(until, before.failures() + 1, said));
    if (!before.said().equals(trouble)) {
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
