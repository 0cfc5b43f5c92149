package org.messgateway.gateway.respond;

import io.helidon.http.HeaderNames;
import io.helidon.webserver.http.ServerRequest;
import java.time.Instant;
import java.time.InstantSource;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/** Lets nobody through without a genuine token: in the query, or as Bearer. */
public final class TokenGate {

  private static final String BEARER = "Bearer ";

  private final LinkTokens links;
  private final StoredTokens stored;
  private final String exchange;
  private final Concerns concerns;
  private final InstantSource clock;

  /**
   * @param exchange id of the exchange that links must be for
   */
  public TokenGate(
      LinkTokens links,
      StoredTokens stored,
      String exchange,
      Concerns concerns,
      InstantSource clock) {
    this.links = links;
    this.stored = stored;
    this.exchange = exchange;
    this.concerns = concerns;
    this.clock = clock;
  }

  /**
   * Who may act on this very thread: by a link's token for it, or by the token of an executor whom
   * it concerns. 401 without one, 403 when it is for another.
   */
  public LinkClaims forThread(ServerRequest request, String ref) {
    String token = token(request);
    return StoredTokens.like(token) ? ofExecutor(token, ref) : ofLink(token, ref);
  }

  private LinkClaims ofLink(String token, String ref) {
    LinkClaims claims = link(token);
    if (!claims.ref().equals(ref)) {
      throw forbidden("This token is for another task.");
    }
    return claims;
  }

  private LinkClaims ofExecutor(String token, String id) {
    StoredToken known = known(token);
    if (known.kind() != TokenKind.EXECUTOR) {
      throw forbidden("This token does not open this task.");
    }
    String ref =
        concerns
            .executor(known.name(), id)
            .orElseThrow(() -> forbidden("This token does not open this task."));
    return claims(known, ref, EnumSet.allOf(Permission.class));
  }

  private LinkClaims claims(StoredToken known, String ref, Set<Permission> permissions) {
    Instant expires = LinkTokens.expiry(clock.instant(), null);
    return new LinkClaims(exchange, ref, known.name(), permissions, expires);
  }

  /**
   * Who may read this thread: besides those who may act on it, the agent that asked for it, who
   * comes without permissions.
   */
  public LinkClaims reading(ServerRequest request, String id) {
    Optional<StoredToken> agent = agent(request);
    if (agent.isEmpty()) {
      return forThread(request, id);
    }
    String ref =
        concerns
            .agent(agent.get().name(), id)
            .orElseThrow(() ->
                ProblemException.notFound("You asked for nothing that is called " + id + "."));
    return claims(agent.get(), ref, EnumSet.noneOf(Permission.class));
  }

  /** Throws unless a genuine token of an executor came, or of a link. */
  void executor(ServerRequest request) {
    if (StoredTokens.like(token(request))) {
      of(request, TokenKind.EXECUTOR);
    } else {
      any(request);
    }
  }

  /** The agent whose token came; empty for tokens of other kinds. */
  Optional<StoredToken> agent(ServerRequest request) {
    String token = token(request);
    return StoredTokens.like(token)
        ? Optional.of(known(token)).filter(known -> known.kind() == TokenKind.AGENT)
        : Optional.empty();
  }

  /** The claims of whatever link's token came. */
  public LinkClaims any(ServerRequest request) {
    return link(token(request));
  }

  /** Whose stored token came: 401 without one, 403 when it is of another kind. */
  public StoredToken of(ServerRequest request, TokenKind... kinds) {
    StoredToken known = known(token(request));
    for (TokenKind kind : kinds) {
      if (known.kind() == kind) {
        return known;
      }
    }
    throw forbidden("This token is of a kind that may not do this.");
  }

  private StoredToken known(String token) {
    try {
      if (token.isBlank()) {
        throw new TokenException(TokenException.Reason.MISSING);
      }
      return stored.verify(token);
    } catch (TokenException e) {
      throw ProblemException.of(e);
    }
  }

  private LinkClaims link(String token) {
    try {
      LinkClaims claims = links.verify(token);
      if (!claims.exchange().equals(exchange)) {
        throw forbidden("This token is for another exchange.");
      }
      return claims;
    } catch (TokenException e) {
      throw ProblemException.of(e);
    }
  }

  /** What came as a token; empty for none. */
  static String token(ServerRequest request) {
    Optional<String> bearer =
        request
            .headers()
            .first(HeaderNames.AUTHORIZATION)
            .filter(value -> value.regionMatches(true, 0, BEARER, 0, BEARER.length()))
            .map(value -> value.substring(BEARER.length()).strip());
    return bearer.or(() -> request.query().first("token").asOptional()).orElse("");
  }

  private static ProblemException forbidden(String why) {
    return new ProblemException(403, "Forbidden", why);
  }
}
