package org.messgateway.gateway.cli.mcp;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;

/** A client of a bridge in this process: writes lines to it, and keeps those it gets. */
final class BridgedClient implements AutoCloseable {

  private static final Duration LIMIT = Duration.ofSeconds(20);
  private static final ObjectMapper JSON = new ObjectMapper();

  private final PipedOutputStream in = new PipedOutputStream();
  private final Received received = new Received();
  private final AtomicReference<FakeMcp> gateway;
  private final Thread thread;

  BridgedClient(FakeMcp first) throws IOException {
    this(first, Optional.empty());
  }

  /**
   * @param exchange of its session
   */
  BridgedClient(FakeMcp first, Optional<String> exchange) throws IOException {
    gateway = new AtomicReference<>(first);
    PipedInputStream read = new PipedInputStream(in, 1 << 20);
    GatewayFinder finder =
        new GatewayFinder() {
          @Override
          public GatewayAddress find() {
            return gateway.get().address();
          }

          @Override
          public void forget() {}
        };
    StdioBridge bridge = new StdioBridge(read, received, finder, exchange);
    thread = Thread.ofVirtual().start(() -> run(bridge));
  }

  private static void run(StdioBridge bridge) {
    try (bridge) {
      bridge.run();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** The gateway from now on. */
  void nextIs(FakeMcp next) {
    gateway.set(next);
  }

  void say(String line) throws IOException {
    in.write((line + "\n").getBytes(UTF_8));
    in.flush();
  }

  void call(int id, String method) throws IOException {
    say("{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"method\":\"" + method + "\",\"params\":{}}");
  }

  void open() throws IOException {
    say(
        "{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"initialize\",\"params\":{\"protocolVersion\":"
            + "\"2025-11-25\",\"capabilities\":{},\"clientInfo\":{\"name\":\"t\",\"version\":\"1\"}}}");
    answerTo(0);
    say("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}");
  }

  JsonNode answerTo(int id) {
    return await(each -> each.path("id").asInt(-1) == id && !each.has("method"));
  }

  JsonNode error() {
    return await(each -> each.has("error") && each.path("id").isNull());
  }

  /** The first such message, as soon as it is there. */
  JsonNode await(Predicate<JsonNode> wanted) {
    Waiting.within(LIMIT, () -> "it came, but only " + lines(), () -> find(wanted).isPresent());
    return find(wanted).orElseThrow();
  }

  private Optional<JsonNode> find(Predicate<JsonNode> wanted) {
    return messages().stream().filter(wanted).findFirst();
  }

  /** All that came; fails where a line is no message. */
  List<JsonNode> messages() {
    return lines().stream().map(BridgedClient::parsed).toList();
  }

  private List<String> lines() {
    return List.copyOf(received.lines);
  }

  private static JsonNode parsed(String line) {
    try {
      return JSON.readTree(line);
    } catch (IOException e) {
      throw new AssertionError("a line that is no message: " + line, e);
    }
  }

  /** Ends the input, and waits for the bridge's end. */
  Duration end() throws IOException, InterruptedException {
    long began = System.nanoTime();
    in.close();
    if (!thread.join(LIMIT)) {
      throw new AssertionError("the bridge did not end within " + LIMIT);
    }
    return Duration.ofNanos(System.nanoTime() - began);
  }

  @Override
  public void close() throws IOException {
    try {
      end();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Lines as they come. */
  private static final class Received extends OutputStream {

    private final List<String> lines = new CopyOnWriteArrayList<>();
    private final StringBuilder begun = new StringBuilder();

    @Override
    public void write(int single) {
      throw new AssertionError("messages are written whole");
    }

    @Override
    public void write(byte[] bytes, int from, int length) {
      begun.append(new String(bytes, from, length, UTF_8));
      int end = begun.indexOf("\n");
      while (end >= 0) {
        lines.add(begun.substring(0, end));
        begun.delete(0, end + 1);
        end = begun.indexOf("\n");
      }
    }
  }
}
