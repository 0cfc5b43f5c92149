package org.messgateway.api;

/**
 * Sends the notifications of one channel to the vendor's service.
 *
 * <p>The gateway calls every method on many threads at once: threads of the jar, or virtual threads
 * where the adapter is on the class path. A call may block; an adapter keeps no thread for itself.
 * An adapter declares what it can do beyond sending by implementing {@link Editable}, {@link
 * DeliveryLookup}, {@link ReceiptStatusLookup}, {@link Inbound}, {@link PersonLookup}, {@link
 * DeepLink} or {@link SelfTest}. {@code AdapterContractTest} of the testkit tests everything that
 * this package asks of an adapter.
 */
public interface Adapter extends AutoCloseable {

  /**
   * Makes one attempt to deliver a notification. At most one request that can reach a recipient
   * leaves per call, whatever the vendor's client does by itself. The gateway retries, waits and
   * limits rates.
   *
   * <p>The call returns within {@link AdapterServices#timeLimit()}. An interrupted call returns at
   * once with the interrupt flag set. A failure of the network or of the remote service is an
   * {@link Outcome}, never an exception. No outcome, exception or log line of any level holds a
   * secret.
   *
   * @param notification the content, the address and the recipients of this delivery
   * @return the result of the attempt; a failure also says whether a request was possibly sent
   */
  Outcome deliver(Notification notification);

  /** Closes every connection and ends every thread of the adapter. Attempts in flight may fail. */
  @Override
  void close();
}
