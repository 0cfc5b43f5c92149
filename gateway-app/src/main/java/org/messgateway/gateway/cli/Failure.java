package org.messgateway.gateway.cli;

import java.io.Serial;

/** A command that ends without having done its work; the message says what to do next. */
final class Failure extends RuntimeException {

  @Serial private static final long serialVersionUID = 1L;

  static final int FAILED = 1;
  static final int USAGE = 2;

  private final int status;

  private Failure(int status, String message) {
    super(message);
    this.status = status;
  }

  /** It was right to ask, and it did not work. */
  static Failure failed(String message) {
    return new Failure(FAILED, message);
  }

  /** The command line or the configuration is at fault. */
  static Failure usage(String message) {
    return new Failure(USAGE, message);
  }

  int status() {
    return status;
  }
}
