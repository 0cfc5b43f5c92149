package org.messgateway.gateway.mcp.tools;

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
import java.net.http.HttpRequest;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.messgateway.gateway.agents.AgentHome;
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
  private final AgentHome household;
  private final List<McpSyncClient> clients = new ArrayList<>();
  private McpSyncClient claude;
  private String agent = "claude";
  private int agents;
  final List<String> progress = new CopyOnWriteArrayList<>();
  final List<String> updated = new CopyOnWriteArrayList<>();

  ToolScene(Path home) throws Exception {
    this(home, CONFIG);
  }

  ToolScene(Path home, String config) throws Exception {
    this.home = home;
    household = new AgentHome(home, config);
    claude = client(agent, null);
  }

  /**
   * A client of an agent.
   *
   * @param person answers forms; null for a client that shows none
   */
  McpSyncClient client(String agent, @Nullable Function<ElicitFormRequest, ElicitResult> person)
      throws IOException {
    return client(
        person,
        HttpRequest.newBuilder()
            .header("Authorization", "Bearer " + household.token(TokenKind.AGENT, agent)));
  }

  /** A client whose session has a default exchange. */
  McpSyncClient in(String exchange) throws IOException {
    return client(
        null,
        "/mcp?exchange=" + exchange,
        HttpRequest.newBuilder()
            .header("Authorization", "Bearer " + household.token(TokenKind.AGENT, agent)));
  }

  /** A client that says of all its calls that they are one, sent again. */
  McpSyncClient resending(String agent, String key) throws IOException {
    return client(
        null,
        HttpRequest.newBuilder()
            .header("Authorization", "Bearer " + household.token(TokenKind.AGENT, agent))
            .header("Idempotency-Key", key));
  }

  private McpSyncClient client(
      @Nullable Function<ElicitFormRequest, ElicitResult> person, HttpRequest.Builder request) {
    return client(person, "/mcp", request);
  }

  private McpSyncClient client(
      @Nullable Function<ElicitFormRequest, ElicitResult> person,
      String endpoint,
      HttpRequest.Builder request) {
    HttpClientStreamableHttpTransport transport =
        HttpClientStreamableHttpTransport.builder("http://127.0.0.1:" + household.gateway().port())
            .endpoint(endpoint)
            .openConnectionOnStartup(true)
            .requestBuilder(request)
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
    household.answer(ref, entries);
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
    household.close();
  }
}
