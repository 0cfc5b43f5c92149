package org.messgateway.adapter.okhttp;

/** How far one call has come; travels with its request. */
final class Progress {

  private volatile boolean sent;

  /** Called when a connection stands and the first byte is about to leave. */
  void sending() {
    sent = true;
  }

  boolean sent() {
    return sent;
  }
}
