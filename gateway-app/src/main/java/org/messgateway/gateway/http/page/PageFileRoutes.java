package org.messgateway.gateway.http.page;

import io.helidon.http.HeaderName;
import io.helidon.http.HeaderNames;
import io.helidon.webserver.http.HttpRules;
import io.helidon.webserver.http.HttpService;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.text.Texts;
import org.messgateway.gateway.http.ProblemException;

/**
 * The page itself, its texts, and the worker that opens it without network. Every link gives the
 * same page, so that previews and forwards learn nothing and change nothing; requests for JSON or
 * YAML go on to the later routes.
 */
public final class PageFileRoutes implements HttpService {

  private static final HeaderName CONTENT_SECURITY_POLICY =
      HeaderNames.create("Content-Security-Policy");

  private final Supplier<PageSettings> household;

  /** Put together at the first request: no start waits for it. */
  private volatile @Nullable Built built;

  /**
   * What the page says of the household.
   *
   * @param title as previews show it
   * @param usual the texts that the page begins with
   * @param texts by language, one of {@link Texts#LANGUAGES}
   */
  public record PageSettings(String title, Texts usual, Function<String, Texts> texts) {}

  /** The page of a household as it was. */
  private record Built(String title, Texts texts, RespondPage page) {

    static Built of(PageSettings now) {
      return new Built(now.title(), now.usual(), RespondPage.of(now.title(), now.usual()));
    }

    boolean current(PageSettings now) {
      return title.equals(now.title()) && texts.equals(now.usual());
    }
  }

  /**
   * @param household as it is now; asked at each request
   */
  public PageFileRoutes(Supplier<PageSettings> household) {
    this.household = household;
  }

  @Override
  public void routing(HttpRules rules) {
    rules
        .get("/respond", this::page)
        .get("/r/{code}", this::page)
        .head("/respond", PageFileRoutes::there)
        .head("/r/{code}", PageFileRoutes::there)
        .get("/respond/worker.js", this::worker)
        .get("/respond/words/{language}", this::words);
  }

  private RespondPage current() {
    PageSettings now = household.get();
    Built last = built;
    if (last == null || !last.current(now)) {
      last = Built.of(now);
      built = last;
    }
    return last.page();
  }

  private void page(ServerRequest request, ServerResponse response) {
    if (asksForData(request)) {
      response.next();
      return;
    }
    RespondPage page = current();
    response.header(CONTENT_SECURITY_POLICY, page.policy());
    page.html().send(request, response);
  }

  /** Programs say so; whoever takes anything, as previews do, gets the page. */
  private static boolean asksForData(ServerRequest request) {
    String accept = request.headers().first(HeaderNames.ACCEPT).orElse("").toLowerCase(Locale.ROOT);
    return !accept.contains("html") && (accept.contains("json") || accept.contains("yaml"));
  }

  /** For clients that only check whether a link works: tells nothing about its task. */
  private static void there(ServerRequest request, ServerResponse response) {
    response.header(HeaderNames.CONTENT_TYPE, "text/html; charset=utf-8").send();
  }

  private void worker(ServerRequest request, ServerResponse response) {
    // Below the page's path, for the short links, too; it asks this server only.
    response.header(HeaderNames.create("Service-Worker-Allowed"), "/");
    response.header(CONTENT_SECURITY_POLICY, "default-src 'none'; connect-src 'self'");
    current().worker().send(request, response);
  }

  private void words(ServerRequest request, ServerResponse response) {
    String language = request.path().pathParameters().get("language");
    if (!Texts.LANGUAGES.contains(language)) {
      throw ProblemException.notFound("There are no texts in this language.");
    }
    Texts texts = household.get().texts().apply(language);
    StaticFile.of("application/json", RespondPage.words(texts)).send(request, response);
  }
}
