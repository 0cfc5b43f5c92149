package org.messgateway.api;

/**
 * The gateway could not take an inbound event now, for instance because the disk is full, or
 * because the message that it answers is still being sent. The event had no effect and must be
 * reported again.
 */
public final class InboundException extends Exception {

  private static final long serialVersionUID = 1L;

  /**
   * An exception without a failure behind it.
   *
   * @param message one line for people, without secrets
   */
  public InboundException(String message) {
    super(message);
  }

  /**
   * An exception with a message for people.
   *
   * @param message one line for people, without secrets
   * @param cause the failure behind it
   */
  public InboundException(String message, Throwable cause) {
    super(message, cause);
  }
}
