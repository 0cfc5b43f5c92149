package org.messgateway.gateway.http;

import io.helidon.http.HeaderNames;
import io.helidon.webserver.http.ServerRequest;
import java.time.InstantSource;
import java.util.Collections;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.messgateway.gateway.exchange.ExchangeNames;
import org.messgateway.gateway.links.LinkClaims;
import org.messgateway.gateway.links.LinkTokens;
import org.messgateway.gateway.links.Permission;
import org.messgateway.gateway.links.StoredToken;
import org.messgateway.gateway.links.StoredTokens;
import org.messgateway.gateway.links.TokenException;
import org.messgateway.gateway.links.TokenKind;

/** Checks the token of each request: in the query, or as Bearer. */
public final class TokenGate {

  private static final Pattern BEARER = Pattern.compile("(?i:Bearer) ([A-Za-z0-9._-]+)");
  private static final Pattern LETTERS = Pattern.compile("[A-Za-z0-9._-]*");

  private final LinkTokens links;
  private final StoredTokens stored;
  private final SequencedMap<String, AccessibleThreads> exchanges;
  private final ExchangeNames names;
  private final TokenAuthorization authorization;
  private final InstantSource clock;

  /** A gate for one exchange, where everybody counts as configured. */
  public TokenGate(
      LinkTokens links,
      StoredTokens stored,
      String exchange,
      AccessibleThreads threads,
      InstantSource clock) {
    this(
        links,
        stored,
        new LinkedHashMap<>(Map.of(exchange, threads)),
        new ExchangeNames(new LinkedHashMap<>(Map.of(exchange, exchange))),
        new TokenAuthorization(_ -> true, links, stored),
        clock);
  }

  /**
   * @param exchanges of the gateway, by id; a request that names none means the first that has such
   *     a thread
   * @param names by which requests name an exchange
   * @param authorization of executors
   */
  public TokenGate(
      LinkTokens links,
      StoredTokens stored,
      SequencedMap<String, AccessibleThreads> exchanges,
      ExchangeNames names,
      TokenAuthorization authorization,
      InstantSource clock) {
    this.links = links;
    this.stored = stored;
    this.names = names;
    this.exchanges = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(exchanges));
    this.authorization = authorization;
    this.clock = clock;
  }

  /**
   * Claims of a token that may act on this thread: a link's token for it, or the stored token of an
   * executor whom it concerns. Throws 401 without a token, 403 for a token of another thread.
   */
  public LinkClaims forThread(ServerRequest request, String ref) {
    String token = token(request);
    return StoredTokens.like(token)
        ? ofExecutor(token, ref, named(request))
        : ofLink(authorization.link(link(token)), ref);
  }

  private static LinkClaims ofLink(LinkClaims claims, String ref) {
    if (!claims.ref().equals(ref)) {
      throw forbidden("This token is for another task.");
    }
    return claims;
  }

  private LinkClaims ofExecutor(String token, String id, Optional<String> exchange) {
    StoredToken known = known(token);
    if (known.kind() != TokenKind.EXECUTOR) {
      throw forbidden(
          "This path is for executors. An agent's tasks are at /mess/REF, and POST /mess answers.");
    }
    return found(exchange, threads -> threads.executor(known.name(), id))
        .map(thread -> claims(known, thread, EnumSet.allOf(Permission.class)))
        .orElseThrow(() -> forbidden("This token does not open this task."));
  }

  private record ResolvedThread(String exchange, String ref) {}

  /** With several exchanges, {@code ?exchange=} names the one that is meant. */
  private Optional<String> named(ServerRequest request) {
    Optional<String> called = request.query().first("exchange").asOptional();
    return called.map(
        name -> names.id(name).orElseThrow(() -> ProblemException.notFound(names.unknown(name))));
  }

  private Optional<ResolvedThread> found(
      Optional<String> exchange, Function<AccessibleThreads, Optional<String>> thread) {
    return exchanges.entrySet().stream()
        .filter(each -> exchange.isEmpty() || exchange.get().equals(each.getKey()))
        .flatMap(each ->
            thread
                .apply(each.getValue())
                .map(ref -> new ResolvedThread(each.getKey(), ref))
                .stream())
        .findFirst();
  }

  private LinkClaims claims(StoredToken token, ResolvedThread thread, Set<Permission> permissions) {
    return LinkClaims.of(
        token, thread.exchange(), thread.ref(), permissions, clock.instant(), null);
  }

  /**
   * Claims of a token that may read this thread: as {@link #forThread}, and the stored token of the
   * agent that asked for it, which gets no permissions.
   */
  public LinkClaims reading(ServerRequest request, String id) {
    return agent(request)
        .map(agent -> asked(request, agent, id))
        .orElseGet(() -> forThread(request, id));
  }

  /**
   * Claims of a token that may read one file of this thread: as {@link #reading}, and the token of
   * a link to that file.
   *
   * @param path of the file below the thread, such as {@code files/a.jpg}
   */
  LinkClaims readingFile(ServerRequest request, String id, String path) {
    String token = token(request);
    return StoredTokens.like(token)
        ? reading(request, id)
        : ofLink(authorization.file(link(token), path), id);
  }

  private LinkClaims asked(ServerRequest request, StoredToken agent, String id) {
    return found(named(request), threads -> threads.agent(agent.name(), id))
        .map(thread -> claims(agent, thread, EnumSet.noneOf(Permission.class)))
        .orElseThrow(
            () -> ProblemException.notFound("You asked for nothing that is called " + id + "."));
  }

  /** The executor of a genuine token, its own or a link's; throws without one. */
  String executor(ServerRequest request) {
    return StoredTokens.like(token(request))
        ? of(request, TokenKind.EXECUTOR).name()
        : any(request).executor();
  }

  /** The agent whose token came; empty for tokens of other kinds. */
  Optional<StoredToken> agent(ServerRequest request) {
    return stored(request, TokenKind.AGENT);
  }

  /** The stored token that came; empty for tokens of other kinds. */
  Optional<StoredToken> stored(ServerRequest request, TokenKind kind) {
    return genuine(request).filter(token -> token.kind() == kind).map(_ -> known(token(request)));
  }

  /**
   * The stored token of a request, whatever its owner may do now; empty for a link's. Throws 401
   * for one that is not genuine.
   */
  Optional<StoredToken> genuine(ServerRequest request) {
    String token = token(request);
    try {
      return StoredTokens.like(token) ? Optional.of(stored.verify(token)) : Optional.empty();
    } catch (TokenException e) {
      throw ProblemException.of(e);
    }
  }

  /** The claims of a link's token, for any thread. */
  public LinkClaims any(ServerRequest request) {
    return authorization.link(link(token(request)));
  }

  /** The stored token of a request; throws 401 without one, 403 for one of another kind. */
  public StoredToken of(ServerRequest request, TokenKind... kinds) {
    StoredToken token = known(token(request));
    for (TokenKind kind : kinds) {
      if (token.kind() == kind) {
        return token;
      }
    }
    throw forbidden("This token is of a kind that may not do this.");
  }

  private StoredToken known(String token) {
    try {
      if (token.isBlank()) {
        throw new TokenException(TokenException.Reason.MISSING);
      }
      StoredToken known = stored.verify(token);
      if (known.kind() == TokenKind.EXECUTOR) {
        authorization.executor(known.name());
      }
      return known;
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

  /**
   * The token of a request, genuine or not; empty text for none. Throws 401 for one that is spelled
   * otherwise than tokens are, and for several.
   */
  static String token(ServerRequest request) {
    List<String> bearers = bearers(request);
    if (bearers.isEmpty()) {
      return parameter(request, "token").orElse("");
    }
    Matcher bearer = BEARER.matcher(bearers.getFirst());
    if (bearers.size() > 1 || !bearer.matches()) {
      throw ProblemException.of(new TokenException(TokenException.Reason.FORGED));
    }
    return bearer.group(1);
  }

  /** Other schemes are a proxy's before this server. */
  private static List<String> bearers(ServerRequest request) {
    return request.headers().all(HeaderNames.AUTHORIZATION, List::of).stream()
        .filter(value -> value.regionMatches(true, 0, "Bearer", 0, "Bearer".length()))
        .toList();
  }

  /** Whether a request claims to have a token. */
  static boolean hasToken(ServerRequest request) {
    return !bearers(request).isEmpty() || request.query().contains("token");
  }

  /**
   * A part of a link in the query; empty for none. Throws 401 for characters that no link has, and
   * where it comes several times.
   */
  public static Optional<String> parameter(ServerRequest request, String name) {
    List<String> given = request.query().all(name, List::of);
    if (given.size() > 1 || !given.stream().allMatch(text -> LETTERS.matcher(text).matches())) {
      throw ProblemException.of(new TokenException(TokenException.Reason.FORGED));
    }
    return given.stream().filter(text -> !text.isEmpty()).findFirst();
  }

  private static ProblemException forbidden(String why) {
    return new ProblemException(403, "Forbidden", why);
  }
}
