package org.messgateway.adapter.okhttp;

import java.io.IOException;
import java.io.Serial;

/** A connection from the pool turned out to be closed by the other side; nothing was sent on it. */
final class StaleConnectionException extends IOException {

  @Serial private static final long serialVersionUID = 1L;

  StaleConnectionException() {
    super("the other side had closed the connection");
  }
}
