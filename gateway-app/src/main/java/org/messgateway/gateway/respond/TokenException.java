package org.messgateway.gateway.respond;

import java.io.Serial;

/** A token that opens nothing. Never holds the token. */
public final class TokenException extends Exception {

  @Serial private static final long serialVersionUID = 1L;

  /** Why. */
  public enum Reason {
    MISSING,
    FORGED,
    /** Genuine, but its time is over. */
    EXPIRED
  }

  private final Reason reason;

  TokenException(Reason reason) {
    super(
        switch (reason) {
          case MISSING -> "A token is needed: in the link, or as Authorization: Bearer.";
          case FORGED -> "This token is not one of ours.";
          case EXPIRED -> "This link has expired.";
        });
    this.reason = reason;
  }

  public Reason reason() {
    return reason;
  }
}
