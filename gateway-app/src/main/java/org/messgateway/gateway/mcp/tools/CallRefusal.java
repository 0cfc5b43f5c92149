package org.messgateway.gateway.mcp.tools;

import java.io.Serial;

/**
 * A call that had no effect. The message is for the agent: what is wrong and what would be right.
 */
final class CallRefusal extends Exception {

  @Serial private static final long serialVersionUID = 1L;

  CallRefusal(String sentence) {
    super(sentence);
  }

  String sentence() {
    return String.valueOf(getMessage());
  }
}
