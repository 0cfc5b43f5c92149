package org.messgateway.api;

/**
 * An adapter whose service accepts a message first and learns later whether it arrives. Where no
 * callback reaches the gateway, it asks 30 s, 2 min and 10 min after the attempt
 * (docs/rules.md#accepted-is-not-delivered).
 */
public interface ReceiptStatusLookup {

  /**
   * The status of the message of this receipt. Sends nothing to anybody. Returns within {@link
   * AdapterServices#timeLimit()}.
   *
   * @param receipt the receipt as {@link Adapter#deliver} returned it
   */
  ReceiptStatus receiptStatus(Receipt receipt);

  /** The status of an accepted message. */
  sealed interface ReceiptStatus {

    /** The message arrived, or the service will learn nothing more about it. */
    record Arrived() implements ReceiptStatus {}

    /** The service does not know yet. */
    record Pending() implements ReceiptStatus {}

    /**
     * The message did not arrive. The delivery counts as not delivered.
     *
     * @param reason the reason of the failure
     * @param sentence what happened, for people; one line, no secrets
     */
    record NotArrived(FailureReason reason, String sentence) implements ReceiptStatus {}
  }
}
