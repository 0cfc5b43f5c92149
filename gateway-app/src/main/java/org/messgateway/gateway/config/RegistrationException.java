package org.messgateway.gateway.config;

import java.io.Serial;

/** Nothing of a message was registered; the message says why and what would be right. */
public final class RegistrationException extends RuntimeException {

  @Serial private static final long serialVersionUID = 1L;

  /** Whose fault it is. */
  public enum Reason {
    /** The message has a mistake. */
    MISTAKE,
    /** Whoever sent it may not do this. */
    FORBIDDEN,
    /** The gateway cannot do it just now. */
    NOT_NOW
  }

  private final Reason reason;
  private final String key;

  RegistrationException(Reason reason, String key, String sentence) {
    super(sentence);
    this.reason = reason;
    this.key = key;
  }

  static RegistrationException mistake(String key, String what, String right) {
    return new RegistrationException(
        Reason.MISTAKE, key, key + ": " + what + (right.isEmpty() ? "" : "; " + right));
  }

  static RegistrationException forbidden(String key, String sentence) {
    return new RegistrationException(Reason.FORBIDDEN, key, sentence);
  }

  static RegistrationException notNow(String sentence) {
    return new RegistrationException(Reason.NOT_NOW, "", sentence);
  }

  public Reason reason() {
    return reason;
  }

  /** The key that is meant, as in the message: {@code config.executor.notify}; may be empty. */
  public String key() {
    return key;
  }

  public String sentence() {
    return String.valueOf(getMessage());
  }
}
