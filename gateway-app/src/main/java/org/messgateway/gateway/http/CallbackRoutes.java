package org.messgateway.gateway.http;

import io.helidon.http.Header;
import io.helidon.http.HeaderNames;
import io.helidon.http.Status;
import io.helidon.webserver.http.HttpRules;
import io.helidon.webserver.http.HttpService;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.net.URI;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.messgateway.api.Inbound;
import org.messgateway.gateway.channels.Callbacks;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * {@code /callbacks/{channel}}: calls of a messaging service, verified by the channel's adapter.
 * With {@code confirm=} anybody can check that this very gateway answers at this address.
 */
public final class CallbackRoutes implements HttpService {

  private static final Logger log = LoggerFactory.getLogger(CallbackRoutes.class);
  private static final long MAX_BODY = 1 << 20;

  private final Callbacks callbacks;
  private final PublicProof proof;

  public CallbackRoutes(Callbacks callbacks, PublicProof proof) {
    this.callbacks = callbacks;
    this.proof = proof;
  }

  @Override
  public void routing(HttpRules rules) {
    rules.get("/callbacks/{channel}", this::get).post("/callbacks/{channel}", this::receive);
  }

  private void get(ServerRequest request, ServerResponse response) {
    String nonce = request.query().first("confirm").orElse("");
    if (nonce.isEmpty()) {
      receive(request, response);
    } else {
      response.header(HeaderNames.CONTENT_TYPE, "text/plain").send(proof.answer(nonce));
    }
  }

  private void receive(ServerRequest request, ServerResponse response) {
    String channel = request.path().pathParameters().get("channel");
    Inbound adapter =
        callbacks
            .channel(channel)
            .orElseThrow(() -> ProblemException.notFound("No channel of this name is called."));
    Inbound.CallbackRequest call =
        new Inbound.CallbackRequest(
            request.prologue().method().text(),
            url(request),
            headers(request),
            RequestBodies.bytes(request, MAX_BODY));
    send(response, received(channel, adapter, call));
  }

  // An adapter may be third-party code: its exceptions become a 500, and the service tries again.
  private static Inbound.CallbackResponse received(
      String channel, Inbound adapter, Inbound.CallbackRequest call) {
    try {
      return adapter.receive(call);
    } catch (RuntimeException e) {
      log.error("A callback of channel {} failed and was answered 500.", channel, e);
      return Inbound.CallbackResponse.of(500);
    }
  }

  private URI url(ServerRequest request) {
    String query = request.query().rawValue();
    try {
      return URI.create(
          callbacks.base() + request.path().rawPath() + (query.isEmpty() ? "" : "?" + query));
    } catch (IllegalArgumentException e) {
      throw new ProblemException(400, "Bad request", "This is no URL.");
    }
  }

  private static Map<String, List<String>> headers(ServerRequest request) {
    Map<String, List<String>> headers = new HashMap<>();
    for (Header header : request.headers()) {
      headers.put(header.name().toLowerCase(Locale.ROOT), List.copyOf(header.allValues()));
    }
    return headers;
  }

  private static void send(ServerResponse response, Inbound.CallbackResponse answer) {
    response.status(Status.create(answer.status()));
    if (answer.body().length == 0) {
      response.send();
    } else {
      response.header(HeaderNames.CONTENT_TYPE, answer.mediaType()).send(answer.body());
    }
  }
}
