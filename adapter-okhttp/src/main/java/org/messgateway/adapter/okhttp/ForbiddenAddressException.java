package org.messgateway.adapter.okhttp;

import java.io.IOException;
import java.io.Serial;

/** Our own guard does not permit the destination; nothing was connected to, nothing was sent. */
public final class ForbiddenAddressException extends IOException {

  @Serial private static final long serialVersionUID = 1L;

  private final String sentence;

  ForbiddenAddressException(String sentence) {
    super(sentence);
    this.sentence = sentence;
  }

  /** What was refused, why, and the line that would permit it. Holds no secret. */
  public String sentence() {
    return sentence;
  }
}
