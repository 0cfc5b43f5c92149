package org.messgateway.gateway.respond.page;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.helidon.http.HeaderName;
import io.helidon.http.HeaderNames;
import io.helidon.http.Status;
import io.helidon.webserver.http.HttpRules;
import io.helidon.webserver.http.HttpService;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.time.Duration;
import java.time.InstantSource;
import org.messgateway.gateway.respond.LinkClaims;
import org.messgateway.gateway.respond.LinkTokens;
import org.messgateway.gateway.respond.ProblemException;
import org.messgateway.gateway.respond.ShortCodes;
import org.messgateway.gateway.respond.Tasks;

/**
 * The page, and what it asks for. A browser gets the same page from every link, so that previews
 * and forwards learn nothing and change nothing; machines are left to the routes behind.
 */
public final class PageRoutes implements HttpService {

  private static final HeaderName CONTENT_SECURITY_POLICY =
      HeaderNames.create("Content-Security-Policy");

  private final TaskSheets sheets;
  private final LinkOpener links;
  private final Renewals renewals;
  private final RenewalLimit limit;
  private final StaticPage page = StaticPage.load();
  private final ObjectMapper json =
      new ObjectMapper().setDefaultPropertyInclusion(JsonInclude.Include.NON_NULL);

  public PageRoutes(
      TaskSheets sheets,
      Tasks tasks,
      LinkTokens tokens,
      ShortCodes codes,
      Renewals renewals,
      InstantSource clock) {
    this.sheets = sheets;
    this.links = new LinkOpener(tokens, codes, tasks, clock);
    this.renewals = renewals;
    this.limit = new RenewalLimit(clock);
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

  /** For those who only look whether a link leads anywhere: what it opens is not theirs to know. */
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

  private void task(ServerRequest request, ServerResponse response) throws JsonProcessingException {
    LinkClaims claims = links.alive(request);
    TaskSheet sheet =
        sheets
            .sheetsOf(claims.exchange())
            .sheet(claims.ref(), claims.executor())
            .orElseThrow(() -> ProblemException.notFound("This task is not here any more."));
    response
        .header(HeaderNames.CONTENT_TYPE, "application/json")
        .send(json.writeValueAsBytes(sheet));
  }

  private void renew(ServerRequest request, ServerResponse response) {
    LinkClaims old = links.genuine(request);
    Duration wait = limit.toWait(old);
    if (!wait.isZero()) {
      throw new ProblemException(429, "Too many requests", "A new link was sent a few minutes ago.")
          .retryAfter(wait);
    }
    switch (renewals.renew(old)) {
      case SENT -> response.status(Status.ACCEPTED_202).send();
      case NO_WAY -> {
        limit.undo(old);
        throw new ProblemException(
            409, "Not possible", "No new link can be sent: answer the one who asks directly.");
      }
    }
  }
}
