package org.messgateway.adapter.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/** A real HTTP server that speaks MCP as a test says, and remembers what it was asked. */
final class FakeServer implements AutoCloseable {

  /** One answer: status, media type, body. */
  record Answer(int status, String mediaType, String body) {

    static Answer json(String body) {
      return new Answer(200, "application/json", body);
    }
  }

  /** A message with its headers. */
  record Heard(JsonNode message, HttpExchange exchange) {

    String method() {
      return message.path("method").asText();
    }

    String header(String name) {
      String value = exchange.getRequestHeaders().getFirst(name);
      return value == null ? "" : value;
    }
  }

  final List<Heard> heard = new CopyOnWriteArrayList<>();
  volatile String tools = FakeMcp.tools("do_task", "task", "intent", "ref");
  volatile Function<JsonNode, Answer> list = request -> result(request, tools);
  volatile Function<JsonNode, Answer> call = request -> result(request, "{\"content\":[]}");
  volatile Function<JsonNode, Answer> initialize = request -> result(request, FakeMcp.INITIALIZED);
  volatile String session = "";

  /** Whether the answer to a call is repeated without end. */
  volatile boolean endless;

  private final HttpServer server;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

  FakeServer() {
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    server.createContext("/", this::serve);
    server.setExecutor(threads);
    server.start();
  }

  String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort() + "/mcp";
  }

  List<JsonNode> calls() {
    List<JsonNode> calls = new ArrayList<>();
    for (Heard each : heard) {
      if (each.method().equals("tools/call")) {
        calls.add(each.message());
      }
    }
    return calls;
  }

  /** How often it was asked by this method. */
  long asked(String method) {
    return heard.stream().filter(each -> each.method().equals(method)).count();
  }

  static Answer result(JsonNode request, String result) {
    return Answer.json(
        "{\"jsonrpc\":\"2.0\",\"id\":" + request.path("id") + ",\"result\":" + result + "}");
  }

  static Answer error(JsonNode request, int code) {
    return Answer.json(
        "{\"jsonrpc\":\"2.0\",\"id\":%s,\"error\":{\"code\":%d,\"message\":\"no\"}}"
            .formatted(request.path("id"), code));
  }

  static String text(String text) {
    return "{\"content\":[" + JsonRpc.object().put("type", "text").put("text", text) + "]}";
  }

  private void serve(HttpExchange exchange) throws IOException {
    JsonNode request =
        JsonRpc.read(exchange.getRequestBody().readAllBytes()).orElse(JsonRpc.object());
    heard.add(new Heard(request, exchange));
    Answer answer = answer(exchange, request);
    byte[] body = answer.body().getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().set("Content-Type", answer.mediaType());
    if (endless && request.path("method").asText().equals("tools/call")) {
      repeat(exchange, answer.status(), body);
      return;
    }
    exchange.sendResponseHeaders(answer.status(), body.length == 0 ? -1 : body.length);
    if (body.length > 0) {
      exchange.getResponseBody().write(body);
    }
    exchange.close();
  }

  /** Sends the same again and again, until the client goes. */
  private static void repeat(HttpExchange exchange, int status, byte[] body) throws IOException {
    exchange.sendResponseHeaders(status, 0);
    CountDownLatch never = new CountDownLatch(1);
    try {
      while (!never.await(20, TimeUnit.MILLISECONDS)) {
        exchange.getResponseBody().write(body);
        exchange.getResponseBody().flush();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private Answer answer(HttpExchange exchange, JsonNode request) {
    String method = request.path("method").asText();
    if (method.equals("initialize")) {
      if (!session.isEmpty()) {
        exchange.getResponseHeaders().set("Mcp-Session-Id", session);
      }
      return initialize.apply(request);
    }
    String in = exchange.getRequestHeaders().getFirst("Mcp-Session-Id");
    if (!session.isEmpty() && !session.equals(in)) {
      return new Answer(404, "text/plain", "no such session");
    }
    return switch (method) {
      case "tools/list" -> list.apply(request);
      case "tools/call" -> call.apply(request);
      default -> new Answer(202, "text/plain", "");
    };
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
