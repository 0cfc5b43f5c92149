package org.messgateway.api;

import java.time.Duration;
import java.time.Instant;

/**
 * An adapter that can find out whether an attempt of unknown end has reached the remote service.
 */
public interface Lookup {

  /** How long after the attempt an answer can be trusted: services list their messages late. */
  Duration settleTime();

  /**
   * Whether this notification was taken by the remote service at or after {@code since}. Sends
   * nothing to anybody.
   */
  Finding find(Notification notification, Instant since);

  /** What a lookup can answer. */
  sealed interface Finding {

    /** It was sent. */
    record Found(Receipt receipt) implements Finding {}

    /** It was not sent. */
    record NotFound() implements Finding {}

    /** No answer to be had: {@code sentence} says why. */
    record Unknown(String sentence) implements Finding {}
  }
}
