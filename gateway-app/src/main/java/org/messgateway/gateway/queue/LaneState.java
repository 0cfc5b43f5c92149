package org.messgateway.gateway.queue;

/** The breaker of a lane or an account. */
public enum LaneState {
  /** Healthy: everything due may go. */
  CLOSED,
  /** One attempt finds out whether it is healthy again. */
  PROBING,
  /** Waits for its next probe. */
  OPEN
}
