package org.messgateway.gateway.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.helidon.http.HeaderNames;
import io.helidon.webserver.http.ServerRequest;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.Duration;
import org.messgateway.gateway.exchange.format.ThreadFormatException;
import org.messgateway.gateway.http.body.BodyException;
import org.messgateway.gateway.http.body.Submission;
import org.messgateway.gateway.http.body.Submissions;
import org.messgateway.gateway.http.body.WholeBodies;

/** Reads the body of a request; a refused body becomes a {@link ProblemException}. */
public final class RequestBodies {

  private RequestBodies() {}

  /**
   * A message; to be closed by whoever asked for it.
   *
   * @param caller the name of the executor or agent who sends it
   */
  static Submission message(ServerRequest request, Submissions submissions, String caller) {
    String type = request.headers().first(HeaderNames.CONTENT_TYPE).orElse("");
    long length = request.headers().contentLength().orElse(-1);
    try (InputStream body = stream(request)) {
      return submissions.receive(type, length, body, caller);
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

  /** A small body. */
  static byte[] bytes(ServerRequest request, long limit) {
    try (InputStream body = stream(request)) {
      return Submissions.bytes(body, limit);
    } catch (BodyException e) {
      throw problem(e);
    } catch (IOException e) {
      throw new UncheckedIOException("A body could not be received", e);
    }
  }

  /**
   * A body that is one piece of text; to be closed by whoever asked for it.
   *
   * @param caller the name of the agent who sends it
   */
  public static WholeBodies.WholeBody whole(
      ServerRequest request, WholeBodies bodies, String caller) {
    long length = request.headers().contentLength().orElse(-1);
    try (InputStream body = stream(request)) {
      return bodies.receive(length, body, caller);
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
