package org.messgateway.gateway.mcp.transport;

import io.modelcontextprotocol.spec.McpSchema.InitializeRequest;
import io.modelcontextprotocol.spec.McpSchema.InitializeResult;
import io.modelcontextprotocol.spec.McpStreamableServerSession;
import io.modelcontextprotocol.spec.McpStreamableServerSession.McpStreamableServerSessionInit;
import io.modelcontextprotocol.spec.McpStreamableServerTransportProvider;
import io.modelcontextprotocol.spec.ProtocolVersions;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.messgateway.gateway.http.ProblemException;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * The sessions of all clients. Each belongs to the agent whose token opened it; its id is random,
 * and proves nothing. Safe for all threads.
 */
public final class AgentSessions implements McpStreamableServerTransportProvider {

  /** Versions of the protocol, the one that is offered to others last. */
  static final List<String> VERSIONS =
      List.of(
          ProtocolVersions.MCP_2024_11_05,
          ProtocolVersions.MCP_2025_03_26,
          ProtocolVersions.MCP_2025_06_18,
          ProtocolVersions.MCP_2025_11_25);

  /**
   * Sessions in all: as many as there are connections, so that each client that is connected has
   * one. An idle session takes a few KiB.
   */
  private static final int MOST = 1_024;

  /** Sessions of one agent, so that one that forgets its own does not end those of others. */
  private static final int MOST_OF_ONE = 512;

  /** Clients begin a session again after 404 only if they are well made, so it is not hurried. */
  private static final long LONGEST_IDLE = Duration.ofHours(12).toNanos();

  private final LongSupplier nanoTime;
  private final Map<String, AgentSession> sessions = new ConcurrentHashMap<>();
  private McpStreamableServerSession.@Nullable Factory factory;
  private volatile boolean closing;

  /**
   * @param nanoTime a monotonic clock
   */
  public AgentSessions(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
  }

  /** A session that began, and what its client is told. */
  record Begun(AgentSession session, InitializeResult told) {}

  /**
   * Begins a session. Where there are too many, the one that was idle for longest ends.
   *
   * @throws ProblemException 503 where none is idle
   */
  Begun begin(InitializeRequest request, String agent, Optional<String> exchange) {
    McpStreamableServerSessionInit begun =
        Objects.requireNonNull(factory, "a server was made of it").startSession(request);
    InitializeResult told = Objects.requireNonNull(begun.initResult().block());
    AgentSession session = new AgentSession(begun.session(), agent, exchange, nanoTime.getAsLong());
    synchronized (this) {
      if (sessions.values().stream().filter(each -> each.agent().equals(agent)).count()
          >= MOST_OF_ONE) {
        endLongestIdle(each -> each.agent().equals(agent));
      }
      if (sessions.size() >= MOST) {
        endLongestIdle(_ -> true);
      }
      sessions.put(session.id(), session);
    }
    if (closing) {
      end(session);
    }
    return new Begun(session, told);
  }

  private void endLongestIdle(Predicate<AgentSession> among) {
    sessions.values().stream()
        .filter(among)
        .filter(AgentSession::idle)
        .min(Comparator.comparingLong(AgentSession::usedAt))
        .ifPresentOrElse(
            this::end,
            () -> {
              throw new ProblemException(
                      503, "Not now", "Too many sessions are in use. End one, or try again later.")
                  .typed("urn:mess:not-now")
                  .retryAfter(Duration.ofSeconds(30));
            });
  }

  /**
   * The session of this id, if it is this agent's.
   *
   * @throws ProblemException 404 where there is none, or it is another agent's
   */
  AgentSession of(String id, String agent) {
    AgentSession session = sessions.get(id);
    if (session == null || !session.agent().equals(agent)) {
      throw AgentSession.gone();
    }
    session.used(nanoTime.getAsLong());
    return session;
  }

  void end(AgentSession session) {
    sessions.remove(session.id());
    session.close();
  }

  /** Ends those that were idle for 12 hours; to be called now and then. */
  public void sweep() {
    long now = nanoTime.getAsLong();
    sessions.values().stream()
        .filter(each -> each.idle() && now - each.usedAt() > LONGEST_IDLE)
        .forEach(this::end);
  }

  boolean closing() {
    return closing;
  }

  /** How many there are. */
  public int count() {
    return sessions.size();
  }

  /** Ends all; none begins any more. Returns at once. */
  @Override
  public void close() {
    closing = true;
    sessions.values().forEach(this::end);
  }

  @Override
  public void setSessionFactory(McpStreamableServerSession.Factory made) {
    factory = made;
  }

  @Override
  public List<String> protocolVersions() {
    return VERSIONS;
  }

  /** Those that do not listen are not told. */
  @Override
  public Mono<Void> notifyClients(String method, @Nullable Object params) {
    return Flux.fromIterable(sessions.values())
        .flatMap(each -> each.sdk().sendNotification(method, params).onErrorComplete())
        .then();
  }

  @Override
  public Mono<Void> notifyClient(String id, String method, @Nullable Object params) {
    return Mono.defer(() -> {
      AgentSession session = sessions.get(id);
      return session == null
          ? Mono.empty()
          : session.sdk().sendNotification(method, params).onErrorComplete();
    });
  }

  @Override
  public Mono<Void> closeGracefully() {
    return Mono.fromRunnable(this::close);
  }
}
