package org.messgateway.adapter.okhttp;

import java.io.IOException;
import java.io.Serial;

/** The {@link AddressGuard} forbids a destination. No connection was made and nothing was sent. */
public final class ForbiddenAddressException extends IOException {

  @Serial private static final long serialVersionUID = 1L;

  private final String sentence;

  ForbiddenAddressException(String sentence) {
    super(sentence);
    this.sentence = sentence;
  }

  /** The destination, the reason, and the setting that would permit it; holds no secret. */
  public String sentence() {
    return sentence;
  }
}
