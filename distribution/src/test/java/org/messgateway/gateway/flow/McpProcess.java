package org.messgateway.gateway.flow;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * {@code mcp} in a process of its own, and its client, which writes and reads lines and knows
 * nothing else of the protocol.
 */
final class McpProcess implements AutoCloseable {

  private static final Duration LIMIT = Duration.ofSeconds(90);
  private static final ObjectMapper JSON = new ObjectMapper();

  private final Process process;
  private final Path log;
  private final AtomicInteger ids = new AtomicInteger();
  private final Map<Integer, CompletableFuture<JsonNode>> waiting = new ConcurrentHashMap<>();
  private final List<JsonNode> others = new CopyOnWriteArrayList<>();
  private final List<String> strange = new CopyOnWriteArrayList<>();

  private McpProcess(Process process, Path log) {
    this.process = process;
    this.log = log;
    Thread.ofVirtual().name("mcp client").start(this::read);
  }

  /** In a home, started as the launcher starts it. */
  static McpProcess start(Path home, String... more) throws IOException {
    return start(home, Map.of(), more);
  }

  /** The same with variables of the environment. */
  static McpProcess start(Path home, Map<String, String> environment, String... more)
      throws IOException {
    List<String> command = new ArrayList<>(GatewayProcess.java());
    command.addAll(List.of("mcp", "--home", home.toString()));
    command.addAll(List.of(more));
    return of(command, environment, home.toAbsolutePath().getParent());
  }

  /** Any command line. */
  static McpProcess of(List<String> command, Map<String, String> environment, Path folder)
      throws IOException {
    Path log = Files.createTempFile(folder, "mcp-", ".log");
    ProcessBuilder builder = new ProcessBuilder(command).redirectError(log.toFile());
    builder.environment().putAll(environment);
    return new McpProcess(builder.start(), log);
  }

  private void read() {
    try (BufferedReader lines =
        new BufferedReader(new InputStreamReader(process.getInputStream(), UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        take(line);
      }
    } catch (IOException e) {
      // It was killed.
    } finally {
      waiting.values().forEach(each -> each.completeExceptionally(new IOException("it ended")));
    }
  }

  private void take(String line) {
    try {
      JsonNode message = JSON.readTree(line);
      CompletableFuture<JsonNode> asked =
          message.has("method") ? null : waiting.remove(message.path("id").asInt(-1));
      if (asked == null) {
        others.add(message);
      } else {
        asked.complete(message);
      }
    } catch (IOException e) {
      strange.add(line);
    }
  }

  /** Writes a line, whatever it is. */
  void say(String line) {
    try {
      OutputStream out = process.getOutputStream();
      synchronized (out) {
        out.write((line + "\n").getBytes(UTF_8));
        out.flush();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Asks, and does not wait. */
  CompletableFuture<JsonNode> ask(String method, Map<String, Object> params) {
    int id = ids.incrementAndGet();
    ObjectNode message = JSON.createObjectNode();
    message.put("jsonrpc", "2.0").put("id", id).put("method", method);
    message.set("params", JSON.valueToTree(params));
    CompletableFuture<JsonNode> answer = new CompletableFuture<>();
    waiting.put(id, answer);
    if (!process.isAlive()) {
      answer.completeExceptionally(new IOException("it ended before"));
    }
    say(message.toString());
    return answer;
  }

  /** Asks, and waits for the answer. */
  JsonNode answer(String method, Map<String, Object> params) {
    return answered(ask(method, params));
  }

  /** Waits for an answer. */
  JsonNode answered(CompletableFuture<JsonNode> asked) {
    try {
      return asked.get(LIMIT.toSeconds(), TimeUnit.SECONDS);
    } catch (ExecutionException | TimeoutException e) {
      throw new AssertionError("there is no answer; it said:\n" + log(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted", e);
    }
  }

  /** Opens the session; returns the answer. */
  JsonNode open() {
    JsonNode answer =
        answer(
            "initialize",
            Map.of(
                "protocolVersion",
                "2025-11-25",
                "capabilities",
                Map.of(),
                "clientInfo",
                Map.of("name", "test", "version", "1")));
    say("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}");
    return answer;
  }

  /** A call of a tool; returns its result. */
  JsonNode call(String tool, Map<String, Object> arguments) {
    return answer("tools/call", Map.of("name", tool, "arguments", arguments)).path("result");
  }

  /** Messages that answer nothing that was asked. */
  List<JsonNode> others() {
    return List.copyOf(others);
  }

  /** Lines on standard output that are no messages. */
  List<String> strange() {
    return List.copyOf(strange);
  }

  /** What it printed on standard error. */
  String log() {
    try {
      return Files.readString(log);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Whether this process is the gateway now. */
  boolean isGateway() {
    return log().contains("Ready: ");
  }

  boolean isAlive() {
    return process.isAlive();
  }

  /** SIGKILL. */
  void kill() throws InterruptedException {
    process.destroyForcibly();
    process.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS);
  }

  /** SIGTERM. */
  void askToStop() {
    process.destroy();
  }

  /** Ends its input; returns how long it lived on. */
  Duration endInput() throws IOException, InterruptedException {
    long began = System.nanoTime();
    process.getOutputStream().close();
    if (!process.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS)) {
      throw new AssertionError("it did not end:\n" + log());
    }
    return Duration.ofNanos(System.nanoTime() - began);
  }

  @Override
  public void close() {
    process.destroyForcibly().onExit().orTimeout(LIMIT.toSeconds(), TimeUnit.SECONDS).join();
  }
}
