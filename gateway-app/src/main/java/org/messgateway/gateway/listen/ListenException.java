package org.messgateway.gateway.listen;

import java.io.Serial;

/** Listening cannot go on, however long one waits; the message says what to do. */
public final class ListenException extends Exception {

  @Serial private static final long serialVersionUID = 1L;

  ListenException(String message) {
    super(message);
  }
}
