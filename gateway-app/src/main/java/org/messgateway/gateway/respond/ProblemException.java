package org.messgateway.gateway.respond;

import java.io.Serial;

/** A request that cannot be served, with what to answer (RFC 9457). */
public final class ProblemException extends RuntimeException {

  @Serial private static final long serialVersionUID = 1L;

  private final int status;
  private final String title;

  ProblemException(int status, String title, String detail) {
    super(detail);
    this.status = status;
    this.title = title;
  }

  static ProblemException notFound(String what) {
    return new ProblemException(404, "Not found", what);
  }

  static ProblemException of(TokenException e) {
    return new ProblemException(401, "Unauthorized", String.valueOf(e.getMessage()));
  }

  public int status() {
    return status;
  }

  public String title() {
    return title;
  }
}
