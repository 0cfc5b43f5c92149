package org.messgateway.gateway.respond;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.helidon.http.HeaderNames;
import io.helidon.webserver.http.ServerRequest;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.Duration;
import org.messgateway.gateway.exchange.format.ThreadFormatException;
import org.messgateway.gateway.respond.body.BodyException;
import org.messgateway.gateway.respond.body.Submission;
import org.messgateway.gateway.respond.body.Submissions;

/** The body of a request, or the problem to answer when it is not taken. */
final class Bodies {

  private Bodies() {}

  /** A message; to be closed by the caller. */
  static Submission message(ServerRequest request, Submissions submissions) {
    String type = request.headers().first(HeaderNames.CONTENT_TYPE).orElse("");
    long length = request.headers().contentLength().orElse(-1);
    try (InputStream body = stream(request)) {
      return submissions.receive(type, length, body);
    } catch (BodyException e) {
      throw problem(e);
    } catch (ThreadFormatException e) {
      throw new ProblemException(400, "Bad request", e.getMessage())
          .with("line", e.line())
          .with("column", e.column());
    } catch (IOException e) {
      throw new UncheckedIOException("A message could not be received", e);
    }
  }

  /** A small text. */
  static String text(ServerRequest request, long limit) {
    return new String(bytes(request, limit), UTF_8);
  }

  /** A small body as it came. */
  static byte[] bytes(ServerRequest request, long limit) {
    try (InputStream body = stream(request)) {
      return Submissions.bytes(body, limit);
    } catch (BodyException e) {
      throw problem(e);
    } catch (IOException e) {
      throw new UncheckedIOException("A body could not be received", e);
    }
  }

  private static InputStream stream(ServerRequest request) {
    return request.content().hasEntity()
        ? request.content().inputStream()
        : InputStream.nullInputStream();
  }

  private static ProblemException problem(BodyException refused) {
    String detail = refused.detail();
    return switch (refused.reason()) {
      case MALFORMED -> new ProblemException(400, "Bad request", detail);
      case TOO_LARGE -> new ProblemException(413, "Too large", detail);
      case TOO_SLOW -> new ProblemException(408, "Too slow", detail);
      case UNSUPPORTED -> new ProblemException(415, "Unsupported media type", detail);
      case TOO_MANY ->
          new ProblemException(503, "Not now", detail)
              .typed("urn:mess:not-now")
              .retryAfter(Duration.ofSeconds(5));
    };
  }
}
