package org.messgateway.gateway.agents;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
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
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import org.messgateway.gateway.Gateway;
import org.messgateway.gateway.GatewayOptions;
import org.messgateway.gateway.channels.discovery.AdapterRegistry;
import org.messgateway.gateway.config.ConfigLoader;
import org.messgateway.gateway.config.LoadResult;
import org.messgateway.gateway.links.TokenFile;
import org.messgateway.gateway.links.TokenKind;

/**
 * A running gateway with the executor {@code ana}, who has an inbox, and clients of it over HTTP.
 */
public final class AgentHome implements AutoCloseable {

  static final String CONFIG =
      """
      http: { port: 0 }
      executors:
        ana: { name: Ana Novak, capabilities: [take-photo], notify: { http: true } }
      """;

  private static final Duration SOON = Duration.ofSeconds(30);

  private static final ObjectMapper JSON = new ObjectMapper();

  public final Path home;
  public String agent;
  public final String executor;
  private final AdapterRegistry registry;
  private final Gateway gateway;
  private final HttpClient client = HttpClient.newHttpClient();
  private int agents;

  public AgentHome(Path home) throws Exception {
    this(home, CONFIG);
  }

  public AgentHome(Path home, String config) throws Exception {
    this.home = home;
    Files.writeString(home.resolve("config.yaml"), config);
    registry = AdapterRegistry.discover(home.resolve("none"), home.resolve("none"));
    ConfigLoader loader = new ConfigLoader(registry, ZoneOffset.UTC);
    LoadResult read = loader.load(home, Map.of());
    assertTrue(read instanceof LoadResult.Valid, read::toString);
    gateway =
        Gateway.open(
            new GatewayOptions(home, Map.of(), OptionalInt.of(0)),
            ((LoadResult.Valid) read).config(),
            loader);
    gateway.start();
    agent = token(TokenKind.AGENT, "claude");
    executor = token(TokenKind.EXECUTOR, "ana");
  }

  /** From here on another agent asks, who has no tasks yet. */
  public void newAgent() throws IOException {
    agent = token(TokenKind.AGENT, "claude-" + ++agents);
  }

  public String token(TokenKind kind, String name) throws IOException {
    Instant never = Instant.now().plusSeconds(86_400);
    return new TokenFile(home.resolve(".gateway/keys")).make(kind, name, Instant.now(), never);
  }

  public Gateway gateway() {
    return gateway;
  }

  URI uri(String path) {
    return path.startsWith("http")
        ? URI.create(path)
        : URI.create("http://127.0.0.1:" + gateway.port() + path);
  }

  public HttpRequest.Builder to(String path, String token) {
    HttpRequest.Builder request = HttpRequest.newBuilder(uri(path));
    return token.isEmpty() ? request : request.header("Authorization", "Bearer " + token);
  }

  public HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
    return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
  }

  public HttpResponse<byte[]> bytes(String path, String token) throws Exception {
    return client.send(to(path, token).build(), HttpResponse.BodyHandlers.ofByteArray());
  }

  /** As the agent, in JSON. */
  public HttpResponse<String> get(String path) throws Exception {
    return send(to(path, agent).header("Accept", "application/json"));
  }

  CompletableFuture<HttpResponse<String>> getLater(String path) {
    return client.sendAsync(
        to(path, agent).header("Accept", "application/json").build(),
        HttpResponse.BodyHandlers.ofString());
  }

  public static JsonNode json(HttpResponse<String> response) throws IOException {
    assertTrue(response.statusCode() == 200, response::body);
    return JSON.readTree(response.body());
  }

  public HttpResponse<String> say(String path, String token, String mess) throws Exception {
    return send(
        to(path, token)
            .header("Content-Type", "application/yaml")
            .header("Accept", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(mess, UTF_8)));
  }

  /** The ref of a new task of the agent. */
  public String ask(String request) throws Exception {
    return json(say("/mess", agent, "MESS: [{request: " + request + "}]"))
        .at("/created/0/ref")
        .asText();
  }

  /** The executor speaks, about a task that it was told of. */
  public void answer(String ref, String entries) throws Exception {
    awaitTold(ref);
    HttpResponse<String> said = say("/thread/" + ref, executor, "MESS: " + entries);
    assertTrue(said.statusCode() == 200, said::body);
  }

  /** Until the executor may open the task. */
  public void awaitTold(String ref) throws Exception {
    long end = System.nanoTime() + SOON.toNanos();
    HttpResponse<String> opened = send(to("/thread/" + ref, executor));
    while (opened.statusCode() != 200) {
      assertTrue(System.nanoTime() < end, "ana was not told of " + ref + ": " + opened.body());
      Thread.sleep(Duration.ofMillis(10));
      opened = send(to("/thread/" + ref, executor));
    }
  }

  @Override
  public void close() {
    client.close();
    gateway.close();
    registry.close();
  }
}
