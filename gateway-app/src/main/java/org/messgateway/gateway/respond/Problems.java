package org.messgateway.gateway.respond;

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
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The one place where a failure becomes an answer: problem details (RFC 9457), or a page for
 * browsers.
 */
final class Problems {

  private static final Logger log = LoggerFactory.getLogger(Problems.class);

  private static final long LITTLE = 64 << 10;

  private final ObjectMapper json = new ObjectMapper();
  private final ProblemPage page = new ProblemPage();

  void known(ServerRequest request, ServerResponse response, ProblemException problem) {
    retryAfter(response, problem);
    notReading(request, response);
    if (request.prologue().method().equals(Method.HEAD)) {
      // A body here would be taken for the next answer.
      response.status(Status.create(problem.status())).send();
      return;
    }
    if (Accepts.html(request)) {
      response
          .status(Status.create(problem.status()))
          .header(HeaderNames.CONTENT_TYPE, "text/html; charset=utf-8")
          .send(page.problem(problem));
      return;
    }
    response
        .status(Status.create(problem.status()))
        .header(HeaderNames.CONTENT_TYPE, "application/problem+json")
        .send(body(problem));
  }

  private static void retryAfter(ServerResponse response, ProblemException problem) {
    if (!problem.retryAfter().isZero()) {
      long seconds = Math.max(1, problem.retryAfter().toSeconds());
      response.header(HeaderNames.RETRY_AFTER, Long.toString(seconds));
    }
  }

  /**
   * Who sends on although we have answered is not listened to: the connection is closed, unless so
   * little is left that reading it is cheaper than a new connection.
   */
  private static void notReading(ServerRequest request, ServerResponse response) {
    boolean little = request.headers().contentLength().orElse(LITTLE + 1) <= LITTLE;
    if (request.content().hasEntity() && !request.content().consumed() && !little) {
      response.header(HeaderValues.CONNECTION_CLOSE);
    }
  }

  /** What the server itself refuses: no such path, a body too large, a request that is none. */
  void refused(ServerRequest request, ServerResponse response, HttpException refusal) {
    Status status = refusal.status();
    known(
        request,
        response,
        new ProblemException(
            status.code(), status.reasonPhrase(), "There is nothing here that answers this."));
  }

  /** What nobody foresaw: told to the log in full, to the caller without detail. */
  void unknown(ServerRequest request, ServerResponse response, Exception failure) {
    log.error(
        "A request to {} failed; the caller was answered 500.", request.path().path(), failure);
    known(
        request,
        response,
        new ProblemException(500, "Internal error", "This failed on our side. Try again later."));
  }

  private byte[] body(ProblemException problem) {
    Map<String, Object> details = new LinkedHashMap<>();
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
}
