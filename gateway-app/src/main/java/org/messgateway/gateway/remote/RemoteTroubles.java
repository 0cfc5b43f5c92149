package org.messgateway.gateway.remote;

/** Is told what is wrong with a remote exchange, once, and when it is over. Any thread. */
public interface RemoteTroubles {

  /**
   * Our key is refused, or the server does not answer for long.
   *
   * @param what one line for people, no secrets
   * @param remedy what to do about it, one line
   */
  void wrong(boolean credential, String what, String remedy);

  /** It answers as it should. */
  void over();
}
