package org.messgateway.gateway.cli.mcp;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * {@code /mcp} of a gateway, by HTTP: one request for each message, and what comes back on it, as
 * one JSON or as a stream of events. Thread-safe; closed by its owner, which ends all that is open.
 */
final class McpEndpoint implements AutoCloseable {

  /** Larger than what any tool answers. */
  static final int LONGEST_EVENT = 64 << 20;

  private static final String SESSION = "Mcp-Session-Id";
  private static final Duration CONNECT = Duration.ofSeconds(3);
  private static final Duration LOOK = Duration.ofSeconds(1);
  private static final int LONGEST_REFUSAL = 8_000;
  private static final int UNAUTHORIZED = 401;
  private static final int NOT_FOUND = 404;
  private static final int UNAVAILABLE = 503;
  private static final int REDIRECT = 300;
  private static final int OK = 200;

  private final String query;
  private final RpcMessage.Reader reader = new RpcMessage.Reader();
  private final HttpClient client =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(CONNECT)
          .executor(Executors.newVirtualThreadPerTaskExecutor())
          .build();
  private final Set<OpenRequest> open = ConcurrentHashMap.newKeySet();
  private final Future<?> looks;
  private final ScheduledExecutorService watch =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().daemon().name("mcp-watch").factory());

  /**
   * @param exchange the exchange by name; empty for the gateway's first
   */
  McpEndpoint(Optional<String> exchange) {
    query = exchange.map(name -> "?exchange=" + URLEncoder.encode(name, UTF_8)).orElse("");
    looks =
        watch.scheduleWithFixedDelay(
            () -> open.forEach(OpenRequest::look), 1, LOOK.toSeconds(), TimeUnit.SECONDS);
  }

  /** Takes the messages that come back. */
  interface Sink {

    /**
     * Takes one.
     *
     * @throws ClientGoneException when the client takes no messages any more
     */
    void take(RpcMessage message) throws ClientGoneException;
  }

  /** The client takes no messages any more: all ends. */
  static final class ClientGoneException extends Exception {

    private static final long serialVersionUID = 1L;

    ClientGoneException(IOException cause) {
      super(cause);
    }
  }

  /** How a request ended. */
  sealed interface EndpointResult {

    /**
     * It was taken, and all that came back was given to the sink.
     *
     * @param session its id, where one was opened
     */
    record Taken(String session) implements EndpointResult {}

    /** The gateway is there and knows the session or the token no more. */
    record Forgotten(int status) implements EndpointResult {}

    /** The gateway has ended, is about to, or cannot be reached. */
    record Away(String why) implements EndpointResult {}

    /** The gateway says no. */
    record Refused(int status, String body) implements EndpointResult {}

    /** Nothing came for too long. */
    record Silent() implements EndpointResult {}

    /** This side ended it. */
    record Ended() implements EndpointResult {}
  }

  /** A request that can be ended from elsewhere. Thread-safe. */
  static final class OpenRequest {

    private final Duration silence;
    private volatile long heard = System.nanoTime();
    private volatile boolean silent;
    private boolean ended;
    private @Nullable AutoCloseable way;

    /**
     * @param silence how long nothing may come
     */
    OpenRequest(Duration silence) {
      this.silence = silence;
    }

    /** Ends it: whoever waits for it gets {@link EndpointResult.Ended}. */
    synchronized void end() {
      ended = true;
      close();
    }

    private synchronized void by(AutoCloseable other) {
      way = other;
      heard = System.nanoTime();
      if (ended || silent) {
        close();
      }
    }

    private void hear() {
      heard = System.nanoTime();
    }

    private void close() {
      try {
        if (way != null) {
          way.close();
        }
      } catch (Exception e) {
        way = null; // It is closed for being of no use.
      }
    }

    private void look() {
      if (!silent && System.nanoTime() - heard > silence.toNanos()) {
        silent = true;
        synchronized (this) {
          close();
        }
      }
    }

    private EndpointResult outcome(String failure) {
      synchronized (this) {
        if (ended) {
          return new EndpointResult.Ended();
        }
      }
      return silent ? new EndpointResult.Silent() : new EndpointResult.Away(failure);
    }
  }

  /**
   * Sends a message.
   *
   * @param key names the request over all its repetitions
   * @param sink gets what comes back
   */
  EndpointResult post(
      GatewaySession session, byte[] message, String key, Sink sink, OpenRequest request)
      throws InterruptedException, ClientGoneException {
    HttpRequest.Builder asked =
        to(session)
            .header("Content-Type", "application/json")
            .header("Accept", "application/json, text/event-stream")
            .POST(BodyPublishers.ofByteArray(message));
    if (!key.isEmpty()) {
      asked.header("Idempotency-Key", key);
    }
    return exchange(asked.build(), sink, request);
  }

  /** Listens to what the gateway sends of itself, until that ends. */
  EndpointResult listen(GatewaySession session, Sink sink, OpenRequest request)
      throws InterruptedException, ClientGoneException {
    return exchange(to(session).header("Accept", "text/event-stream").GET().build(), sink, request);
  }

  /** Ends a session. */
  void delete(GatewaySession session, OpenRequest request) throws InterruptedException {
    try {
      exchange(to(session).DELETE().build(), _ -> {}, request);
    } catch (ClientGoneException e) {
      throw new IllegalStateException("a sink that takes nothing", e);
    }
  }

  private HttpRequest.Builder to(GatewaySession session) {
    GatewayAddress gateway = session.gateway();
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(gateway.base() + "/mcp" + query))
            .header("Authorization", "Bearer " + gateway.token());
    if (!session.id().isEmpty()) {
      request.header(SESSION, session.id());
    }
    if (!session.version().isEmpty()) {
      request.header("MCP-Protocol-Version", session.version());
    }
    return request;
  }

  private EndpointResult exchange(HttpRequest asked, Sink sink, OpenRequest request)
      throws InterruptedException, ClientGoneException {
    open.add(request);
    try {
      var answer = client.sendAsync(asked, BodyHandlers.ofInputStream());
      request.by(() -> answer.cancel(true));
      HttpResponse<InputStream> response = answer.get();
      try (InputStream body = response.body()) {
        request.by(body);
        return read(response, body, sink, request);
      }
    } catch (ExecutionException | CancellationException | IOException e) {
      return request.outcome(reason(e));
    } finally {
      open.remove(request);
    }
  }

  private static String reason(Exception failure) {
    Throwable cause =
        failure instanceof ExecutionException && failure.getCause() != null
            ? failure.getCause()
            : failure;
    return cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage();
  }

  private EndpointResult read(
      HttpResponse<InputStream> response, InputStream body, Sink sink, OpenRequest request)
      throws IOException, ClientGoneException {
    int status = response.statusCode();
    if (status < OK || status >= REDIRECT) {
      return switch (status) {
        case UNAUTHORIZED -> new EndpointResult.Forgotten(status);
        // What opens a session names none that could be forgotten: there is no such exchange.
        case NOT_FOUND ->
            response.request().headers().firstValue(SESSION).isPresent()
                ? new EndpointResult.Forgotten(status)
                : refused(status, body);
        case UNAVAILABLE ->
            new EndpointResult.Away("the gateway is about to end, or has too much to do");
        default -> refused(status, body);
      };
    }
    String type = response.headers().firstValue("Content-Type").orElse("");
    if (type.startsWith("text/event-stream")) {
      events(body, sink, request);
    } else {
      byte[] json = body.readNBytes(LONGEST_EVENT);
      if (json.length > 0) {
        give(json, sink);
      }
    }
    return new EndpointResult.Taken(response.headers().firstValue(SESSION).orElse(""));
  }

  private static EndpointResult refused(int status, InputStream body) throws IOException {
    return new EndpointResult.Refused(status, new String(body.readNBytes(LONGEST_REFUSAL), UTF_8));
  }

  private void events(InputStream body, Sink sink, OpenRequest request)
      throws IOException, ClientGoneException {
    EventStreamReader events = new EventStreamReader(new LineReader(body, LONGEST_EVENT));
    for (byte[] data = events.next(request::hear);
        data != null;
        data = events.next(request::hear)) {
      give(data, sink);
    }
  }

  private void give(byte[] json, Sink sink) throws IOException, ClientGoneException {
    try {
      sink.take(reader.read(json));
    } catch (RpcMessage.RpcException e) {
      throw new IOException("the gateway sent what is no message: " + e.getMessage(), e);
    }
  }

  @Override
  public void close() {
    open.forEach(OpenRequest::end);
    looks.cancel(false);
    watch.shutdownNow();
    client.shutdownNow();
  }
}
