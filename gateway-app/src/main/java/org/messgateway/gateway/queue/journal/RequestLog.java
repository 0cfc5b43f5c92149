package org.messgateway.gateway.queue.journal;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** Requests that people got lately from all gateways of a store; bounds requests per person. */
public interface RequestLog {

  /**
   * Counts a request against the executor's limit; the same task again is not counted. Urgent
   * requests have a limit of their own.
   *
   * @param most requests within that time
   * @return empty when the request is within the limit; else when the next one will be
   */
  Optional<Instant> take(TaskRequest task, int most, Duration within);

  /**
   * A request to take a task.
   *
   * @param at now
   */
  record TaskRequest(String executor, boolean urgent, String ref, Instant at) {}
}
