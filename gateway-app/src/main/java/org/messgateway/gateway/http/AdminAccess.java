package org.messgateway.gateway.http;

import io.helidon.webserver.http.ServerRequest;
import org.messgateway.gateway.links.ControlKey;
import org.messgateway.gateway.links.TokenKind;

/** Admits commands on this machine and operators' tokens to health in full, metrics and control. */
public final class AdminAccess {

  private final ControlKey key;
  private final TokenGate gate;

  public AdminAccess(ControlKey key, TokenGate gate) {
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
