package org.messgateway.gateway.flow;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;

/** Machines that get webhooks, each at its own path, and can answer: in the body, or by POST. */
final class Robots implements AutoCloseable {

  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final HttpServer server;
  private final ExecutorService workers = Executors.newVirtualThreadPerTaskExecutor();
  private final HttpClient client = HttpClient.newHttpClient();
  private final List<Call> calls = new CopyOnWriteArrayList<>();
  private volatile Function<Call, String> answer = call -> "";

  /**
   * One webhook.
   *
   * @param robot who got it
   * @param respond where to answer, token included
   */
  record Call(String robot, String kind, String ref, String id, URI respond, String body) {}

  private Robots(HttpServer server) {
    this.server = server;
  }

  static Robots start() throws IOException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 200);
    Robots robots = new Robots(server);
    server.createContext("/", robots::take);
    server.setExecutor(robots.workers);
    server.start();
    return robots;
  }

  String url(String robot) {
    return "http://localhost:" + server.getAddress().getPort() + "/" + robot;
  }

  /** What they answer in the body from now on. */
  void answer(Function<Call, String> next) {
    answer = next;
  }

  private void take(HttpExchange exchange) throws IOException {
    Call call =
        new Call(
            exchange.getRequestURI().getPath().substring(1),
            header(exchange, "mess-kind"),
            header(exchange, "mess-ref"),
            header(exchange, "webhook-id"),
            URI.create(header(exchange, "mess-respond")),
            new String(exchange.getRequestBody().readAllBytes(), UTF_8));
    byte[] said = answer.apply(call).getBytes(UTF_8);
    calls.add(call);
    exchange.getResponseHeaders().add("Content-Type", "application/yaml");
    exchange.sendResponseHeaders(200, said.length == 0 ? -1 : said.length);
    exchange.getResponseBody().write(said);
    exchange.close();
  }

  private static String header(HttpExchange exchange, String name) {
    String value = exchange.getRequestHeaders().getFirst(name);
    return value == null ? "" : value;
  }

  List<Call> calls(String kind) {
    return calls.stream().filter(call -> call.kind().equals(kind)).toList();
  }

  /** The first of a kind that this one got. */
  Call of(String robot, String kind) {
    return calls(kind).stream()
        .filter(call -> call.robot().equals(robot))
        .findFirst()
        .orElseThrow();
  }

  /** Waits for so many of a kind. */
  List<Call> await(String kind, int many) {
    Eventually.within(
        PATIENCE,
        () -> many + " of " + kind + ", but " + calls.stream().map(Call::kind).toList(),
        () -> calls(kind).size() >= many);
    return calls(kind);
  }

  /** Answers by POST, as the holder of that webhook. */
  HttpResponse<String> post(Call call, String yaml) throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(call.respond())
            .timeout(PATIENCE)
            .header("Content-Type", "application/yaml")
            .POST(BodyPublishers.ofString(yaml))
            .build();
    return client.send(request, BodyHandlers.ofString());
  }

  @Override
  public void close() {
    server.stop(0);
    workers.shutdownNow();
    client.close();
  }
}
