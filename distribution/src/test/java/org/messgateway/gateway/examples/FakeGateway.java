package org.messgateway.gateway.examples;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.Secret;
import org.messgateway.api.http.WebhookSignature;

/**
 * A gateway's outside: signs webhooks as the real one does, and takes what is posted back, or
 * refuses it as it is told to.
 */
final class FakeGateway implements AutoCloseable {

  static final Secret KEY = Secret.of("whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD");

  private static final Duration SOON = Duration.ofSeconds(40);

  private final HttpServer server;
  private final HttpClient client = HttpClient.newHttpClient();
  private final JsonMapper json = new JsonMapper();
  private final BlockingQueue<Post> posts = new LinkedBlockingQueue<>();
  private final Map<String, Queue<Integer>> refusals = new ConcurrentHashMap<>();

  private FakeGateway(HttpServer server) {
    this.server = server;
  }

  static FakeGateway open() throws IOException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    FakeGateway gateway = new FakeGateway(server);
    server.createContext("/thread/", gateway::take);
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.start();
    return gateway;
  }

  /** One answer of the example, {@code key} its Idempotency-Key. */
  record Post(String key, int status, JsonNode mess) {

    /** The part of the key that names the step. */
    String step() {
      return key.substring(key.indexOf('-') + 1);
    }

    String code() {
      return mess.path(0).path("status").path("code").asText();
    }
  }

  private void take(HttpExchange exchange) throws IOException {
    try (exchange) {
      JsonNode body = json.readTree(exchange.getRequestBody());
      String key = exchange.getRequestHeaders().getFirst("Idempotency-Key");
      Queue<Integer> refusing = refusals.getOrDefault(step(key), new ConcurrentLinkedQueue<>());
      Integer refusal = refusing.poll();
      int status = refusal == null ? 200 : refusal;
      byte[] answer = "{\"detail\":\"as the test says\"}".getBytes(UTF_8);
      exchange.sendResponseHeaders(status, answer.length);
      exchange.getResponseBody().write(answer);
      posts.add(new Post(key, status, body.path("MESS")));
    }
  }

  private static String step(String key) {
    return key.substring(key.indexOf('-') + 1);
  }

  /** The next answers of that step are refused with these. */
  void refuse(String step, int... statuses) {
    Queue<Integer> queue = refusals.computeIfAbsent(step, _ -> new ConcurrentLinkedQueue<>());
    for (int status : statuses) {
      queue.add(status);
    }
  }

  /** The next thing that is posted, waited for. */
  Post next() throws InterruptedException {
    Post post = posts.poll(SOON.toSeconds(), TimeUnit.SECONDS);
    if (post == null) {
      throw new AssertionError("nothing was posted within " + SOON);
    }
    return post;
  }

  /** Whether nothing has been posted that was not looked at. */
  boolean quiet() {
    return posts.isEmpty();
  }

  String origin() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  /** What an example of this name needs to know. */
  Map<String, String> environment(String executor) {
    return Map.of("MESS_EXECUTOR", executor, "MESS_SECRET", KEY.reveal(), "MESS_GATEWAY", origin());
  }

  /** A thread as the JSON form has it. */
  static String thread(String status, @Nullable String executor, String... messages) {
    String holder = executor == null ? "null" : "\"" + executor + "\"";
    return """
    {"envelope": {"ref": "2026-11-20-001", "requestor": "claude-agent", "executor": %s,
      "status": "%s", "intent": "two things from the shop"},
     "messages": [%s]}
    """
        .formatted(holder, status, String.join(",", messages));
  }

  static String message(String from, String entry) {
    return "{\"from\": \"%s\", \"MESS\": [%s]}".formatted(from, entry);
  }

  /** Sends a webhook as the gateway would. */
  HttpResponse<String> tell(ExampleProcess example, String id, String kind, String thread)
      throws IOException, InterruptedException {
    return send(example, id, kind, thread, Instant.now(), List.of(KEY));
  }

  HttpResponse<String> send(
      ExampleProcess example, String id, String kind, String thread, Instant at, List<Secret> keys)
      throws IOException, InterruptedException {
    byte[] body = thread.getBytes(UTF_8);
    HttpRequest request =
        HttpRequest.newBuilder(example.url())
            .timeout(SOON)
            .header("content-type", "application/json")
            .header(WebhookSignature.ID, id)
            .header(WebhookSignature.TIMESTAMP, Long.toString(at.getEpochSecond()))
            .header(WebhookSignature.SIGNATURE, WebhookSignature.header(id, at, body, keys))
            .header("mess-kind", kind)
            .header("mess-respond", respond().toString())
            .POST(HttpRequest.BodyPublishers.ofByteArray(body))
            .build();
    return client.send(request, HttpResponse.BodyHandlers.ofString());
  }

  private URI respond() {
    return URI.create(origin() + "/thread/2026-11-20-001?token=t");
  }

  @Override
  public void close() {
    server.stop(0);
    client.shutdownNow();
  }
}
