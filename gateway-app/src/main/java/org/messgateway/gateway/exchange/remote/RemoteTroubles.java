package org.messgateway.gateway.exchange.remote;

/** Receives troubles of a remote exchange: each once, and its end. Thread-safe. */
public interface RemoteTroubles {

  /**
   * The server refuses the key, or has not answered for long.
   *
   * @param what one line for people, no secrets
   * @param remedy one line
   */
  void wrong(boolean credential, String what, String remedy);

  /** The server answers again. */
  void over();
}
