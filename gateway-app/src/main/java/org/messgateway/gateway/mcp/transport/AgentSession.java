package org.messgateway.gateway.mcp.transport;

import io.modelcontextprotocol.spec.McpSchema;
import io.modelcontextprotocol.spec.McpSchema.ErrorCodes;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCRequest;
import io.modelcontextprotocol.spec.McpStreamableServerSession;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.messgateway.gateway.http.ProblemException;
import org.messgateway.gateway.mcp.McpCaller;
import org.messgateway.gateway.mcp.McpResources;
import org.messgateway.gateway.mcp.McpResources.ChangeWatch;

/** One client of one agent: what it waits for, and what it watches. Safe for all threads. */
final class AgentSession {

  /** Requests of one session at the same time; a client that has more has gone astray. */
  private static final int MOST_CALLS = 64;

  /** Resources that one session watches. */
  private static final int MOST_WATCHES = 64;

  private static final String STOPPING =
      "The gateway is being stopped. Ask again in a moment: nothing that was asked for is lost.";

  private final McpStreamableServerSession session;
  private final String agent;
  private final Optional<String> exchange;
  private final Map<Object, RunningCall> calls = new ConcurrentHashMap<>();
  private final AtomicReference<@Nullable EventOutput> listening = new AtomicReference<>();

  /** By URI; guarded by itself. */
  private final Map<String, ChangeWatch> watches = new HashMap<>();

  private volatile boolean closed;
  private volatile long usedAt;

  /**
   * @param agent whose token opened it
   * @param exchange by default, for all its calls
   * @param now of the monotonic clock
   */
  AgentSession(
      McpStreamableServerSession session, String agent, Optional<String> exchange, long now) {
    this.session = session;
    this.agent = agent;
    this.exchange = exchange;
    this.usedAt = now;
  }

  /** A client that reads this begins another session, and loses nothing. */
  static ProblemException gone() {
    return ProblemException.notFound(
        "There is no such session, or not any more. Begin another with `initialize`.");
  }

  String id() {
    return session.getId();
  }

  String agent() {
    return agent;
  }

  Optional<String> exchange() {
    return exchange;
  }

  McpStreamableServerSession sdk() {
    return session;
  }

  void used(long now) {
    usedAt = now;
  }

  long usedAt() {
    return usedAt;
  }

  /** Whether its client neither waits nor listens. */
  boolean idle() {
    return calls.isEmpty() && listening.get() == null;
  }

  /**
   * Takes a request up.
   *
   * @throws JsonRpcRefusal where a request of that id is under way, or too many are
   * @throws ProblemException 404 where the session has just ended
   */
  void begin(JSONRPCRequest request, RunningCall call) {
    if (calls.size() >= MOST_CALLS) {
      throw new JsonRpcRefusal(
          ErrorCodes.INVALID_REQUEST,
          MOST_CALLS + " requests of this session are under way. Wait for one of them.");
    }
    if (calls.putIfAbsent(request.id(), call) != null) {
      throw RpcMessages.invalid("A request with this id is under way. Use another id.");
    }
    if (closed) {
      calls.remove(request.id());
      throw gone();
    }
    call.start();
  }

  void end(JSONRPCRequest request) {
    calls.remove(request.id());
  }

  /** Ends a request whose client does not want its result any more; unknown ones are ignored. */
  void cancel(Object id) {
    RunningCall call = calls.get(id);
    if (call != null) {
      call.cancel();
    }
  }

  /** The stream that carries notifications from now on; the one before it ends. */
  void listen(EventOutput stream) {
    EventOutput before = listening.getAndSet(stream);
    if (before != null) {
      before.end();
    }
    session.listeningStream(stream);
    if (closed) {
      stream.end();
    }
  }

  void listenNoMore(EventOutput stream) {
    if (listening.compareAndSet(stream, null)) {
      session.releaseListeningStream();
    }
  }

  /**
   * Tells the client of changes of a resource from now on.
   *
   * @throws JsonRpcRefusal where there is none, or it watches too many
   */
  void watch(McpResources resources, McpCaller caller, String uri) {
    synchronized (watches) {
      if (closed || watches.containsKey(uri)) {
        return;
      }
      if (watches.size() >= MOST_WATCHES) {
        throw new JsonRpcRefusal(
            ErrorCodes.INVALID_REQUEST,
            MOST_WATCHES + " resources are watched already. Unsubscribe from one of them.");
      }
      watches.put(
          uri,
          resources
              .subscribe(caller, uri, () -> changed(uri))
              .orElseThrow(() ->
                  new JsonRpcRefusal(
                      ErrorCodes.RESOURCE_NOT_FOUND, "There is no such resource for you.")));
    }
  }

  void watchNoMore(String uri) {
    @Nullable ChangeWatch watch;
    synchronized (watches) {
      watch = watches.remove(uri);
    }
    if (watch != null) {
      watch.close();
    }
  }

  private void changed(String uri) {
    EventOutput stream = listening.get();
    if (stream != null) {
      stream.say(
          new McpSchema.JSONRPCNotification(
              McpSchema.METHOD_NOTIFICATION_RESOURCES_UPDATED, Map.of("uri", uri)));
    }
  }

  /** Ends all that its client waits for and watches. */
  void close() {
    closed = true;
    List<ChangeWatch> open;
    synchronized (watches) {
      open = List.copyOf(watches.values());
      watches.clear();
    }
    open.forEach(ChangeWatch::close);
    calls.values().forEach(call -> call.stop(STOPPING));
    EventOutput stream = listening.get();
    if (stream != null) {
      stream.end();
    }
    session.close();
  }
}
