package org.messgateway.api;

/**
 * Sends notifications of one channel.
 *
 * <p>Called on virtual threads, many at once; blocking is welcome, holding a thread of one's own is
 * not. What an adapter can do beyond sending it says by implementing {@link Editable}, {@link
 * Lookup}, {@link Correctable}, {@link Inbound}, {@link Finds}, {@link DeepLink} or {@link
 * SelfTest}. The tests that every adapter inherits are {@code AdapterContractTest} of the testkit.
 */
public interface Adapter extends AutoCloseable {

  /**
   * Tries once to deliver: at most one request that could reach somebody goes out, whatever the
   * vendor's client would do by itself. Retrying, waiting and limiting rates are the gateway's
   * affair.
   *
   * <p>Returns within {@link AdapterServices#timeLimit()}; when interrupted, returns at once, with
   * the interrupt flag set. Does not throw for anything the network or the remote service does:
   * that is an outcome. Nothing secret stands in an outcome, an exception or a log line of any
   * level.
   *
   * @return what became of it, and whether something may have been sent
   */
  Outcome deliver(Notification notification);

  /** Ends what is open; no thread and no connection remains. Attempts in flight may fail. */
  @Override
  void close();
}
