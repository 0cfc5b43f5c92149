package org.messgateway.gateway.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.helidon.http.HeaderNames;
import io.helidon.http.HeaderValues;
import io.helidon.http.HttpException;
import io.helidon.http.Method;
import io.helidon.http.Status;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.messgateway.gateway.http.limits.RequestFailureLog;

/** The one place where an exception becomes a response: RFC 9457, or a page for browsers. */
final class ProblemResponses {

  /** Bytes of a body that cost less to read than a new connection. */
  private static final long LITTLE = 256 << 10;

  /** RFC 6750: how to come back with a token. */
  private static final String CHALLENGE = "Bearer realm=\"mess-gateway\"";

  private static final String THREAD = "/thread/";

  private static final String STYLE =
      """
      :root { color-scheme: light dark; --ink: #1a1c1e; --paper: #fbfbf9; --soft: #5b6168; --line: #dcdedb; }
      @media (prefers-color-scheme: dark) {
        :root { --ink: #ecedee; --paper: #15171a; --soft: #a3a9b0; --line: #33373c; }
      }
      * { box-sizing: border-box; }
      body { margin: 0; background: var(--paper); color: var(--ink);
        font: 17px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; }
      main { max-width: 36rem; margin: 0 auto; padding: 1.5rem 1.25rem 3rem; }
      h1 { font-size: 1.85rem; line-height: 1.25; margin: 0 0 1rem; overflow-wrap: anywhere; }
      """;

  private final ObjectMapper json = new ObjectMapper();
  private final RequestFailureLog failures;

  ProblemResponses(RequestFailureLog failures) {
    this.failures = failures;
  }

  void known(ServerRequest request, ServerResponse response, ProblemException problem) {
    retryAfter(response, problem);
    if (problem.status() == Status.UNAUTHORIZED_401.code()) {
      response.header(HeaderNames.WWW_AUTHENTICATE, CHALLENGE);
    }
    notReading(request, response);
    if (request.prologue().method().equals(Method.HEAD)) {
      // A body here would be taken for the next answer.
      response.status(Status.create(problem.status())).send();
      return;
    }
    if (AnswerFormat.refusesInMess(request)) {
      AnswerFormat format = AnswerFormat.of(request);
      response
          .status(Status.create(problem.status()))
          .header(HeaderNames.CONTENT_TYPE, format.mediaType())
          .send(format.written(MessAnswers.of(problem, thread(request.path().path()))));
      return;
    }
    if (AcceptHeader.html(request)) {
      response
          .status(Status.create(problem.status()))
          .header(HeaderNames.CONTENT_TYPE, "text/html; charset=utf-8")
          .send(page(problem));
      return;
    }
    response
        .status(Status.create(problem.status()))
        .header(HeaderNames.CONTENT_TYPE, "application/problem+json")
        .send(body(problem));
  }

  /** The thread that a path names; {@code last} where it names none. */
  private static String thread(String path) {
    return path.startsWith(THREAD) ? path.substring(THREAD.length()) : "last";
  }

  private static void retryAfter(ServerResponse response, ProblemException problem) {
    if (!problem.retryAfter().isZero()) {
      long seconds = Math.max(1, problem.retryAfter().toSeconds());
      response.header(HeaderNames.RETRY_AFTER, Long.toString(seconds));
    }
  }

  /** Closes the connection instead of reading an unused body, unless the body is small. */
  private static void notReading(ServerRequest request, ServerResponse response) {
    boolean little = request.headers().contentLength().orElse(LITTLE + 1) <= LITTLE;
    if (request.content().hasEntity() && !request.content().consumed() && !little) {
      response.header(HeaderValues.CONNECTION_CLOSE);
    }
  }

  /** A refusal by the server itself: no such path, a body too large, a broken request. */
  void refused(ServerRequest request, ServerResponse response, HttpException refusal) {
    Status status = refusal.status();
    known(
        request,
        response,
        new ProblemException(
            status.code(), status.reasonPhrase(), "There is nothing here that answers this."));
  }

  /** An unforeseen failure, also an error: its cause for the log, no detail for the caller. */
  void unknown(ServerRequest request, ServerResponse response, Throwable failure) {
    failures.failed(request.path().rawPath(), failure);
    known(
        request,
        response,
        new ProblemException(500, "Internal error", "This failed on our side. Try again later."));
  }

  private byte[] body(ProblemException problem) {
    Map<String, @Nullable Object> details = new LinkedHashMap<>();
    details.put("type", problem.type());
    details.put("title", problem.title());
    details.put("status", problem.status());
    details.put("detail", problem.detail());
    details.putAll(problem.more());
    try {
      return json.writeValueAsBytes(details);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("plain values are JSON", e);
    }
  }

  private static byte[] page(ProblemException problem) {
    String main =
        "<h1>%s</h1><p>%s</p>"
            .formatted(escaped(headline(problem)), escaped(String.valueOf(problem.getMessage())));
    return document(headline(problem), main);
  }

  private static String headline(ProblemException problem) {
    return switch (problem.status()) {
      case 401, 403 -> "This link does not open";
      case 404 -> "Nothing here";
      default -> "That did not work";
    };
  }

  private static byte[] document(String title, String main) {
    return """
    <!doctype html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="robots" content="noindex">
    <title>%s</title>
    <style>
    %s</style>
    </head>
    <body>
    <main>
    %s</main>
    </body>
    </html>
    """
        .formatted(escaped(title), STYLE, main)
        .getBytes(UTF_8);
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;")
        .replace("'", "&#39;");
  }
}
