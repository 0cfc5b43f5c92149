package org.messgateway.gateway.routing;

/** Why a delivery is due later than its earliest start. */
public enum DeferralReason {
  NONE,
  HOURS,
  QUIET_HOURS,
  PAUSE
}
