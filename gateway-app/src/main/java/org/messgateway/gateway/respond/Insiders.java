package org.messgateway.gateway.respond;

import io.helidon.webserver.http.ServerRequest;

/** Who may look inside and control: commands on this machine, and operators with a token. */
public final class Insiders {

  private final ControlKey key;
  private final TokenGate gate;

  public Insiders(ControlKey key, TokenGate gate) {
    this.key = key;
    this.gate = gate;
  }

  /** Throws 401 or 403 for everybody else. */
  void check(ServerRequest request) {
    if (!key.opens(TokenGate.token(request))) {
      gate.of(request, TokenKind.OPERATOR);
    }
  }

  boolean admits(ServerRequest request) {
    try {
      check(request);
      return true;
    } catch (ProblemException e) {
      return false;
    }
  }
}
