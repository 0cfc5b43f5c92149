package org.messgateway.api;

import java.util.Locale;

/**
 * The reason of a failed attempt, as a fixed word for rows, metrics and decisions. The sentence for
 * people stands beside it in the {@link Outcome}.
 *
 * <p>The scope of a reason decides which deliveries wait (docs/rules.md#retry).
 */
public enum FailureReason {
  /**
   * The service refuses the token, key or password. No delivery of the account succeeds until an
   * operator replaces it.
   */
  CREDENTIAL_REFUSED(FailureScope.ACCOUNT),
  /** The account lacks a right, a scope or a setting on the vendor's side. */
  ACCOUNT_MISCONFIGURED(FailureScope.ACCOUNT),
  /** The account's quota or money is used up. */
  QUOTA_EXHAUSTED(FailureScope.ACCOUNT),
  /** The account as a whole exceeds the vendor's rate. */
  ACCOUNT_RATE_LIMITED(FailureScope.ACCOUNT),
  /** No connection: connection refused, unknown host, no route or a TLS failure. */
  UNREACHABLE(FailureScope.LANE),
  /** No answer within the time limit. */
  TIMEOUT(FailureScope.LANE),
  /** This destination exceeds its rate: HTTP 429. */
  RATE_LIMITED(FailureScope.LANE),
  /** The service is not available: HTTP 502, 503 or 504. */
  UNAVAILABLE(FailureScope.LANE),
  /** The gateway's own address guard forbids the destination (docs/rules.md#where-it-may-go). */
  ADDRESS_FORBIDDEN(FailureScope.LANE),
  /**
   * The service refuses what is signed with the time, and its clock differs from the gateway's. Who
   * sets the clock mends it.
   */
  CLOCK_OFF(FailureScope.LANE),
  /** Any other HTTP 5xx. */
  SERVER_ERROR(FailureScope.DELIVERY),
  /** A refusal that may pass: HTTP 408, 409, 425 and the like. */
  CONFLICT(FailureScope.DELIVERY),
  /**
   * Any other HTTP 4xx of a machine, often a faulty deployment. The gateway retries five times
   * within an hour.
   */
  REQUEST_REFUSED(FailureScope.DELIVERY),
  /** The request was sent, and the answer is missing or not of the vendor's protocol. */
  UNCERTAIN(FailureScope.DELIVERY),
  /** The adapter itself failed. */
  ADAPTER_FAILED(FailureScope.DELIVERY),
  /** The service knows no such recipient. */
  INVALID_ADDRESS(FailureScope.FINAL),
  /** The recipient refuses messages: opted out, blocked or left. */
  RECIPIENT_REFUSES(FailureScope.FINAL),
  /** The remote service never accepts this content. */
  PAYLOAD_REFUSED(FailureScope.FINAL),
  /** HTTP 410: the address asks not to be called again. The gateway stops the address. */
  ADDRESS_GONE(FailureScope.FINAL);

  private final String code = name().toLowerCase(Locale.ROOT);

  /** The deliveries that wait after a failure. */
  public enum FailureScope {
    /** All lanes of the channel wait; one probe tests them all. */
    ACCOUNT,
    /** The lane waits; no delivery spends an attempt. */
    LANE,
    /** This delivery alone waits, on the retry schedule. */
    DELIVERY,
    /** No delivery waits: this delivery ends. */
    FINAL
  }

  private final FailureScope scope;

  FailureReason(FailureScope scope) {
    this.scope = scope;
  }

  /** The deliveries that wait after this failure. */
  public FailureScope scope() {
    return scope;
  }

  /** The reason as rows and metrics write it: {@code rate_limited}. */
  public String code() {
    return code;
  }
}
