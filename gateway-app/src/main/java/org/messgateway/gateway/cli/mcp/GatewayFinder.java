package org.messgateway.gateway.cli.mcp;

import java.io.IOException;

/** Finds the gateway of a home. Thread-safe. */
interface GatewayFinder {

  /**
   * The one that says it runs; it may have ended without a word.
   *
   * @throws IOException when there is none that can be asked now; the message says why, and what to
   *     do
   */
  GatewayAddress find() throws IOException;

  /** There is none, and waiting does not help: somebody has to mend something. */
  final class HopelessException extends IOException {

    private static final long serialVersionUID = 1L;

    public HopelessException(String message) {
      super(message);
    }
  }

  /** To be called when the address or the token of the last answer did not work. */
  void forget();
}
