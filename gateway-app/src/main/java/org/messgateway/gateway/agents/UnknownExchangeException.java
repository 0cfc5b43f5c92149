package org.messgateway.gateway.agents;

import java.io.Serial;

/**
 * An agent named an exchange that is not there. The message is for the agent and lists the names.
 */
public final class UnknownExchangeException extends RuntimeException {

  @Serial private static final long serialVersionUID = 1L;

  public UnknownExchangeException(String sentence) {
    super(sentence);
  }

  /** What the agent is told. */
  public String sentence() {
    return String.valueOf(getMessage());
  }
}
