package org.messgateway.gateway.home;

import java.util.Objects;

/** Another process runs this home; the message names it. */
public final class GatewayRunningException extends Exception {

  private static final long serialVersionUID = 1L;

  private final String holder;

  GatewayRunningException(String message, String holder) {
    super(message);
    this.holder = holder;
  }

  /** Never null. */
  @Override
  public String getMessage() {
    return Objects.requireNonNull(super.getMessage());
  }

  /** The other process by the text of its lock: pid, host, start, port. */
  public String holder() {
    return holder;
  }
}
