package org.messgateway.gateway.queue.journal;

/** Claims of rounds: among gateways that share a store exactly one executor gets a round. */
public interface ClaimStore {

  /**
   * Claims a round for an executor, unless another one has claimed it.
   *
   * @return the executor that has the round now: the given one, or the first
   */
  String claim(String exchange, String ref, int round, String executor);

  /** Deletes a claim that could not be written into the thread. */
  void release(String exchange, String ref, int round, String executor);
}
