package org.messgateway.gateway.remote;

import java.io.IOException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The server did not do what it was asked; says what that means and what mends it. */
final class RemoteException extends IOException {

  private static final long serialVersionUID = 1L;

  /** What it means. */
  enum Reason {
    /** The key is none, or is not for this exchange. */
    REFUSED,
    /** There is no such thing there. */
    ABSENT,
    /** The task itself is not whole there; the server does what it should. */
    LACKING,
    /** It was asked too often. */
    TOO_OFTEN,
    /** Nothing reached it, or it said that it does nothing now. */
    AWAY,
    /** It was asked and nobody knows whether it did it. */
    UNCERTAIN,
    /** It answers what this API does not answer. */
    STRANGE
  }

  private final Reason reason;
  private final String remedy;
  private final transient @Nullable Duration after;

  RemoteException(
      Reason reason,
      String sentence,
      String remedy,
      @Nullable Duration after,
      @Nullable Throwable cause) {
    super(sentence, cause);
    this.reason = reason;
    this.remedy = remedy;
    this.after = after;
  }

  Reason reason() {
    return reason;
  }

  /** What to do about it; one line. */
  String remedy() {
    return remedy;
  }

  /** How long the server wants to be left alone; null when it said nothing. */
  @Nullable Duration after() {
    return after;
  }

  /** What went wrong, for people; no secrets. */
  String sentence() {
    return String.valueOf(getMessage());
  }
}
