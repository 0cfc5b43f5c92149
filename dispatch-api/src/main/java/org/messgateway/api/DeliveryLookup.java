package org.messgateway.api;

import java.time.Duration;
import java.time.Instant;

/**
 * An adapter that can find out whether an attempt with an unknown outcome reached the remote
 * service (docs/rules.md#uncertain).
 */
public interface DeliveryLookup {

  /**
   * The time after an attempt from which on an answer of {@link #find} is reliable. Services list
   * their messages with a delay.
   */
  Duration settleTime();

  /**
   * Looks for the message of a notification at the remote service. Sends nothing to anybody.
   * Returns within {@link AdapterServices#timeLimit()}.
   *
   * @param since the start of the attempt; earlier messages do not count
   */
  LookupResult find(Notification notification, Instant since);

  /** The result of a lookup. */
  sealed interface LookupResult {

    /**
     * The message was sent.
     *
     * @param receipt the receipt of the message
     */
    record Found(Receipt receipt) implements LookupResult {}

    /** The message was not sent. */
    record NotFound() implements LookupResult {}

    /**
     * The lookup has no answer.
     *
     * @param sentence the reason, for people; one line, no secrets
     */
    record Unknown(String sentence) implements LookupResult {}
  }
}
