package org.messgateway.gateway.respond;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.helidon.http.HeaderName;
import io.helidon.http.HeaderNames;
import io.helidon.http.HttpException;
import io.helidon.http.Status;
import io.helidon.webserver.WebServer;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http.HttpService;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;

/**
 * The gateway's HTTP side. Slow clients, floods and large bodies are bounded; one virtual thread a
 * connection.
 *
 * <p>Closed by its owner; requests in flight get a moment to end.
 */
public final class HttpServer implements AutoCloseable {

  private static final int MAX_CONNECTIONS = 1_024;
  private static final int MAX_REQUESTS = 256;

  /**
   * Paths say in their own words that a body is too large; the server only bounds what they miss.
   */
  private static final long SLACK = 1 << 20;

  private static final Duration IDLE = Duration.ofSeconds(30);

  /** A client that says nothing for so long in the middle of a request is gone. */
  private static final Duration SILENCE = Duration.ofSeconds(20);

  private static final HeaderName CONTENT_SECURITY_POLICY =
      HeaderNames.create("Content-Security-Policy");
  private static final HeaderName REFERRER_POLICY = HeaderNames.create("Referrer-Policy");
  private static final HeaderName CONTENT_TYPE_OPTIONS =
      HeaderNames.create("X-Content-Type-Options");

  private final List<HttpService> services;
  private final Health health;
  private final Supplier<String> metrics;
  private final Problems problems = new Problems();
  private final ObjectMapper json = new ObjectMapper();
  private final WebServer server;

  /**
   * @param services what is served beside {@code /health} and {@code /metrics}
   * @param metrics the page of {@code /metrics}
   */
  public HttpServer(
      Listening listening, List<HttpService> services, Health health, Supplier<String> metrics) {
    this.services = List.copyOf(services);
    this.health = health;
    this.metrics = metrics;
    this.server =
        WebServer.builder()
            .host(listening.host())
            .port(listening.port())
            .shutdownHook(false)
            .maxTcpConnections(MAX_CONNECTIONS)
            .maxConcurrentRequests(MAX_REQUESTS)
            .maxPayloadSize(listening.maxBody() + SLACK)
            .idleConnectionTimeout(IDLE)
            .connectionOptions(options -> options.readTimeout(SILENCE))
            .routing(this::routing)
            .build();
  }

  /** Listens; throws when the port is taken. */
  public void start() {
    server.start();
  }

  /** The port it listens on. */
  public int port() {
    return server.port();
  }

  @Override
  public void close() {
    server.stop();
  }

  private void routing(HttpRouting.Builder routing) {
    routing
        .addFilter((chain, request, response) -> {
          guard(response);
          chain.proceed();
        })
        .error(ProblemException.class, problems::known)
        .error(HttpException.class, problems::refused)
        .error(Exception.class, problems::unknown)
        .get("/health", this::health)
        .get("/metrics", this::metrics)
        .register("/", services.toArray(HttpService[]::new));
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

  private void health(ServerRequest request, ServerResponse response) {
    response
        .status(health.ok() ? Status.OK_200 : Status.SERVICE_UNAVAILABLE_503)
        .header(HeaderNames.CONTENT_TYPE, "application/json")
        .send(bytes(health.details()));
  }

  private void metrics(ServerRequest request, ServerResponse response) {
    response
        .header(HeaderNames.CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")
        .send(metrics.get());
  }

  private byte[] bytes(Object value) {
    try {
      return json.writeValueAsBytes(value);
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException("health is made of plain values", e);
    }
  }
}
