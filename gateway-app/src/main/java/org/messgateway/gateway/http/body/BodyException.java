package org.messgateway.gateway.http.body;

import java.io.Serial;

/** A refused body: too large, too slow, or not in the format it declares. */
public final class BodyException extends RuntimeException {

  @Serial private static final long serialVersionUID = 1L;

  /** Why a body is refused. */
  public enum Reason {
    MALFORMED,
    TOO_LARGE,
    TOO_SLOW,
    UNSUPPORTED,
    /** Too many large bodies are being received at the same time. */
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

  /** For the sender: what is wrong and what would be right. */
  public String detail() {
    return String.valueOf(getMessage());
  }
}
