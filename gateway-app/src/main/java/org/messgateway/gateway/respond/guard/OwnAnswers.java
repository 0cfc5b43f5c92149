package org.messgateway.gateway.respond.guard;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.helidon.http.DirectHandler;
import io.helidon.http.HeaderName;
import io.helidon.http.HeaderNames;
import io.helidon.http.ServerResponseHeaders;
import io.helidon.http.Status;
import io.helidon.webserver.http.DirectHandlers;
import org.jspecify.annotations.Nullable;

/**
 * What the server answers by itself, where no path was asked yet: problem details like all others
 * (RFC 9457), in fixed words, for what came is not to be repeated.
 */
public final class OwnAnswers implements DirectHandler {

  private static final String TYPE = "application/problem+json";
  private static final int SECONDS = 5;
  private static final HeaderName CONTENT_TYPE_OPTIONS =
      HeaderNames.create("X-Content-Type-Options");

  /** The same for whatever happens. */
  public static DirectHandlers handlers() {
    DirectHandlers.Builder handlers = DirectHandlers.builder();
    for (EventType type : EventType.values()) {
      handlers.addHandler(type, new OwnAnswers());
    }
    return handlers.build();
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
            .header(HeaderNames.CACHE_CONTROL, "no-store")
            .header(CONTENT_TYPE_OPTIONS, "nosniff")
            .entity(body(status, detail(status.code())));
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

  /** A whole answer to a connection that is not taken. */
  static byte[] refusal(Status status, String detail) {
    byte[] body = body(status, detail);
    String head =
        String.join(
            "\r\n",
            "HTTP/1.1 " + status.code() + " " + status.reasonPhrase(),
            "Content-Type: " + TYPE,
            "Content-Length: " + body.length,
            "Cache-Control: no-store",
            "X-Content-Type-Options: nosniff",
            "Retry-After: " + SECONDS,
            "Connection: close",
            "",
            "");
    return (head + new String(body, UTF_8)).getBytes(ISO_8859_1);
  }
}
