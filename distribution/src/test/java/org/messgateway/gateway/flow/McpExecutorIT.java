package org.messgateway.gateway.flow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.messgateway.testkit.Conforms;

/** Programs with an MCP server as executors, from the thread to its answer. */
@Conforms(269)
class McpExecutorIT {

  private static final String REF = "2026-11-23-001";
  private static final Duration SOON = Duration.ofSeconds(60);

  @TempDir private Path folder;
  private House house;

  @BeforeEach
  void aHouse() throws IOException {
    house = new House(Files.createDirectory(folder.resolve("home")));
  }

  private void awaitText(String part) {
    Eventually.within(
        SOON,
        () -> "the thread says " + part + ":\n" + house.threadText(REF),
        () -> house.threadText(REF).contains(part));
  }

  @Test
  void aProgramOfTheOfficialSdkIsStartedAndDoesATask() throws Exception {
    String java = ProcessHandle.current().info().command().orElseThrow();
    String path = System.getProperty("java.class.path");
    house.configure(
        """
        executors:
          agent:
            notify:
              mcp:
                command: ["%s", "-cp", "%s", "%s"]
                tool: do_task
        """
            .formatted(java, path, SdkServer.class.getName()));
    try (HouseGateway _ = HouseGateway.start(house)) {
      house.put(Request.of(REF));
      awaitText("status: completed");
    }
    String text = house.threadText(REF);
    assertTrue(text.contains("Did: " + Request.of(REF).intent()), text);
    assertTrue(text.contains("code: claimed"), "the claim comes first: " + text);
    assertTrue(text.contains("channel: mcp"), text);
  }

  @Test
  void aTaskThatTakesLongOutlivesAKilledGatewayAndIsDoneOnce() throws Exception {
    try (Program program = new Program()) {
      house.configure(
          """
          executors:
            agent:
              notify:
                mcp: { url: "%s", tool: do_task, status_tool: task_status, poll_every: 1s }
          """
              .formatted(program.url()));
      try (GatewayProcess first = GatewayProcess.run(house).awaitReady()) {
        house.put(Request.of(REF));
        awaitText("status: in_progress");
        Eventually.within(SOON, "it is asked about", () -> program.heard("task_status") > 0);
        first.kill();
      }
      program.finished = true;
      try (GatewayProcess _ = GatewayProcess.run(house).awaitReady()) {
        awaitText("status: completed");
      }
      assertEquals(1, program.heard("do_task"), "the work is begun once");
      assertTrue(house.threadText(REF).contains("Two onions."), house.threadText(REF));
    }
  }

  @Test
  void aCommandInAnExecutorsFileIsNotStarted() throws Exception {
    Path mark = folder.resolve("was-started");
    house.configure("executors:\n  other: { notify: { http: true } }\n");
    Files.createDirectories(house.home().resolve("executors"));
    Files.writeString(
        house.home().resolve("executors").resolve("evil.yaml"),
        """
        executor_id: evil
        display_name: Evil
        notifications:
          - type: mcp
            command: ["/usr/bin/touch", "%s"]
            tool: do_task
        """
            .formatted(mark));
    try (GatewayProcess gateway = GatewayProcess.run(house).awaitReady()) {
      house.put(Request.of(REF));
      house.awaitNoted(SOON, 1);
      assertTrue(gateway.log().contains("only where the operator wrote it"), gateway.log());
    }
    assertFalse(Files.exists(mark));
  }

  /** A server over HTTP whose tool takes its time. */
  private static final class Program implements AutoCloseable {

    private final ObjectMapper json = new ObjectMapper();
    private final List<String> calls = new CopyOnWriteArrayList<>();
    private final HttpServer server;
    private volatile boolean finished;

    Program() throws IOException {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
      server.createContext("/", this::serve);
      server.start();
    }

    String url() {
      return "http://127.0.0.1:" + server.getAddress().getPort() + "/mcp";
    }

    long heard(String tool) {
      return calls.stream().filter(tool::equals).count();
    }

    private void serve(HttpExchange exchange) throws IOException {
      JsonNode request = json.readTree(exchange.getRequestBody().readAllBytes());
      if (!request.has("id")) {
        exchange.sendResponseHeaders(202, -1);
        exchange.close();
        return;
      }
      byte[] body =
          ("{\"jsonrpc\":\"2.0\",\"id\":"
                  + request.path("id")
                  + ",\"result\":"
                  + result(request)
                  + "}")
              .getBytes(StandardCharsets.UTF_8);
      exchange.getResponseHeaders().set("Content-Type", "application/json");
      exchange.sendResponseHeaders(200, body.length);
      exchange.getResponseBody().write(body);
      exchange.close();
    }

    private String result(JsonNode request) {
      return switch (request.path("method").asText()) {
        case "initialize" ->
            "{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{\"tools\":{}},"
                + "\"serverInfo\":{\"name\":\"slow\",\"version\":\"1\"}}";
        case "tools/list" ->
            "{\"tools\":[{\"name\":\"do_task\",\"inputSchema\":{\"type\":\"object\"}},"
                + "{\"name\":\"task_status\",\"inputSchema\":{\"type\":\"object\","
                + "\"properties\":{\"handle\":{\"type\":\"string\"}},\"required\":[\"handle\"]}}]}";
        case "tools/call" -> called(request.at("/params/name").asText());
        default -> "{}";
      };
    }

    private String called(String tool) {
      calls.add(tool);
      return finished
          ? "{\"content\":[{\"type\":\"text\",\"text\":\"Two onions.\"}]}"
          : "{\"content\":[],\"structuredContent\":{\"handle\":\"h-1\"}}";
    }

    @Override
    public void close() {
      server.stop(0);
    }
  }
}
