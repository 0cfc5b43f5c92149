package org.messgateway.gateway.cli.robot;

import java.io.Serial;

/** Listening ends, because waiting does not help; the message says what to do. */
final class ListenException extends Exception {

  @Serial private static final long serialVersionUID = 1L;

  ListenException(String message) {
    super(message);
  }
}
