package org.messgateway.adapter.okhttp;

import java.io.IOException;
import java.io.Serial;

/** The remote side had closed a pooled connection. Nothing was sent on it. */
final class StaleConnectionException extends IOException {

  @Serial private static final long serialVersionUID = 1L;

  StaleConnectionException() {
    super("the other side had closed the connection");
  }
}
