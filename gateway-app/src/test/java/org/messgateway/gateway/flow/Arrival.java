package org.messgateway.gateway.flow;

import java.time.Instant;

/**
 * One webhook as it came in.
 *
 * @param id the {@code webhook-id}: the delivery
 * @param kind what it was about: {@code request}
 * @param path it was posted to: the executor
 * @param ref the thread, as the hint beside it says
 * @param accepted whether a 200 was meant to go back
 */
record Arrival(
    String id,
    String kind,
    String path,
    String ref,
    String body,
    Instant at,
    long nanos,
    boolean accepted) {

  /** Which executor was told of which thread. */
  Told told() {
    return new Told(ref, path.substring(path.lastIndexOf('/') + 1));
  }

  /** A thread and an executor. */
  record Told(String ref, String executor) {}
}
