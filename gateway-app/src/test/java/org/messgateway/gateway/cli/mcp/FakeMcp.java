package org.messgateway.gateway.cli.mcp;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A gateway's {@code /mcp}, of which only the outside is real: it notes what it gets, and answers
 * as the method says. {@code hold} waits until it is let go, {@code ask} asks the client first.
 */
final class FakeMcp implements AutoCloseable {

  /** A message, as it came. */
  record Got(JsonNode message, String session, String key, String version) {

    String method() {
      return message.path("method").asText();
    }
  }

  private static final ObjectMapper JSON = new ObjectMapper();

  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final HttpServer server;
  private final Set<String> sessions = ConcurrentHashMap.newKeySet();
  private final List<Got> got = new CopyOnWriteArrayList<>();
  private final List<String> deleted = new CopyOnWriteArrayList<>();
  private final Map<String, OutputStream> listening = new ConcurrentHashMap<>();
  private final List<HttpExchange> open = new CopyOnWriteArrayList<>();
  private final CountDownLatch letGo = new CountDownLatch(1);
  final AtomicInteger held = new AtomicInteger();

  private FakeMcp() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(threads);
    server.createContext("/mcp", this::handle);
    server.start();
  }

  static FakeMcp start() throws IOException {
    return new FakeMcp();
  }

  GatewayAddress address() {
    return new GatewayAddress(
        URI.create("http://127.0.0.1:" + server.getAddress().getPort()), "token");
  }

  List<Got> got() {
    return List.copyOf(got);
  }

  List<Got> got(String method) {
    return got.stream().filter(each -> each.method().equals(method)).toList();
  }

  List<String> deleted() {
    return List.copyOf(deleted);
  }

  boolean isListenedTo() {
    return !listening.isEmpty();
  }

  void letGo() {
    letGo.countDown();
  }

  /** Forgets all sessions, as one that was started anew. */
  void forget() {
    sessions.clear();
    listening.clear();
    open.forEach(HttpExchange::close);
  }

  /** Sends a message of itself to everybody who listens. */
  void send(String json) throws IOException {
    for (OutputStream each : listening.values()) {
      event(each, json);
    }
  }

  private void handle(HttpExchange exchange) throws IOException {
    open.add(exchange);
    try (exchange) {
      String session = header(exchange, "Mcp-Session-Id");
      switch (exchange.getRequestMethod()) {
        case "DELETE" -> {
          deleted.add(session);
          exchange.sendResponseHeaders(200, -1);
        }
        case "GET" -> listen(exchange, session);
        default -> post(exchange, session);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      open.remove(exchange);
    }
  }

  private void listen(HttpExchange exchange, String session)
      throws IOException, InterruptedException {
    if (!sessions.contains(session)) {
      exchange.sendResponseHeaders(404, -1);
      return;
    }
    exchange.getResponseHeaders().set("Content-Type", "text/event-stream");
    exchange.sendResponseHeaders(200, 0);
    OutputStream out = exchange.getResponseBody();
    out.write(": here\n\n".getBytes(UTF_8));
    out.flush();
    listening.put(session, out);
    while (sessions.contains(session)) {
      TimeUnit.MILLISECONDS.sleep(20);
    }
  }

  private void post(HttpExchange exchange, String session)
      throws IOException, InterruptedException {
    byte[] body = exchange.getRequestBody().readAllBytes();
    JsonNode message = JSON.readTree(body);
    got.add(
        new Got(
            message,
            session,
            header(exchange, "Idempotency-Key"),
            header(exchange, "MCP-Protocol-Version")));
    String method = message.path("method").asText();
    if (String.valueOf(exchange.getRequestURI().getQuery()).equals("exchange=nowhere")) {
      problem(exchange, 404, "There is no exchange \"nowhere\" here.");
    } else if (method.equals("initialize")) {
      String opened = UUID.randomUUID().toString();
      sessions.add(opened);
      exchange.getResponseHeaders().set("Mcp-Session-Id", opened);
      json(exchange, result(message, "{\"protocolVersion\":\"2025-06-18\",\n \"name\":\"fake\"}"));
    } else if (!sessions.contains(session)) {
      exchange.sendResponseHeaders(404, -1);
    } else if (!message.has("id") || method.isEmpty()) {
      exchange.sendResponseHeaders(202, -1);
    } else if (method.equals("refuse")) {
      problem(exchange, 400, "Not today.");
    } else {
      stream(exchange, message, method);
    }
  }

  private void stream(HttpExchange exchange, JsonNode message, String method)
      throws IOException, InterruptedException {
    exchange.getResponseHeaders().set("Content-Type", "text/event-stream");
    exchange.sendResponseHeaders(200, 0);
    OutputStream out = exchange.getResponseBody();
    if (method.equals("hold")) {
      held.incrementAndGet();
      event(out, "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\",\"params\":{}}");
      letGo.await();
    }
    if (method.equals("ask")) {
      event(
          out,
          "{\"jsonrpc\":\"2.0\",\"id\":\"q-"
              + message.path("id").asText()
              + "\",\"method\":\"elicitation/create\"}");
      held.incrementAndGet();
      letGo.await();
    }
    if (method.equals("later") && sessions.size() == 1) {
      event(
          out,
          "{\"jsonrpc\":\"2.0\",\"id\":"
              + message.path("id")
              + ",\"error\":{\"code\":-32000,\"message\":\"Stopping.\"}}");
      return;
    }
    int size = message.path("params").path("data").asText().length();
    event(out, result(message, "{\"size\":" + size + ",\n\"of\":\"" + method + "\"}"));
  }

  private static String result(JsonNode message, String result) throws IOException {
    ObjectNode answer = JSON.createObjectNode();
    answer.put("jsonrpc", "2.0");
    answer.set("id", message.path("id"));
    answer.set("result", JSON.readTree(result));
    return JSON.writerWithDefaultPrettyPrinter().writeValueAsString(answer);
  }

  private static void problem(HttpExchange exchange, int status, String detail) throws IOException {
    byte[] problem = JSON.writeValueAsBytes(Map.of("title", "No", "detail", detail));
    exchange.sendResponseHeaders(status, problem.length);
    exchange.getResponseBody().write(problem);
  }

  private static void json(HttpExchange exchange, String json) throws IOException {
    byte[] body = json.getBytes(UTF_8);
    exchange.getResponseHeaders().set("Content-Type", "application/json");
    exchange.sendResponseHeaders(200, body.length);
    exchange.getResponseBody().write(body);
  }

  private static void event(OutputStream out, String json) throws IOException {
    List<String> lines = new ArrayList<>(List.of("event: message"));
    json.lines().forEach(line -> lines.add("data: " + line));
    synchronized (out) {
      out.write((String.join("\n", lines) + "\n\n").getBytes(UTF_8));
      out.flush();
    }
  }

  private static String header(HttpExchange exchange, String name) {
    String value = exchange.getRequestHeaders().getFirst(name);
    return value == null ? "" : value;
  }

  /** Ends as by kill: what is open breaks. */
  @Override
  public void close() {
    server.stop(0);
    letGo();
    sessions.clear();
    threads.shutdownNow();
  }
}
