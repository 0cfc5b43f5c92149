package org.messgateway.gateway.gentle;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.messgateway.gateway.journal.AskedTasks;
import org.messgateway.gateway.journal.AskedTasks.Asked;

/**
 * How often somebody is asked: at most six new tasks in ten minutes, and ten urgent ones that count
 * by themselves. Source: DESIGN §5 (Gentle). The same task over several channels, or tried again,
 * is one. Over all gateways that share a store, and over restarts. Thread-safe.
 */
public final class RequestWindow {

  static final Duration SPAN = Duration.ofMinutes(10);
  static final int MOST = 6;
  static final int MOST_URGENT = 10;

  private final AskedTasks asked;

  /**
   * @param asked where it is kept
   */
  public RequestWindow(AskedTasks asked) {
    this.asked = asked;
  }

  /**
   * Takes a place for a task.
   *
   * @return empty when there was one; else when the next becomes free
   */
  public Optional<Instant> take(String executor, String ref, boolean urgent, Instant now) {
    return asked.take(new Asked(executor, urgent, ref, now), urgent ? MOST_URGENT : MOST, SPAN);
  }
}
