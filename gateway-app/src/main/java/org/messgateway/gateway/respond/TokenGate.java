package org.messgateway.gateway.respond;

import io.helidon.http.HeaderNames;
import io.helidon.webserver.http.ServerRequest;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collections;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import java.util.function.Function;

/** Lets nobody through without a genuine token: in the query, or as Bearer. */
public final class TokenGate {

  private static final String BEARER = "Bearer ";

  private final LinkTokens links;
  private final StoredTokens stored;
  private final SequencedMap<String, Concerns> exchanges;
  private final InstantSource clock;

  /** Of one exchange; otherwise as the other. */
  public TokenGate(
      LinkTokens links,
      StoredTokens stored,
      String exchange,
      Concerns concerns,
      InstantSource clock) {
    this(links, stored, new LinkedHashMap<>(Map.of(exchange, concerns)), clock);
  }

  /**
   * @param exchanges that links may be for, by id; who does not say which means the first that has
   *     such a thread
   */
  public TokenGate(
      LinkTokens links,
      StoredTokens stored,
      SequencedMap<String, Concerns> exchanges,
      InstantSource clock) {
    this.links = links;
    this.stored = stored;
    this.exchanges = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(exchanges));
    this.clock = clock;
  }

  /**
   * Who may act on this very thread: by a link's token for it, or by the token of an executor whom
   * it concerns. 401 without one, 403 when it is for another.
   */
  public LinkClaims forThread(ServerRequest request, String ref) {
    String token = token(request);
    return StoredTokens.like(token) ? ofExecutor(token, ref, named(request)) : ofLink(token, ref);
  }

  private LinkClaims ofLink(String token, String ref) {
    LinkClaims claims = link(token);
    if (!claims.ref().equals(ref)) {
      throw forbidden("This token is for another task.");
    }
    return claims;
  }

  private LinkClaims ofExecutor(String token, String id, Optional<String> exchange) {
    StoredToken known = known(token);
    if (known.kind() != TokenKind.EXECUTOR) {
      throw forbidden("This token does not open this task.");
    }
    return found(exchange, concerns -> concerns.executor(known.name(), id))
        .map(thread -> claims(known, thread, EnumSet.allOf(Permission.class)))
        .orElseThrow(() -> forbidden("This token does not open this task."));
  }

  private record Found(String exchange, String ref) {}

  /** Where there are several exchanges, {@code ?exchange=} says which is meant. */
  private static Optional<String> named(ServerRequest request) {
    return request.query().first("exchange").asOptional();
  }

  private Optional<Found> found(
      Optional<String> exchange, Function<Concerns, Optional<String>> thread) {
    return exchanges.entrySet().stream()
        .filter(each -> exchange.isEmpty() || exchange.get().equals(each.getKey()))
        .flatMap(each ->
            thread.apply(each.getValue()).map(ref -> new Found(each.getKey(), ref)).stream())
        .findFirst();
  }

  private LinkClaims claims(StoredToken known, Found thread, Set<Permission> permissions) {
    Instant expires = LinkTokens.expiry(clock.instant(), null);
    return new LinkClaims(thread.exchange(), thread.ref(), known.name(), permissions, expires);
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
    return found(named(request), concerns -> concerns.agent(agent.get().name(), id))
        .map(thread -> claims(agent.get(), thread, EnumSet.noneOf(Permission.class)))
        .orElseThrow(
            () -> ProblemException.notFound("You asked for nothing that is called " + id + "."));
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
      if (!exchanges.containsKey(claims.exchange())) {
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
