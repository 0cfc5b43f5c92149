package org.messgateway.gateway.http.page;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.helidon.http.HeaderNames;
import io.helidon.http.Status;
import io.helidon.webserver.http.HttpRules;
import io.helidon.webserver.http.HttpService;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.messgateway.gateway.http.LargeViews;
import org.messgateway.gateway.http.ProblemException;
import org.messgateway.gateway.http.Tasks;
import org.messgateway.gateway.http.TokenAuthorization;
import org.messgateway.gateway.http.TokenGate;
import org.messgateway.gateway.links.LinkClaims;
import org.messgateway.gateway.links.LinkRenewer;
import org.messgateway.gateway.links.LinkTokens;
import org.messgateway.gateway.links.ShortCodes;

/**
 * The requests that the page makes beside its answers: the task it shows, and a new link for one
 * that has expired. The page itself is in {@link PageFileRoutes}.
 */
public final class PageRoutes implements HttpService {

  private final Tasks tasks;
  private final LinkTokens tokens;
  private final TokenAuthorization authorization;
  private final ShortCodes codes;
  private final LinkRenewer linkRenewer;
  private final RenewalLimit limit;
  private final LargeViews views;
  private final InstantSource clock;
  private final ObjectMapper json =
      new ObjectMapper().setDefaultPropertyInclusion(JsonInclude.Include.NON_NULL);

  public PageRoutes(
      Tasks tasks,
      LinkTokens tokens,
      TokenAuthorization authorization,
      ShortCodes codes,
      LinkRenewer linkRenewer,
      LargeViews views,
      InstantSource clock) {
    this.views = views;
    this.tasks = tasks;
    this.tokens = tokens;
    this.authorization = authorization;
    this.codes = codes;
    this.linkRenewer = linkRenewer;
    this.limit = new RenewalLimit(clock);
    this.clock = clock;
  }

  @Override
  public void routing(HttpRules rules) {
    rules.get("/task", this::task).post("/task/renew", this::renew);
  }

  private void task(ServerRequest request, ServerResponse response) {
    LinkClaims claims = alive(request);
    Tasks of = tasks.tasksIn(claims.exchange()).orElseThrow(PageRoutes::notHere);
    response.header(HeaderNames.CONTENT_TYPE, "application/json");
    views.send(
        response,
        claims.executor(),
        of.memory(claims.ref()),
        () -> json.writeValueAsBytes(of.sheet(claims).orElseThrow(PageRoutes::notHere)));
  }

  private static ProblemException notHere() {
    return ProblemException.notFound("This task is not here any more.");
  }

  private void renew(ServerRequest request, ServerResponse response) {
    LinkClaims old = genuine(request);
    if (old.permissions().isEmpty()) {
      throw new ProblemException(403, "Forbidden", "This link is for reading only.");
    }
    Duration wait = limit.toWait(old);
    if (!wait.isZero()) {
      throw new ProblemException(429, "Too many requests", "A new link was sent a few minutes ago.")
          .retryAfter(wait);
    }
    switch (linkRenewer.renew(old)) {
      case SENT -> response.status(Status.ACCEPTED_202).send();
      case NO_WAY -> {
        limit.undo(old);
        throw new ProblemException(
            409, "Not possible", "No new link can be sent: answer the one who asks directly.");
      }
      case OVER -> {
        limit.undo(old);
        throw new ProblemException(409, "Over", "This task is over: no new link is needed.")
            .typed("urn:mess:over");
      }
    }
  }

  /** The task of a link that has not expired: 401 otherwise, with a type that says why. */
  private LinkClaims alive(ServerRequest request) {
    LinkClaims claims = genuine(request);
    if (!clock.instant().isBefore(claims.expires())) {
      throw new ProblemException(401, "Unauthorized", "This link has expired.")
          .typed("urn:mess:expired");
    }
    return claims;
  }

  /**
   * The task of a genuine link, expired or not: by {@code token}, or by {@code code} and {@code t}
   * of a short link.
   */
  private LinkClaims genuine(ServerRequest request) {
    Optional<String> code = TokenGate.parameter(request, "code");
    Optional<LinkClaims> claims =
        code.isPresent()
            ? codes
                .deliveryId(code.get(), TokenGate.parameter(request, "t").orElse(""))
                .flatMap(tasks::delivery)
            : TokenGate.parameter(request, "token").flatMap(tokens::genuine);
    return claims
        .filter(found -> tasks.tasksIn(found.exchange()).isPresent())
        .map(authorization::link)
        .orElseThrow(() ->
            new ProblemException(401, "Unauthorized", "This link is not one of ours.")
                .typed("urn:mess:forged"));
  }

  /**
   * At most one new link in 10 minutes for one executor and one thread, so that an old link in the
   * wrong hands cannot be used to flood anybody. Remembers at most 10,000 and forgets at a restart.
   * Thread-safe.
   */
  private static final class RenewalLimit {

    private static final Duration PAUSE = Duration.ofMinutes(10);
    private static final int MOST = 10_000;

    private final InstantSource clock;
    private final Map<RenewalKey, Instant> last = new LinkedHashMap<>();

    private record RenewalKey(String ref, String executor) {}

    RenewalLimit(InstantSource clock) {
      this.clock = clock;
    }

    /** Time until the next renewal; zero when it may go now, which then counts. */
    synchronized Duration toWait(LinkClaims claims) {
      Instant now = clock.instant();
      // The clock may have been set back.
      last.values().removeIf(at -> at.isAfter(now) || !at.plus(PAUSE).isAfter(now));
      RenewalKey link = new RenewalKey(claims.ref(), claims.executor());
      Instant before = last.get(link);
      if (before != null) {
        return Duration.between(now, before.plus(PAUSE));
      }
      if (last.size() >= MOST) {
        return PAUSE;
      }
      last.put(link, now);
      return Duration.ZERO;
    }

    /** The renewal could not be sent after all. */
    synchronized void undo(LinkClaims claims) {
      last.remove(new RenewalKey(claims.ref(), claims.executor()));
    }
  }
}
