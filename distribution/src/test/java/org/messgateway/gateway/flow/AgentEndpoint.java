package org.messgateway.gateway.flow;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;
import org.messgateway.api.Secret;
import org.messgateway.api.http.WebhookSecrets;
import org.messgateway.api.http.WebhookSignature;

/** An agent's endpoint: it believes nothing that is not signed with its own key. */
final class AgentEndpoint implements AutoCloseable {

  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final HttpServer server;
  private final ExecutorService workers = Executors.newVirtualThreadPerTaskExecutor();
  private final List<Told> told = new CopyOnWriteArrayList<>();
  private final List<String> refused = new CopyOnWriteArrayList<>();
  private final Secret key;
  private volatile boolean down;
  private volatile Function<Told, String> answer = _ -> "";

  /**
   * What it was told.
   *
   * @param agent whom the request names
   */
  record Told(String id, String kind, String ref, String agent, String respond, String body) {}

  private AgentEndpoint(HttpServer server, String agent) {
    this.server = server;
    key = WebhookSecrets.forExecutor(Secret.of("s3cret-of-the-house"), agent);
  }

  static AgentEndpoint of(String agent) throws IOException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 200);
    AgentEndpoint endpoint = new AgentEndpoint(server, agent);
    server.createContext("/", endpoint::take);
    server.setExecutor(endpoint.workers);
    server.start();
    return endpoint;
  }

  String url() {
    return "http://localhost:" + server.getAddress().getPort() + "/mess";
  }

  /** Whether it answers 503 from now on. */
  void down(boolean now) {
    down = now;
  }

  /** What it answers in the body from now on. */
  void answer(Function<Told, String> next) {
    answer = next;
  }

  private void take(HttpExchange exchange) throws IOException {
    byte[] body = exchange.getRequestBody().readAllBytes();
    if (down) {
      exchange.sendResponseHeaders(503, -1);
      exchange.close();
      return;
    }
    String id = header(exchange, WebhookSignature.ID);
    Instant at =
        Instant.ofEpochSecond(Long.parseLong(header(exchange, WebhookSignature.TIMESTAMP)));
    if (!WebhookSignature.header(id, at, body, List.of(key))
        .equals(header(exchange, WebhookSignature.SIGNATURE))) {
      refused.add(id);
      exchange.sendResponseHeaders(401, -1);
      exchange.close();
      return;
    }
    Told one =
        new Told(
            id,
            header(exchange, "mess-kind"),
            header(exchange, "mess-ref"),
            header(exchange, "mess-agent"),
            header(exchange, "mess-respond"),
            new String(body, UTF_8));
    told.add(one);
    byte[] said = answer.apply(one).getBytes(UTF_8);
    exchange.getResponseHeaders().add("Content-Type", "application/yaml");
    exchange.sendResponseHeaders(200, said.length == 0 ? -1 : said.length);
    exchange.getResponseBody().write(said);
    exchange.close();
  }

  private static String header(HttpExchange exchange, String name) {
    return Objects.requireNonNullElse(exchange.getRequestHeaders().getFirst(name), "");
  }

  /** Ids of requests that were not signed with its key. */
  List<String> refused() {
    return refused;
  }

  List<Told> told(String ref) {
    return told.stream().filter(each -> each.ref().equals(ref)).toList();
  }

  List<String> kinds(String ref) {
    return told(ref).stream().map(Told::kind).toList();
  }

  /** Waits until it was told so much of a task. */
  List<Told> await(String ref, String... kinds) {
    Eventually.within(
        PATIENCE,
        () -> ref + ": " + List.of(kinds) + ", but " + kinds(ref),
        () -> kinds(ref).size() >= kinds.length);
    return told(ref);
  }

  @Override
  public void close() {
    server.stop(0);
    workers.shutdownNow();
  }
}
