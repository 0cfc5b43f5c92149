package org.messgateway.gateway.journal;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** Which new tasks people were asked to take of late, by all gateways that share a store. */
public interface AskedTasks {

  /**
   * Takes a place for a task among those an executor is asked within a time; the same task again
   * takes none. Urgent ones count by themselves.
   *
   * @param most places there are
   * @return empty when there was one; else when the next becomes free
   */
  Optional<Instant> take(Asked task, int most, Duration within);

  /**
   * A task somebody is asked to take.
   *
   * @param at now
   */
  record Asked(String executor, boolean urgent, String ref, Instant at) {}
}
