package org.messgateway.gateway.respond.body;

import java.io.Serial;

/** A body that is not taken: too large, too slow, or not what it says it is. */
public final class BodyException extends RuntimeException {

  @Serial private static final long serialVersionUID = 1L;

  /** What sort of refusal. */
  public enum Reason {
    MALFORMED,
    TOO_LARGE,
    TOO_SLOW,
    UNSUPPORTED,
    /** So many are being received that this one has to wait. */
    TOO_MANY
  }

  private final Reason reason;

  BodyException(Reason reason, String detail) {
    super(detail);
    this.reason = reason;
  }

  public Reason reason() {
    return reason;
  }

  /** What is wrong and what would be right. */
  public String detail() {
    return String.valueOf(getMessage());
  }
}
