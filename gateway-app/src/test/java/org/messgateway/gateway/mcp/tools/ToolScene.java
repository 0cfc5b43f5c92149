package org.messgateway.gateway.mcp.tools;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.client.transport.HttpClientStreamableHttpTransport;
import io.modelcontextprotocol.spec.McpSchema;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.ElicitFormRequest;
import io.modelcontextprotocol.spec.McpSchema.ElicitResult;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.messgateway.gateway.Gateway;
import org.messgateway.gateway.GatewayOptions;
import org.messgateway.gateway.channels.discovery.AdapterRegistry;
import org.messgateway.gateway.config.ConfigLoader;
import org.messgateway.gateway.config.LoadResult;
import org.messgateway.gateway.links.TokenFile;
import org.messgateway.gateway.links.TokenKind;

/**
 * A running gateway, whose executor {@code ana} has an inbox, and the official client of MCP, which
 * calls its tools over HTTP.
 */
final class ToolScene implements AutoCloseable {

  static final String CONFIG =
      """
      http: { port: 0, agents: { requests_per_second: 1000, created_per_hour: 10000 } }
      executors:
        ana: { name: Ana Novak, capabilities: [take-photo], notify: { http: true } }
        roomba: { name: Roomba, capabilities: [vacuum-floor], availability: on_demand, notify: { http: true } }
      """;

  static final Duration SOON = Duration.ofSeconds(30);

  private static final ObjectMapper JSON = new ObjectMapper();

  final Path home;
  private final AdapterRegistry registry;
  private final Gateway gateway;
  private final HttpClient http = HttpClient.newHttpClient();
  private final List<McpSyncClient> clients = new ArrayList<>();
  private McpSyncClient claude;
  private String agent = "claude";
  private int agents;
  private final String ana;
  final List<String> progress = new CopyOnWriteArrayList<>();
  final List<String> updated = new CopyOnWriteArrayList<>();

  ToolScene(Path home) throws Exception {
    this(home, CONFIG);
  }

  ToolScene(Path home, String config) throws Exception {
    this.home = home;
    Files.writeString(home.resolve("config.yaml"), config);
    registry = AdapterRegistry.discover(home.resolve("none"), home.resolve("none"));
    ConfigLoader loader = new ConfigLoader(registry, ZoneOffset.UTC);
    LoadResult read = loader.load(home, Map.of());
    assertTrue(read instanceof LoadResult.Valid, read::toString);
    gateway =
        new Gateway(
            new GatewayOptions(home, Map.of(), OptionalInt.of(0), false),
            ((LoadResult.Valid) read).config(),
            loader);
    gateway.start();
    ana = token(TokenKind.EXECUTOR, "ana");
    claude = client(agent, null);
  }

  String token(TokenKind kind, String name) throws IOException {
    Instant end = Instant.now().plusSeconds(86_400);
    return new TokenFile(home.resolve(".gateway/keys")).make(kind, name, Instant.now(), end);
  }

  /**
   * A client of an agent.
   *
   * @param person answers forms; null for a client that shows none
   */
  McpSyncClient client(String agent, @Nullable Function<ElicitFormRequest, ElicitResult> person)
      throws IOException {
    String token = token(TokenKind.AGENT, agent);
    HttpClientStreamableHttpTransport transport =
        HttpClientStreamableHttpTransport.builder("http://127.0.0.1:" + gateway.port())
            .endpoint("/mcp")
            .openConnectionOnStartup(true)
            .requestBuilder(HttpRequest.newBuilder().header("Authorization", "Bearer " + token))
            .build();
    McpClient.SyncSpec spec =
        McpClient.sync(transport)
            .requestTimeout(Duration.ofMinutes(2))
            .progressConsumer(note -> progress.add(note.message()))
            .resourcesUpdateConsumer(each -> each.forEach(one -> updated.add(one.uri())));
    if (person != null) {
      spec.capabilities(McpSchema.ClientCapabilities.builder().elicitation().build())
          .elicitation(person);
    }
    McpSyncClient client = spec.build();
    clients.add(client);
    client.initialize();
    return client;
  }

  /** From here on another agent calls, who has no tasks yet; the clients of the last one end. */
  void newAgent() throws IOException {
    clients.forEach(McpSyncClient::close);
    clients.clear();
    progress.clear();
    updated.clear();
    agent = "claude-" + ++agents;
    claude = client(agent, null);
  }

  /** The name of the agent that calls. */
  String agent() {
    return agent;
  }

  McpSyncClient claude() {
    return claude;
  }

  /** What a tool told. */
  record Told(String text, JsonNode structured, boolean error, List<JsonNode> content) {

    String ref() {
      return structured.has("ref")
          ? structured.path("ref").asText()
          : structured.at("/created/0/ref").asText();
    }
  }

  /** Calls a tool, whatever comes of it. */
  Told tried(McpSyncClient client, String tool, Map<String, Object> arguments) {
    CallToolResult result =
        client.callTool(
            McpSchema.CallToolRequest.builder(tool)
                .arguments(arguments)
                .progressToken(tool + System.nanoTime())
                .build());
    JsonNode content = JSON.valueToTree(result.content());
    List<JsonNode> pieces = new ArrayList<>();
    content.forEach(pieces::add);
    return new Told(
        pieces.isEmpty() ? "" : pieces.getFirst().path("text").asText(),
        JSON.valueToTree(result.structuredContent()),
        Boolean.TRUE.equals(result.isError()),
        pieces);
  }

  /** Calls a tool that does what it is asked. */
  Told call(String tool, Map<String, Object> arguments) {
    Told told = tried(claude, tool, arguments);
    assertFalse(told.error(), told.text());
    return told;
  }

  /** What is told of a call that has no effect. */
  String refused(String tool, Map<String, Object> arguments) {
    Told told = tried(claude, tool, arguments);
    assertTrue(told.error(), told.text());
    return told.text();
  }

  CompletableFuture<Told> later(String tool, Map<String, Object> arguments) {
    return CompletableFuture.supplyAsync(
        () -> call(tool, arguments), task -> Thread.ofVirtual().start(task));
  }

  /** The ref of a new task with this id. */
  String ask(String id, String intent) {
    return call(
            "mess",
            Map.of("message", "MESS: [{request: {id: %s, intent: \"%s\"}}]".formatted(id, intent)))
        .ref();
  }

  /** Ana says something, about a task that she was told of. */
  void ana(String ref, String entries) throws Exception {
    awaitTold(ref);
    HttpResponse<String> said =
        http.send(
            HttpRequest.newBuilder(uri("/thread/" + ref))
                .header("Authorization", "Bearer " + ana)
                .header("Content-Type", "application/yaml")
                .POST(HttpRequest.BodyPublishers.ofString("MESS: " + entries, UTF_8))
                .build(),
            HttpResponse.BodyHandlers.ofString());
    assertEquals(200, said.statusCode(), said.body());
  }

  private void awaitTold(String ref) throws InterruptedException {
    HttpRequest thread =
        HttpRequest.newBuilder(uri("/thread/" + ref))
            .header("Authorization", "Bearer " + ana)
            .build();
    eventually("ana is told of " + ref, () -> status(thread) == 200);
  }

  private int status(HttpRequest request) {
    return http.sendAsync(request, HttpResponse.BodyHandlers.discarding()).join().statusCode();
  }

  private URI uri(String path) {
    return URI.create("http://127.0.0.1:" + gateway.port() + path);
  }

  /** Waits for what must come. */
  static void eventually(String what, BooleanSupplier holds) throws InterruptedException {
    long end = System.nanoTime() + SOON.toNanos();
    while (!holds.getAsBoolean()) {
      assertTrue(System.nanoTime() < end, "not within " + SOON + ": " + what);
      Thread.sleep(Duration.ofMillis(10));
    }
  }

  @Override
  public void close() {
    clients.forEach(McpSyncClient::close);
    http.close();
    gateway.close();
    registry.close();
  }
}
