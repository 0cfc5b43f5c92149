package org.messgateway.gateway.queue;

import java.util.Locale;

/** State of a delivery; drawn in {@code docs/state-machine.md}. */
public enum DeliveryState {
  /** Waits for its time and its lane. */
  QUEUED,
  /** An attempt is under way, or was when the process died. */
  SENDING,
  /** The remote service accepted it. */
  DELIVERED,
  /** The remote service refused it for good. */
  REJECTED,
  /** Its deadline passed before it could be sent. */
  EXPIRED,
  /** Not wanted any more; queued again when it is wanted again. */
  WITHDRAWN,
  /** Retries exhausted; can be replayed. */
  DEAD;

  private final String code = name().toLowerCase(Locale.ROOT);

  /** Whether nothing more will happen by itself. */
  public boolean settled() {
    return this != QUEUED && this != SENDING;
  }

  /** Name in rows, metrics and output: {@code queued}. */
  public String code() {
    return code;
  }
}
