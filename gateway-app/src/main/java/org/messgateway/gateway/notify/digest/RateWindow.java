package org.messgateway.gateway.notify.digest;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.messgateway.gateway.queue.journal.RequestLog;
import org.messgateway.gateway.queue.journal.RequestLog.TaskRequest;

/**
 * The limit of new tasks for one executor: 6 in 10 minutes, and beside them 10 urgent ones. Source:
 * docs/rules.md#gentle. A task that goes out over several channels, or is retried, counts once. The
 * limit holds among all gateways that share a store, and over restarts. Thread-safe.
 */
public final class RateWindow {

  static final Duration SPAN = Duration.ofMinutes(10);
  static final int MOST = 6;
  static final int MOST_URGENT = 10;

  private final RequestLog requestLog;

  /**
   * @param requestLog keeps when executors were asked
   */
  public RateWindow(RequestLog requestLog) {
    this.requestLog = requestLog;
  }

  /**
   * Takes a place for a task.
   *
   * @return empty when a place was free; else when the next place becomes free
   */
  public Optional<Instant> take(String executor, String ref, boolean urgent, Instant now) {
    return requestLog.take(
        new TaskRequest(executor, urgent, ref, now), urgent ? MOST_URGENT : MOST, SPAN);
  }
}
