package org.messgateway.gateway.http;

import io.helidon.common.SerializationConfig;
import io.helidon.common.mapper.DefaultMapperProvider__ServiceDescriptor;
import io.helidon.common.mapper.MappersFactory__ServiceDescriptor;
import io.helidon.http.HeaderValues;
import io.helidon.http.Headers;
import io.helidon.http.HttpException;
import io.helidon.http.encoding.ContentEncodingContext;
import io.helidon.http.media.MediaContext;
import io.helidon.service.registry.GlobalServiceRegistry;
import io.helidon.service.registry.ServiceRegistry;
import io.helidon.service.registry.ServiceRegistryConfig;
import io.helidon.service.registry.ServiceRegistryManager;
import io.helidon.webserver.CloseConnectionException;
import io.helidon.webserver.WebServer;
import io.helidon.webserver.WebServerConfig;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http.HttpService;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.io.IOException;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.messgateway.gateway.home.BackgroundLoop;
import org.messgateway.gateway.home.FairYield;
import org.messgateway.gateway.home.ResourceStack;
import org.messgateway.gateway.http.limits.ConnectionLimits;
import org.messgateway.gateway.http.limits.Connections;
import org.messgateway.gateway.http.limits.RequestFailureLog;
import org.messgateway.gateway.http.limits.RequestPlaces;
import org.messgateway.gateway.http.limits.SecurityHeaders;
import org.messgateway.gateway.http.limits.ServerErrors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The gateway's HTTP server: one virtual thread for each connection; time, rate, body size and
 * number of connections of its clients are limited.
 *
 * <p>Closed by its owner; requests in flight get a moment to end. A service that can be closed is
 * closed before, so that it ends those that wait.
 */
public final class HttpServer implements AutoCloseable {

  /**
   * Bytes beyond the largest body. Routes refuse too large bodies in words of their own; the
   * server's limit is for routes that read none.
   */
  private static final long SLACK = 1 << 20;

  /** How often it is made sure that the server listens. */
  private static final Duration LOOK = Duration.ofSeconds(1);

  /** Bytes that a response collects before it sends them; larger pieces are sent as they are. */
  private static final int WRITE_BUFFER = 512;

  private static final Duration BUSY = Duration.ofSeconds(5);

  private static final Logger LOG = LoggerFactory.getLogger(HttpServer.class);

  private final Admission admission;
  private final List<HttpService> services;
  private final RequestFailureLog failures = new RequestFailureLog(System::nanoTime);
  private final ProblemResponses problemResponses = new ProblemResponses(failures);
  private final Connections connections;
  private final ListenAddress listenAddress;
  private final ConnectionLimits connectionLimits;
  private final RequestPlaces places;
  private final BackgroundLoop watch;
  private final AtomicBoolean closing = new AtomicBoolean();

  private volatile WebServer server;

  /** By the monotonic clock; of the watch alone. */
  private long lookedAt = System.nanoTime();

  /**
   * @param services what is served
   */
  public HttpServer(ListenAddress listenAddress, List<HttpService> services) {
    this(listenAddress, services, ConnectionLimits.DEFAULT);
  }

  /**
   * @param services what is served
   * @param connectionLimits of connections and their times
   */
  public HttpServer(
      ListenAddress listenAddress, List<HttpService> services, ConnectionLimits connectionLimits) {
    this(
        listenAddress,
        services,
        connectionLimits,
        Admission.byAddress(connectionLimits, listenAddress.host()));
  }

  /**
   * @param services what is served
   * @param connectionLimits of connections and their times
   * @param admission which requests come in
   */
  public HttpServer(
      ListenAddress listenAddress,
      List<HttpService> services,
      ConnectionLimits connectionLimits,
      Admission admission) {
    GlobalServiceRegistry.registry(HttpServer::registry);
    this.admission = admission;
    this.listenAddress = listenAddress;
    this.connectionLimits = connectionLimits;
    this.connections = new Connections(connectionLimits);
    this.places = connectionLimits.places();
    this.services = List.copyOf(services);
    this.watch = BackgroundLoop.every("http-watch", connectionLimits.tick(), this::watch);
    this.server = server(listenAddress.port());
  }

  /**
   * What Helidon takes from its registry of services here: how it converts parameters and headers.
   * To look for services in all jars costs 40 ms of a start.
   */
  private static ServiceRegistry registry() {
    return ServiceRegistryManager.create(
            ServiceRegistryConfig.builder()
                .discoverServices(false)
                .discoverServicesFromServiceLoader(false)
                .addServiceDescriptor(DefaultMapperProvider__ServiceDescriptor.INSTANCE)
                .addServiceDescriptor(MappersFactory__ServiceDescriptor.INSTANCE)
                .build())
        .registry();
  }

  /** Makes the library ready; whoever makes a server next finds it so. Any thread. */
  public static void prepare() {
    GlobalServiceRegistry.registry(HttpServer::registry);
    new Connections(ConnectionLimits.DEFAULT);
    builder().routing(HttpRouting.builder()).buildPrototype();
    // As a server does when it starts.
    SerializationConfig.configureRuntime();
  }

  private static WebServerConfig.Builder builder() {
    return WebServer.builder()
        .shutdownHook(false)
        .useNio(false)
        .writeBufferSize(WRITE_BUFFER)
        .protocolsDiscoverServices(false)
        .featuresDiscoverServices(false)
        .concurrencyLimitDiscoverServices(false)
        .mediaContext(MediaContext.builder().mediaSupportsDiscoverServices(false).build())
        .contentEncoding(
            ContentEncodingContext.builder().contentEncodingsDiscoverServices(false).build());
  }

  private WebServer server(int port) {
    return builder()
        .host(listenAddress.host())
        .port(port)
        .addConnectionSelector(connections)
        .maxTcpConnections(connections.most())
        .maxConcurrentRequests(connectionLimits.atOnce())
        .maxPayloadSize(listenAddress.maxBody() + SLACK)
        .idleConnectionTimeout(connectionLimits.silence())
        .directHandlers(ServerErrors.handlers(failures))
        .routing(this::routing)
        .build();
  }

  /**
   * Listens.
   *
   * @throws BindException when it cannot, as where another program has the port
   */
  public void start() throws BindException {
    server.start();
    // Helidon logs a failure, and tells its caller nothing.
    if (!server.isRunning()) {
      throw notListening();
    }
    watch.start();
  }

  private BindException notListening() {
    String host = listenAddress.host();
    int port = listenAddress.port();
    String why = "the line before says why";
    try {
      bind(port);
    } catch (IOException e) {
      why = String.valueOf(e.getMessage());
    }
    return new BindException(
        ("HTTP cannot listen on %s, port %d: %s. End what has it, or choose another by http.host"
                + " and http.port, or by run --port.")
            .formatted(host, port, why));
  }

  /** A trial that listened would be connected to. */
  private void bind(int port) throws IOException {
    try (Socket trial = new Socket()) {
      trial.setReuseAddress(true);
      trial.bind(new InetSocketAddress(listenAddress.host(), port));
    }
  }

  /** Its loop, which it starts and closes. */
  public BackgroundLoop loop() {
    return watch;
  }

  /** The port it listens on. */
  public int port() {
    return server.port();
  }

  @Override
  public void close() {
    closing.set(true);
    watch.close();
    services.forEach(HttpServer::close);
    server.stop();
  }

  private static void close(HttpService service) {
    if (service instanceof AutoCloseable closeable) {
      ResourceStack.close(closeable);
    }
  }

  /** A turn of the watch: over slow clients, and over the listener. */
  private void watch() {
    connections.endLate();
    long now = System.nanoTime();
    if (now - lookedAt >= LOOK.toNanos()) {
      lookedAt = now;
      listenAgain();
    }
  }

  /**
   * Replaces a server whose listener has ended. Helidon ends it for good at the first error of
   * accept, as when the process has no file descriptor left, and tells nobody: its thread waits for
   * itself. Where the port can be bound, nobody listens.
   */
  private void listenAgain() {
    int port = server.port();
    try {
      bind(port);
    } catch (IOException taken) {
      return;
    }
    if (closing.get()) {
      return;
    }
    WebServer next = server(port).start();
    if (next.isRunning()) {
      server = next;
      LOG.error(
          "HTTP had stopped to listen on port {}, and listens again. The line before says why; when"
              + " files or sockets were too many, look for what holds them open.",
          port);
    }
  }

  private void routing(HttpRouting.Builder routing) {
    routing
        .addFilter((chain, request, response) -> {
          FairYield.yieldToAll();
          SecurityHeaders.ALL.forEach(response::header);
          hangUp(request, response);
          try (RequestPlaces.Place place = places.begin().orElseThrow(HttpServer::busy)) {
            request.context().register(place);
            admission.check(request);
            chain.proceed();
          }
        })
        .error(ProblemException.class, problemResponses::known)
        .error(HttpException.class, problemResponses::refused)
        .error(Throwable.class, problemResponses::unknown)
        .register("/", services.toArray(HttpService[]::new));
  }

  private static ProblemException busy() {
    return new ProblemException(
            503,
            "Service Unavailable",
            "Many requests are being answered already. Try again in a moment.")
        .retryAfter(BUSY);
  }

  /**
   * Closes a connection after an answer with {@code Connection: close}. Helidon up to 4.5 keeps it
   * open until it has been idle for long (its issue 12324), and with it its place; with a release
   * that closes it, this method can go, and the line about it in {@code LogConfigurator}.
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
}
