package org.messgateway.gateway.respond;

import io.helidon.http.HeaderNames;
import io.helidon.webserver.http.ServerRequest;
import java.util.Optional;

/** Lets nobody through without a genuine token: in the query, or as Bearer. */
public final class TokenGate {

  private static final String BEARER = "Bearer ";

  private final LinkTokens tokens;
  private final Tasks tasks;

  public TokenGate(LinkTokens tokens, Tasks tasks) {
    this.tokens = tokens;
    this.tasks = tasks;
  }

  /** The claims of a token for this very thread: 401 without one, 403 when it is for another. */
  public LinkClaims forThread(ServerRequest request, String ref) {
    LinkClaims claims = any(request);
    if (!claims.ref().equals(ref)) {
      throw new ProblemException(403, "Forbidden", "This token is for another task.");
    }
    return claims;
  }

  /** The claims of whatever token came. */
  public LinkClaims any(ServerRequest request) {
    try {
      LinkClaims claims = tokens.verify(token(request).orElse(null));
      if (!claims.exchange().equals(tasks.exchange())) {
        throw new ProblemException(403, "Forbidden", "This token is for another exchange.");
      }
      return claims;
    } catch (TokenException e) {
      throw ProblemException.of(e);
    }
  }

  private static Optional<String> token(ServerRequest request) {
    Optional<String> bearer =
        request
            .headers()
            .first(HeaderNames.AUTHORIZATION)
            .filter(value -> value.regionMatches(true, 0, BEARER, 0, BEARER.length()))
            .map(value -> value.substring(BEARER.length()).strip());
    return bearer.or(() -> request.query().first("token").asOptional());
  }
}
