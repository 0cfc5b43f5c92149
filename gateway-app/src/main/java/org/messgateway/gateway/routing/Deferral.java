package org.messgateway.gateway.routing;

/** Why something is due later than it might be. */
public enum Deferral {
  NONE,
  HOURS,
  QUIET_HOURS,
  PAUSE
}
