package org.messgateway.gateway.exchange.remote;

import java.io.IOException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The server did not do what it was asked; the message says why, the remedy what to do. */
final class RemoteException extends IOException {

  private static final long serialVersionUID = 1L;

  /** Meaning of the failure. */
  enum Reason {
    /** The key is invalid, or not permitted for this exchange. */
    REFUSED,
    /** The thread or file does not exist. */
    ABSENT,
    /** The thread on the server is incomplete; the server works. */
    LACKING,
    /** Too many requests. */
    TOO_OFTEN,
    /** The request did not reach the server, or the server refused to work now. */
    AWAY,
    /** The request was sent and its effect is unknown. */
    UNCERTAIN,
    /** The server failed on a request that changes nothing; it may work for others. */
    FAILED,
    /** The answer is not one of this API. */
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

  /** Remedy; one line. */
  String remedy() {
    return remedy;
  }

  /** Time the server asks to wait; null when it gave none. */
  @Nullable Duration after() {
    return after;
  }

  /** Failure as a text for people; no secrets. */
  String sentence() {
    return String.valueOf(getMessage());
  }
}
