package org.messgateway.api;

/** What was reported could not be taken now, for instance because the disk is full. */
public final class EarException extends Exception {

  private static final long serialVersionUID = 1L;

  /**
   * @param message one line for people, no secrets
   */
  public EarException(String message, Throwable cause) {
    super(message, cause);
  }
}
