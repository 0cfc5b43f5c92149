package org.messgateway.gateway.flow;

import java.time.Instant;
import java.util.List;

/**
 * A thread as the reference's programs write it.
 *
 * @param extra further lines of the request, each ready to stand in YAML
 */
public record Request(
    String ref, String status, String history, Instant created, List<String> extra) {

  /** A fresh one that anybody may take. */
  public static Request of(String ref) {
    return new Request(ref, "pending", "", Instant.now(), List.of());
  }

  /** The same by another clock. */
  public Request at(Instant time) {
    return new Request(ref, status, history, time, extra);
  }

  public Request with(String... lines) {
    return new Request(ref, status, history, created, List.of(lines));
  }

  public String intent() {
    return "water the plants of " + ref;
  }

  public String text() {
    String lines = String.join("", extra.stream().map(line -> "      " + line + "\n").toList());
    return """
    ref: "%1$s"
    requestor: claude-agent
    executor: null
    status: %2$s
    created: %3$s
    updated: %3$s
    intent: "%4$s"
    priority: normal
    history:
      - action: created
        at: %3$s
        by: claude-agent
    ---
    from: claude-agent
    received: %3$s
    channel: cli
    MESS:
      - v: 1.0.0
      - request:
          intent: "%4$s"
    %5$s---
    from: exchange
    received: %3$s
    MESS:
      - ack:
          re: last
          ref: "%1$s"
    """
        .formatted(ref, status, created, intent(), lines);
  }
}
