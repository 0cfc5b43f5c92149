package org.messgateway.gateway.http.limits;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.helidon.http.DirectHandler;
import io.helidon.http.HeaderNames;
import io.helidon.http.ServerResponseHeaders;
import io.helidon.http.Status;
import io.helidon.webserver.http.DirectHandlers;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Responses of the server itself, before any route: problem details (RFC 9457) in fixed words,
 * because the request's bytes must not be repeated.
 */
public final class ServerErrors implements DirectHandler {

  private static final String TYPE = "application/problem+json";
  private static final int SECONDS = 5;

  private final RequestFailureLog failures;

  private ServerErrors(RequestFailureLog failures) {
    this.failures = failures;
  }

  /** The same handler for all events. */
  public static DirectHandlers handlers(RequestFailureLog failures) {
    DirectHandlers.Builder handlers = DirectHandlers.builder();
    for (EventType type : EventType.values()) {
      handlers.addHandler(type, new ServerErrors(failures));
    }
    return handlers.build();
  }

  @Override
  public TransportResponse handle(
      TransportRequest request,
      EventType event,
      Status status,
      ServerResponseHeaders headers,
      Throwable thrown) {
    if (status.code() == Status.INTERNAL_SERVER_ERROR_500.code()) {
      failures.failed(request.path(), thrown);
    }
    return handle(request, event, status, headers, String.valueOf(thrown.getMessage()));
  }

  @Override
  public TransportResponse handle(
      TransportRequest request,
      EventType event,
      Status status,
      ServerResponseHeaders headers,
      Throwable thrown,
      System.Logger logger) {
    return handle(request, event, status, headers, thrown);
  }

  @Override
  public TransportResponse handle(
      TransportRequest request,
      EventType event,
      Status status,
      ServerResponseHeaders headers,
      @Nullable String message) {
    TransportResponse.Builder answer =
        TransportResponse.builder()
            .status(status)
            .headers(headers)
            .keepAlive(false)
            .header(HeaderNames.CONTENT_TYPE, TYPE)
            .entity(body(status, detail(status.code())));
    SecurityHeaders.ALL.forEach(each -> answer.header(each.headerName(), each.get()));
    if (status.code() == Status.SERVICE_UNAVAILABLE_503.code()) {
      answer.header(HeaderNames.RETRY_AFTER, Integer.toString(SECONDS));
    }
    return answer.build();
  }

  private static String detail(int status) {
    return switch (status) {
      case 400 -> "This is no HTTP request that can be understood.";
      case 413 -> "This is too large.";
      case 414 -> "The address of this request is too long.";
      case 431 -> "The head of this request is too large.";
      case 503 -> "Many requests are being answered already. Try again in a moment.";
      default -> status < 500 ? "This request is not taken." : "This failed on our side.";
    };
  }

  private static byte[] body(Status status, String detail) {
    return "{\"type\":\"about:blank\",\"title\":\"%s\",\"status\":%d,\"detail\":\"%s\"}"
        .formatted(status.reasonPhrase(), status.code(), detail)
        .getBytes(UTF_8);
  }

  /** A whole answer, head and body, to a refused connection. */
  static byte[] refusal(Status status, String detail) {
    byte[] body = body(status, detail);
    String head =
        String.join(
            "\r\n",
            "HTTP/1.1 " + status.code() + " " + status.reasonPhrase(),
            "Content-Type: " + TYPE,
            "Content-Length: " + body.length,
            SecurityHeaders.ALL.stream()
                .map(each -> each.name() + ": " + each.get())
                .collect(Collectors.joining("\r\n")),
            "Retry-After: " + SECONDS,
            "Connection: close",
            "",
            "");
    return (head + new String(body, UTF_8)).getBytes(ISO_8859_1);
  }
}
