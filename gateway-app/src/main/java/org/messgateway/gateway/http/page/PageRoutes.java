package org.messgateway.gateway.http.page;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.helidon.http.HeaderName;
import io.helidon.http.HeaderNames;
import io.helidon.http.Status;
import io.helidon.webserver.http.HttpRules;
import io.helidon.webserver.http.HttpService;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
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
 * The page, and the requests it makes. A browser gets the same page from every link, so that
 * previews and forwards learn nothing and change nothing; requests of machines go on to the later
 * routes.
 */
public final class PageRoutes implements HttpService {

  private static final HeaderName CONTENT_SECURITY_POLICY =
      HeaderNames.create("Content-Security-Policy");

  private final Tasks tasks;
  private final LinkTokens tokens;
  private final TokenAuthorization authorization;
  private final ShortCodes codes;
  private final LinkRenewer linkRenewer;
  private final RenewalLimit limit;
  private final LargeViews views;
  private final InstantSource clock;
  private final RespondPage page = RespondPage.load();
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
    rules
        .get("/respond", this::page)
        .get("/r/{code}", this::page)
        .head("/respond", PageRoutes::there)
        .head("/r/{code}", PageRoutes::there)
        .get("/task", this::task)
        .post("/task/renew", this::renew);
  }

  /** For clients that only check whether a link works: tells nothing about its task. */
  private static void there(ServerRequest request, ServerResponse response) {
    response.header(HeaderNames.CONTENT_TYPE, "text/html; charset=utf-8").send();
  }

  private void page(ServerRequest request, ServerResponse response) {
    if (!request.headers().first(HeaderNames.ACCEPT).orElse("").startsWith("text/html")) {
      response.next();
      return;
    }
    response
        .header(HeaderNames.CONTENT_TYPE, "text/html; charset=utf-8")
        .header(CONTENT_SECURITY_POLICY, page.policy())
        .send(page.html());
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
   * The page's file, the same for everybody and without a word of any task.
   *
   * @param policy its Content-Security-Policy, which names the script and the style by their
   *     hashes, so that nothing else runs even if it got into the page
   */
  @SuppressWarnings("ArrayRecordComponent") // Never changed, never compared.
  private record RespondPage(byte[] html, String policy) {

    private static final String RESOURCE = "/page/respond.html";
    private static final Pattern SCRIPT = Pattern.compile("<script>(.*?)</script>", Pattern.DOTALL);
    private static final Pattern STYLE = Pattern.compile("<style>(.*?)</style>", Pattern.DOTALL);

    static RespondPage load() {
      try (InputStream in = PageRoutes.class.getResourceAsStream(RESOURCE)) {
        if (in == null) {
          throw new IllegalStateException(RESOURCE + " is missing from this build");
        }
        String text = new String(in.readAllBytes(), UTF_8);
        return new RespondPage(text.getBytes(UTF_8), policy(hash(text, SCRIPT), hash(text, STYLE)));
      } catch (IOException e) {
        throw new UncheckedIOException(RESOURCE + " cannot be read", e);
      }
    }

    private static String policy(String script, String style) {
      return "default-src 'self'; script-src %s; style-src %s; img-src 'self' blob: data:; media-src 'self' blob: data:; frame-ancestors 'none'; form-action 'self'; base-uri 'none'; require-trusted-types-for 'script'"
          .formatted(script, style);
    }

    private static String hash(String text, Pattern element) {
      Matcher found = element.matcher(text);
      if (!found.find()) {
        throw new IllegalStateException("the page has no " + element.pattern());
      }
      try {
        MessageDigest digest = MessageDigest.getInstance("SHA-256");
        byte[] hash = digest.digest(found.group(1).getBytes(UTF_8));
        return "'sha256-" + Base64.getEncoder().encodeToString(hash) + "'";
      } catch (NoSuchAlgorithmException e) {
        throw new IllegalStateException("every Java has SHA-256", e);
      }
    }
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
