package org.messgateway.gateway.mcp.transport;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.messgateway.gateway.config.HttpConfig.AgentLimits;
import org.messgateway.gateway.exchange.ExchangeNames;
import org.messgateway.gateway.http.AccessibleThreads;
import org.messgateway.gateway.http.AgentQuota;
import org.messgateway.gateway.http.HttpServer;
import org.messgateway.gateway.http.ListenAddress;
import org.messgateway.gateway.http.TokenGate;
import org.messgateway.gateway.http.body.WholeBodies;
import org.messgateway.gateway.http.limits.AllowedHosts;
import org.messgateway.gateway.links.LinkKey;
import org.messgateway.gateway.links.LinkTokens;
import org.messgateway.gateway.links.StoredTokens;
import org.messgateway.gateway.links.TokenFile;
import org.messgateway.gateway.links.TokenKind;
import org.messgateway.gateway.mcp.McpOffer;

/** The real server with an offer of the test, and a client that knows nothing of the protocol. */
final class McpFixture implements AutoCloseable {

  static final Instant NOW = Instant.parse("2026-11-20T12:00:00Z");
  static final int MAX_BODY = 32 << 20;
  static final Duration PATIENCE = Duration.ofSeconds(20);

  private final Path folder;
  private final HttpClient client = HttpClient.newHttpClient();
  private final ObjectMapper json = new ObjectMapper();
  final AgentSessions sessions;
  final HttpServer server;
  private boolean closed;

  McpFixture(Path folder, McpOffer offer) throws IOException {
    this(folder, () -> offer);
  }

  McpFixture(Path folder, Supplier<McpOffer> offer) throws IOException {
    this(folder, offer, new AtomicLong());
  }

  /**
   * @param nanos the clock by which sessions are idle
   */
  McpFixture(Path folder, Supplier<McpOffer> offer, AtomicLong nanos) throws IOException {
    this.folder = folder;
    sessions = new AgentSessions(nanos::get);
    server =
        new HttpServer(
            new ListenAddress("127.0.0.1", 0, MAX_BODY),
            List.of(
                McpHttpService.of(
                    offer,
                    access(folder),
                    sessions,
                    new AgentQuota(new AgentLimits(1_000, 200, 500), _ -> 0, System::nanoTime),
                    new WholeBodies(folder.resolve("spool"), MAX_BODY, System::nanoTime),
                    "1")));
    server.start();
  }

  static McpAccess access(Path folder) {
    TokenGate gate =
        new TokenGate(
            new LinkTokens(LinkKey.of(new byte[32], Optional.empty()), () -> NOW),
            new StoredTokens(folder, () -> NOW),
            "ex1",
            new Nobodys(),
            () -> NOW);
    return new McpAccess(
        gate,
        new AllowedHosts("127.0.0.1", () -> URI.create("https://mess.example.org"), List::of),
        new ExchangeNames(new LinkedHashMap<>(Map.of("home", "ex1"))));
  }

  private record Nobodys() implements AccessibleThreads {
    @Override
    public Optional<String> executor(String who, String id) {
      return Optional.empty();
    }

    @Override
    public Optional<String> agent(String who, String id) {
      return Optional.empty();
    }
  }

  String token(TokenKind kind, String name) throws IOException {
    return new TokenFile(folder).make(kind, name, NOW, null);
  }

  String agent(String name) throws IOException {
    return token(TokenKind.AGENT, name);
  }

  URI uri(String query) {
    return URI.create("http://127.0.0.1:" + server.port() + "/mcp" + query);
  }

  /** As the specification wants it, but for what a test takes away or adds. */
  HttpRequest.Builder request(String token) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(uri(""))
            .timeout(PATIENCE)
            .header("Content-Type", "application/json")
            .header("Accept", "application/json, text/event-stream");
    return token.isEmpty() ? request : request.header("Authorization", "Bearer " + token);
  }

  HttpResponse<String> send(HttpRequest request) throws Exception {
    return client.send(request, BodyHandlers.ofString());
  }

  HttpResponse<String> post(HttpRequest.Builder request, String body) throws Exception {
    return send(request.POST(HttpRequest.BodyPublishers.ofString(body)).build());
  }

  /** An event stream that is read while it goes on. */
  HttpResponse<InputStream> open(HttpRequest request) throws Exception {
    return client.send(request, BodyHandlers.ofInputStream());
  }

  JsonNode read(String text) throws IOException {
    return json.readTree(text);
  }

  /** The message of the first event. */
  JsonNode message(String events) throws IOException {
    return read(
        events
            .lines()
            .filter(line -> line.startsWith("data: "))
            .findFirst()
            .orElseThrow(() -> new IOException("no event in: " + events))
            .substring("data: ".length()));
  }

  /** The next message of a stream; comments are skipped. */
  JsonNode next(BufferedReader stream) throws IOException {
    String line = stream.readLine();
    while (line != null && !line.startsWith("data: ")) {
      line = stream.readLine();
    }
    if (line == null) {
      throw new IOException("the stream has ended");
    }
    return read(line.substring("data: ".length()));
  }

  static BufferedReader reader(HttpResponse<InputStream> response) {
    return new BufferedReader(new InputStreamReader(response.body(), UTF_8));
  }

  static String initialize(String version, String capabilities) {
    return """
    {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"%s",\
    "capabilities":%s,"clientInfo":{"name":"raw","version":"1"}}}\
    """
        .formatted(version, capabilities);
  }

  static String call(Object id, String tool, String arguments) {
    return """
    {"jsonrpc":"2.0","id":%s,"method":"tools/call","params":{"name":"%s","arguments":%s,\
    "_meta":{"progressToken":"p%s"}}}\
    """
        .formatted(id, tool, arguments, id);
  }

  /** A session, begun and ready. */
  Session session(String token) throws Exception {
    return session(token, "", "{}");
  }

  Session session(String token, String query, String capabilities) throws Exception {
    HttpRequest.Builder begin = request(token).uri(uri(query));
    HttpResponse<String> begun = post(begin, initialize("2025-11-25", capabilities));
    if (begun.statusCode() != 200) {
      throw new IOException(begun.statusCode() + " " + begun.body());
    }
    Session session =
        new Session(token, begun.headers().firstValue("mcp-session-id").orElseThrow());
    HttpResponse<String> ready =
        session.post("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}");
    if (ready.statusCode() != 202) {
      throw new IOException(ready.statusCode() + " " + ready.body());
    }
    return session;
  }

  /** One client's session. */
  final class Session {

    final String token;
    final String id;

    Session(String token, String id) {
      this.token = token;
      this.id = id;
    }

    HttpRequest.Builder request() {
      return McpFixture.this
          .request(token)
          .header("Mcp-Session-Id", id)
          .header("MCP-Protocol-Version", "2025-11-25");
    }

    HttpResponse<String> post(String body) throws Exception {
      return McpFixture.this.post(request(), body);
    }

    /** The answer to a request. */
    JsonNode ask(String body) throws Exception {
      HttpResponse<String> response = post(body);
      if (response.statusCode() != 200) {
        throw new IOException(response.statusCode() + " " + response.body());
      }
      String type = response.headers().firstValue("content-type").orElse("");
      return type.startsWith("text/event-stream")
          ? message(response.body())
          : read(response.body());
    }

    JsonNode ask(Object id, String method, String params) throws Exception {
      return ask(
          "{\"jsonrpc\":\"2.0\",\"id\":%s,\"method\":\"%s\",\"params\":%s}"
              .formatted(id, method, params));
    }

    HttpResponse<InputStream> open(String body) throws Exception {
      return McpFixture.this.open(
          request().POST(HttpRequest.BodyPublishers.ofString(body)).build());
    }

    HttpResponse<InputStream> listen() throws Exception {
      return McpFixture.this.open(request().GET().build());
    }

    void cancel(Object id) throws Exception {
      post(
          "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":"
              + id
              + "}}");
    }
  }

  void stop() {
    if (!closed) {
      closed = true;
      server.close();
    }
  }

  @Override
  public void close() {
    stop();
    client.shutdownNow();
  }
}
