package org.messgateway.gateway.respond;

import io.helidon.http.HeaderName;
import io.helidon.http.HeaderNames;
import io.helidon.http.HeaderValues;
import io.helidon.http.Headers;
import io.helidon.http.HttpException;
import io.helidon.webserver.CloseConnectionException;
import io.helidon.webserver.WebServer;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http.HttpService;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.util.List;
import org.messgateway.gateway.respond.guard.Bounds;
import org.messgateway.gateway.respond.guard.Connections;
import org.messgateway.gateway.respond.guard.OwnAnswers;

/**
 * The gateway's HTTP side. Slow clients, floods, large bodies and the number of connections are
 * bounded; one virtual thread a connection.
 *
 * <p>Closed by its owner; requests in flight get a moment to end.
 */
public final class HttpServer implements AutoCloseable {

  /**
   * Paths say in their own words that a body is too large; the server only bounds what they miss.
   */
  private static final long SLACK = 1 << 20;

  private static final HeaderName CONTENT_SECURITY_POLICY =
      HeaderNames.create("Content-Security-Policy");
  private static final HeaderName REFERRER_POLICY = HeaderNames.create("Referrer-Policy");
  private static final HeaderName CONTENT_TYPE_OPTIONS =
      HeaderNames.create("X-Content-Type-Options");

  private final Flood flood;
  private final List<HttpService> services;
  private final Problems problems = new Problems();
  private final Connections connections;
  private final WebServer server;

  /**
   * @param services what is served
   */
  public HttpServer(Listening listening, List<HttpService> services) {
    this(listening, services, Bounds.DEFAULT);
  }

  /**
   * @param services what is served
   * @param bounds of what strangers may take
   */
  public HttpServer(Listening listening, List<HttpService> services, Bounds bounds) {
    this.flood = new Flood(bounds, System::nanoTime);
    this.connections = new Connections(bounds);
    this.services = List.copyOf(services);
    this.server =
        WebServer.builder()
            .host(listening.host())
            .port(listening.port())
            .shutdownHook(false)
            .protocolsDiscoverServices(false)
            .addConnectionSelector(connections)
            .maxTcpConnections(connections.most())
            .maxConcurrentRequests(bounds.requests())
            .maxPayloadSize(listening.maxBody() + SLACK)
            .idleConnectionTimeout(bounds.silence())
            .directHandlers(OwnAnswers.handlers())
            .routing(this::routing)
            .build();
  }

  /** Listens; throws when the port is taken. */
  public void start() {
    server.start();
    connections.start();
  }

  /** The port it listens on. */
  public int port() {
    return server.port();
  }

  @Override
  public void close() {
    connections.close();
    server.stop();
  }

  private void routing(HttpRouting.Builder routing) {
    routing
        .addFilter((chain, request, response) -> {
          guard(response);
          hangUp(request, response);
          flood.check(request);
          chain.proceed();
        })
        .error(ProblemException.class, problems::known)
        .error(HttpException.class, problems::refused)
        .error(Exception.class, problems::unknown)
        .register("/", services.toArray(HttpService[]::new));
  }

  /**
   * Whoever wants no further answer on a connection waits for its end; left alone the server keeps
   * it, and its place among the connections, until it has been idle for long.
   */
  private static void hangUp(ServerRequest request, ServerResponse response) {
    response.whenSent(() -> {
      if (closing(request.headers()) || closing(response.headers())) {
        throw new CloseConnectionException("This was the last answer on this connection.");
      }
    });
  }

  private static boolean closing(Headers headers) {
    return headers.containsToken(HeaderValues.CONNECTION_CLOSE);
  }

  private static void guard(ServerResponse response) {
    response
        .header(
            CONTENT_SECURITY_POLICY,
            "default-src 'self'; style-src 'self' 'unsafe-inline'; frame-ancestors 'none';"
                + " form-action 'self'; base-uri 'none'")
        .header(CONTENT_TYPE_OPTIONS, "nosniff")
        .header(REFERRER_POLICY, "no-referrer")
        .header(HeaderNames.CACHE_CONTROL, "no-store");
  }
}
