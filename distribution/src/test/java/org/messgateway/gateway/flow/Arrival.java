package org.messgateway.gateway.flow;

import java.time.Instant;

/**
 * One webhook as it came in.
 *
 * @param id the {@code webhook-id}: the delivery
 * @param kind what it was about: {@code request}
 * @param path it was posted to: the executor
 * @param ref the thread, as the hint beside it says
 * @param respond where to answer, token included; empty when it is not said
 * @param accepted whether a 200 was meant to go back
 */
public record Arrival(
    String id,
    String kind,
    String path,
    String ref,
    String respond,
    String body,
    Instant at,
    long nanos,
    boolean accepted) {

  /** Which executor was told of which thread. */
  public Told told() {
    return new Told(ref, path.substring(path.lastIndexOf('/') + 1));
  }

  /** A thread and an executor. */
  public record Told(String ref, String executor) {}
}
