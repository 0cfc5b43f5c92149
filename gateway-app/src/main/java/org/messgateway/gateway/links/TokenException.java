package org.messgateway.gateway.links;

import java.io.Serial;

/** A refused token. The message never holds the token. */
public final class TokenException extends Exception {

  @Serial private static final long serialVersionUID = 1L;

  /** Why it is refused. */
  public enum Reason {
    MISSING,
    FORGED,
    /** Genuine, but expired. */
    EXPIRED
  }

  private final Reason reason;

  public TokenException(Reason reason) {
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
