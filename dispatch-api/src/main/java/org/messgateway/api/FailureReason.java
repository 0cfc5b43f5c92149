package org.messgateway.api;

import java.util.Locale;

/**
 * Why an attempt failed: a fixed word for rows, metrics and decisions, beside the sentence for
 * people.
 *
 * <p>The word decides who waits (DESIGN §5, Retry).
 */
public enum FailureReason {
  /** Token, key or password refused: nobody on this account can be told until it is mended. */
  CREDENTIAL_REFUSED(Scope.ACCOUNT),
  /** A right, a scope or a setting is missing on the vendor's side. */
  ACCOUNT_MISCONFIGURED(Scope.ACCOUNT),
  /** The account's quota or money is used up. */
  QUOTA_EXHAUSTED(Scope.ACCOUNT),
  /** The account as a whole is too fast. */
  ACCOUNT_RATE_LIMITED(Scope.ACCOUNT),
  /** No connection: refused, no such name, no route, TLS. */
  UNREACHABLE(Scope.LANE),
  /** No answer in time. */
  TIMEOUT(Scope.LANE),
  /** This destination gets too much from us: 429. */
  RATE_LIMITED(Scope.LANE),
  /** 502, 503, 504. */
  UNAVAILABLE(Scope.LANE),
  /** Our own address guard does not permit the destination. */
  ADDRESS_FORBIDDEN(Scope.LANE),
  /** Any other 5xx. */
  SERVER_ERROR(Scope.DELIVERY),
  /** 408, 409, 425 and the like: try again. */
  CONFLICT(Scope.DELIVERY),
  /** A machine's other 4xx: often a bad deploy, retried five times within an hour. */
  REQUEST_REFUSED(Scope.DELIVERY),
  /** An answer that is not of the vendor's protocol, or none after the request was sent. */
  UNCERTAIN(Scope.DELIVERY),
  /** The adapter itself failed. */
  ADAPTER_FAILED(Scope.DELIVERY),
  /** No such recipient. */
  INVALID_ADDRESS(Scope.FINAL),
  /** The recipient does not want us: opted out, blocked, left. */
  RECIPIENT_REFUSES(Scope.FINAL),
  /** The remote service will never take this text. */
  PAYLOAD_REFUSED(Scope.FINAL),
  /** 410: the address asks not to be called again; it is stopped. */
  ADDRESS_GONE(Scope.FINAL);

  private final String code = name().toLowerCase(Locale.ROOT);

  /** Who waits when it happens. */
  public enum Scope {
    /** All lanes of the channel, with one probe for them all. */
    ACCOUNT,
    /** The lane; no delivery spends an attempt. */
    LANE,
    /** This delivery only, on the schedule. */
    DELIVERY,
    /** Nobody: it is over. */
    FINAL
  }

  private final Scope scope;

  FailureReason(Scope scope) {
    this.scope = scope;
  }

  public Scope scope() {
    return scope;
  }

  /** As it stands in rows and metrics: {@code rate_limited}. */
  public String code() {
    return code;
  }
}
