package org.messgateway.gateway.demo;

import io.helidon.http.HeaderNames;
import io.helidon.http.Status;
import io.helidon.webserver.WebServer;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.util.function.Consumer;

/** A local HTTP server: for robots, and for the page of the demonstration. */
final class DemoServer implements AutoCloseable {

  private static final long LARGEST = 4L << 20;

  private final WebServer server;

  /** Listens at once, on a free port when {@code port} is 0. */
  DemoServer(String host, int port, Consumer<HttpRouting.Builder> routes) {
    this.server =
        WebServer.builder()
            .host(host)
            .port(port)
            .shutdownHook(false)
            .maxPayloadSize(LARGEST)
            .routing(routes)
            .build()
            .start();
  }

  int port() {
    return server.port();
  }

  @Override
  public void close() {
    server.stop();
  }

  static void json(ServerResponse response, int status, String body) {
    response
        .status(Status.create(status))
        .header(HeaderNames.CONTENT_TYPE, "application/json")
        .send(body);
  }

  /** The body; empty when there is none. */
  static String text(ServerRequest request) {
    return request.content().hasEntity() ? request.content().as(String.class) : "";
  }

  static String header(ServerRequest request, String name) {
    return request.headers().first(HeaderNames.create(name)).orElse("");
  }
}
