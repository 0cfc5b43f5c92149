package org.messgateway.gateway.mcp.transport;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.modelcontextprotocol.json.TypeRef;
import io.modelcontextprotocol.spec.McpSchema.ErrorCodes;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCMessage;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCNotification;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCRequest;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCResponse;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCResponse.JSONRPCError;
import io.modelcontextprotocol.spec.McpStreamableServerTransport;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/**
 * One response of server-sent events. Any thread says something; the request's thread alone sends
 * it, so that a client that reads slowly delays nobody else. Events have no ids, since nothing is
 * kept that could be sent again.
 */
final class EventOutput implements McpStreamableServerTransport {

  /** Notifications that may wait to be sent; more are left out, since each is a hint only. */
  private static final int MOST_WAITING = 64;

  /** Silence before the first comment. */
  private static final Duration FIRST_BEAT = Duration.ofSeconds(1);

  /** Silence between comments, by which a client that has gone is noticed. */
  private static final Duration BEAT = Duration.ofSeconds(3);

  private static final byte[] COMMENT = ": still here\n\n".getBytes(UTF_8);
  private static final byte[] BEGIN = "event: message\ndata: ".getBytes(UTF_8);
  private static final byte[] END = "\n\n".getBytes(UTF_8);

  private final RpcMessages json;
  private final Consumer<String> failed;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final Queue<byte[]> waiting = new ArrayDeque<>(2);
  private boolean ended;

  /** Id of the request that the client was sent last. */
  private volatile @Nullable Object asked;

  /**
   * @param failed told of what failed in the SDK; its client reads a fixed sentence
   */
  EventOutput(RpcMessages json, Consumer<String> failed) {
    this.json = json;
    this.failed = failed;
  }

  /** Says something; nothing is said any more once the stream has ended. */
  void say(JSONRPCMessage message) {
    byte[] bytes = json.written(message);
    lock.lock();
    try {
      boolean hint = message instanceof JSONRPCNotification;
      if (!ended && (!hint || waiting.size() < MOST_WAITING)) {
        waiting.add(bytes);
        changed.signalAll();
      }
    } finally {
      lock.unlock();
    }
  }

  /** Ends the stream when all that was said is sent. */
  void end() {
    lock.lock();
    try {
      ended = true;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /**
   * Sends what is said, and a comment now and then, until the end; on the request's thread.
   *
   * @param pause run after a second, and every 3 seconds from then on
   * @throws IOException when the client has gone
   */
  void send(OutputStream out, Runnable pause) throws IOException, InterruptedException {
    Duration beat = FIRST_BEAT;
    long asked = System.nanoTime();
    while (true) {
      Optional<byte[]> next = next(beat);
      if (next.isPresent()) {
        event(out, next.get());
      } else if (finished()) {
        return;
      } else {
        out.write(COMMENT);
        out.flush();
      }
      if (System.nanoTime() - asked >= beat.toNanos()) {
        pause.run();
        asked = System.nanoTime();
        beat = BEAT;
      }
    }
  }

  /** Sends a comment, so that the client has the head of the response. */
  static void open(OutputStream out) throws IOException {
    out.write(COMMENT);
    out.flush();
  }

  private static void event(OutputStream out, byte[] message) throws IOException {
    byte[] event = new byte[BEGIN.length + message.length + END.length];
    System.arraycopy(BEGIN, 0, event, 0, BEGIN.length);
    System.arraycopy(message, 0, event, BEGIN.length, message.length);
    System.arraycopy(END, 0, event, BEGIN.length + message.length, END.length);
    out.write(event);
    out.flush();
  }

  /** Empty at the end, and when nothing was said for so long. */
  private Optional<byte[]> next(Duration patience) throws InterruptedException {
    lock.lockInterruptibly();
    try {
      long left = patience.toNanos();
      while (waiting.isEmpty() && !ended && left > 0) {
        left = changed.awaitNanos(left);
      }
      return Optional.ofNullable(waiting.poll());
    } finally {
      lock.unlock();
    }
  }

  private boolean finished() {
    lock.lock();
    try {
      return ended && waiting.isEmpty();
    } finally {
      lock.unlock();
    }
  }

  @Override
  public Mono<Void> sendMessage(JSONRPCMessage message) {
    return Mono.fromRunnable(() -> {
      if (message instanceof JSONRPCRequest request) {
        asked = request.id();
      }
      say(screened(message));
    });
  }

  /** Tells the client that nobody waits any more for what it was asked last. */
  void withdraw() {
    Object id = asked;
    if (id != null) {
      say(new JSONRPCNotification(McpRoutes.CANCELLED, Map.of("requestId", id)));
    }
  }

  /** The SDK tells clients the text of an exception, which is not for them. */
  private JSONRPCMessage screened(JSONRPCMessage message) {
    if (message instanceof JSONRPCResponse answer
        && answer.error() != null
        && answer.error().code() == ErrorCodes.INTERNAL_ERROR) {
      failed.accept(answer.error().message());
      return JSONRPCResponse.error(
          answer.id(), new JSONRPCError(ErrorCodes.INTERNAL_ERROR, RequestWork.FAILED));
    }
    return message;
  }

  @Override
  public Mono<Void> sendMessage(JSONRPCMessage message, @Nullable String id) {
    return sendMessage(message);
  }

  @Override
  public <T> T unmarshalFrom(Object data, TypeRef<T> type) {
    return json.mapper().convertValue(data, type);
  }

  /** Whoever opened the stream ends it, after what the SDK does not tell its client. */
  @Override
  public Mono<Void> closeGracefully() {
    return Mono.empty();
  }

  @Override
  public void close() {
    // As above.
  }
}
