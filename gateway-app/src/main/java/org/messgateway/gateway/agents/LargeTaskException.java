package org.messgateway.gateway.agents;

import java.io.Serial;

/** A task is large, and others read large tasks all the time. The same may succeed in seconds. */
public final class LargeTaskException extends RuntimeException {

  @Serial private static final long serialVersionUID = 1L;

  public LargeTaskException() {
    super("This task is large, and other large tasks are being read. Ask again in a few seconds.");
  }
}
