package org.messgateway.adapter.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import org.messgateway.adapter.mcp.McpAddress.Server;
import org.messgateway.api.FailureReason;
import org.messgateway.api.Outcome.Reach;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * MCP over the standard input and output of a child: one message a line. Lines that are no messages
 * are passed over.
 *
 * <p>A thread each writes, reads answers and reads errors, so that a child that neither reads nor
 * writes delays nobody. They are platform threads, because a read from a pipe holds a carrier.
 */
final class ChildConnection implements McpConnection {

  private static final Logger log = LoggerFactory.getLogger(ChildConnection.class);
  private static final int MOST_UNWRITTEN = 64;
  private static final Duration TO_END = Duration.ofSeconds(2);
  private static final Duration TO_EXIT = Duration.ofMillis(200);

  private final ServerProcess child;
  private final String name;
  private final AtomicLong ids = new AtomicLong();
  private final BlockingQueue<byte[]> unwritten = new ArrayBlockingQueue<>(MOST_UNWRITTEN);
  private final Map<Long, CompletableFuture<JsonNode>> waiting = new ConcurrentHashMap<>();
  private final Thread writer;
  private volatile boolean open = true;

  private ChildConnection(ServerProcess child, Server.Local server) {
    this.child = child;
    this.name = server.name();
    this.writer = daemon("in", this::write);
    daemon("out", this::read).start();
    ChildErrors errors = new ChildErrors(child.errors(), server);
    daemon("err", errors::read).start();
    writer.start();
  }

  private Thread daemon(String end, Runnable work) {
    return Thread.ofPlatform().daemon().name("mcp-" + end + " " + name).unstarted(work);
  }

  /** Starts the program. */
  static ChildConnection start(Server.Local server) throws McpFailure {
    try {
      return new ChildConnection(ServerProcess.start(server), server);
    } catch (IOException e) {
      log.debug("{} cannot be started: {}", server.name(), e.toString());
      throw McpFailure.of(
          FailureReason.UNREACHABLE,
          "The program "
              + server.name()
              + " cannot be started: check that it is there and may be executed.",
          Reach.BEFORE_SENDING);
    }
  }

  @Override
  public JsonNode request(String method, ObjectNode params, Duration limit) throws McpFailure {
    long id = ids.incrementAndGet();
    byte[] message = JsonRpc.request(id, method, params);
    CallDeadline deadline = CallDeadline.in(limit);
    CompletableFuture<JsonNode> answer = new CompletableFuture<>();
    waiting.put(id, answer);
    try {
      hand(message, deadline);
      return JsonRpc.result(awaited(answer, message, deadline));
    } finally {
      waiting.remove(id);
    }
  }

  @Override
  public void notify(String method, Duration limit) throws McpFailure {
    hand(JsonRpc.notification(method), CallDeadline.in(limit));
  }

  /** Hands a message to the writer. */
  private void hand(byte[] message, CallDeadline deadline) throws McpFailure {
    try {
      if (!open || !unwritten.offer(message, deadline.left().toNanos(), TimeUnit.NANOSECONDS)) {
        throw McpFailure.of(
            open ? FailureReason.TIMEOUT : FailureReason.UNAVAILABLE,
            open ? "The program " + name + " does not read." : "The program " + name + " ended.",
            Reach.BEFORE_SENDING);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw interrupted(Reach.BEFORE_SENDING);
    }
  }

  private JsonNode awaited(
      CompletableFuture<JsonNode> answer, byte[] message, CallDeadline deadline) throws McpFailure {
    try {
      return answer.get(deadline.left().toNanos(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      throw McpFailure.of(
          FailureReason.TIMEOUT,
          "The program " + name + " did not answer in time.",
          reach(message));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw interrupted(reach(message));
    } catch (ExecutionException e) {
      throw McpFailure.of(
          FailureReason.UNCERTAIN,
          "The program " + name + " ended, or broke the protocol, before it answered.",
          Reach.POSSIBLY_SENT);
    }
  }

  /** A message that still waited for the writer was not sent, and is not. */
  private Reach reach(byte[] message) {
    return unwritten.remove(message) ? Reach.BEFORE_SENDING : Reach.POSSIBLY_SENT;
  }

  private static McpFailure interrupted(Reach reach) {
    return McpFailure.of(FailureReason.TIMEOUT, "The attempt was interrupted.", reach);
  }

  private void write() {
    try {
      while (open) {
        byte[] message = unwritten.take();
        child.input().write(message);
        child.input().write('\n');
        child.input().flush();
      }
    } catch (IOException e) {
      ended("its input is closed");
    } catch (InterruptedException e) {
      log.debug("The writer of {} ends.", name);
    }
  }

  private void read() {
    BoundedLines lines = new BoundedLines(child.output(), LONGEST_MESSAGE);
    try {
      for (Optional<byte[]> line = lines.next(); line.isPresent(); line = lines.next()) {
        JsonRpc.read(line.get()).ifPresent(this::came);
      }
      ended("its output ended");
    } catch (IOException e) {
      ended(e.getMessage() == null ? "its output broke" : e.getMessage());
    }
  }

  private void came(JsonNode message) {
    if (JsonRpc.isRequest(message)) {
      if (!unwritten.offer(JsonRpc.answer(message))) {
        log.debug("{} asks more than it reads.", name);
      }
      return;
    }
    JsonNode id = message.path("id");
    CompletableFuture<JsonNode> answer =
        !message.has("method") && id.isIntegralNumber() ? waiting.get(id.longValue()) : null;
    if (answer != null) {
      answer.complete(message);
    }
  }

  private void ended(String why) {
    if (open) {
      open = false;
      log.warn("The program {} of an executor over MCP ended ({}): {}.", name, exit(), why);
    }
    waiting.values().forEach(each -> each.completeExceptionally(new IOException(why)));
    writer.interrupt();
    Thread.ofVirtual().name("mcp-end " + name).start(() -> child.end(TO_END));
  }

  private String exit() {
    try {
      int status = child.awaitExit(TO_EXIT);
      return status < 0 ? "it still runs" : "exit status " + status;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return "interrupted";
    }
  }

  @Override
  public void initialized(String version) {
    log.debug("The program {} speaks MCP {}.", name, version);
  }

  @Override
  public boolean open() {
    return open && child.alive();
  }

  /** Returns when the program has ended, after 2 s at most. */
  @Override
  public void close() {
    open = false;
    writer.interrupt();
    waiting.values().forEach(each -> each.completeExceptionally(new IOException("closed")));
    child.end(TO_END);
  }
}
