package org.messgateway.gateway.journal;

/** Who has which round of a thread: among gateways that share a store exactly one wins. */
public interface Claims {

  /**
   * Claims a round for an executor, unless somebody has it.
   *
   * @return the executor that has it now: the one given, or the one that came first
   */
  String claim(String exchange, String ref, int round, String executor);

  /** Gives a round up whose claim could not be written into the thread. */
  void release(String exchange, String ref, int round, String executor);
}
