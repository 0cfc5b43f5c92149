package org.messgateway.adapter.mcp;

import java.time.Duration;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.messgateway.adapter.mcp.McpAddress.Server;
import org.messgateway.adapter.okhttp.GuardedClients;
import org.messgateway.api.FailureReason;
import org.messgateway.api.Outcome.Reach;

/**
 * The sessions with servers, one for each, opened on first use and kept. A session is opened on a
 * thread of its own, so that a program that starts slowly is ready at a later attempt. Thread-safe
 * and bounded.
 */
final class McpSessions implements AutoCloseable {

  /** Programs that run at once. */
  static final int MOST_PROGRAMS = 8;

  private static final int MOST_REMOTE = 256;

  /** A program may be fetched before its first start. */
  private static final Duration PROGRAM_START = Duration.ofSeconds(60);

  private static final long IDLE = Duration.ofHours(1).toNanos();

  private final GuardedClients clients;
  private final InstantSource clock;
  private final Duration limit;
  private final Map<Server, Slot> slots = new HashMap<>();
  private boolean closed;

  McpSessions(GuardedClients clients, InstantSource clock, Duration limit) {
    this.clients = clients;
    this.clock = clock;
    this.limit = limit;
  }

  /** The place of one server. */
  private static final class Slot {

    private final CompletableFuture<McpSession> session = new CompletableFuture<>();
    private final Thread opening;
    private int users;
    private long used = System.nanoTime();

    Slot(Thread.Builder thread, Consumer<CompletableFuture<McpSession>> open) {
      this.opening = thread.start(() -> open.accept(session));
    }

    boolean usable() {
      return !session.isDone()
          || (!session.isCompletedExceptionally() && session.resultNow().open());
    }

    boolean idle(long longest) {
      return users == 0 && session.isDone() && System.nanoTime() - used >= longest;
    }

    void close() {
      opening.interrupt();
      // One that is still being opened is closed by the thread that opens it.
      if (!session.cancel(false) && !session.isCompletedExceptionally()) {
        session.resultNow().close();
      }
    }
  }

  /** Work with a session. */
  @FunctionalInterface
  interface SessionUse<T> {

    /**
     * Works with it.
     *
     * @param opened whether the session was opened for this use, so that the server knows it
     */
    T with(McpSession session, boolean opened) throws McpFailure;
  }

  /**
   * Uses the session with a server, after it was opened where there is none.
   *
   * @throws McpFailure when it cannot be opened in time, or the use fails
   */
  <T> T use(Server server, CallDeadline deadline, SessionUse<T> use) throws McpFailure {
    boolean opened;
    Slot slot;
    synchronized (this) {
      Slot known = slots.get(server);
      if (known == null || !known.usable()) {
        slot = opened(server);
        opened = true;
      } else {
        slot = known;
        opened = false;
      }
      slot.users++;
    }
    try {
      return use.with(awaited(slot, deadline), opened);
    } finally {
      synchronized (this) {
        slot.users--;
        slot.used = System.nanoTime();
      }
    }
  }

  private Slot opened(Server server) throws McpFailure {
    if (closed) {
      throw unavailable("The channel is closed.");
    }
    remove(server);
    makeRoom(server);
    Slot slot =
        new Slot(
            Thread.ofVirtual().name("mcp-open"),
            session -> {
              try {
                McpSession made = open(server);
                if (!session.complete(made)) {
                  made.close();
                }
              } catch (McpFailure | RuntimeException e) {
                session.completeExceptionally(e);
              }
            });
    slots.put(server, slot);
    return slot;
  }

  private void remove(Server server) {
    Optional.ofNullable(slots.remove(server)).ifPresent(McpSessions::end);
  }

  /** A program may take its time to end. */
  private static void end(Slot slot) {
    Thread.ofVirtual().name("mcp-close").start(slot::close);
  }

  private void makeRoom(Server server) throws McpFailure {
    boolean program = server instanceof Server.Local;
    slots.entrySet().stream()
        .filter(each -> each.getKey() instanceof Server.Local && each.getValue().idle(IDLE))
        .map(Map.Entry::getKey)
        .toList()
        .forEach(this::remove);
    long like =
        slots.keySet().stream().filter(each -> each instanceof Server.Local == program).count();
    if (like < (program ? MOST_PROGRAMS : MOST_REMOTE)) {
      return;
    }
    Server oldest =
        slots.entrySet().stream()
            .filter(each -> each.getKey() instanceof Server.Local == program)
            .filter(each -> each.getValue().idle(0))
            .min(Comparator.comparingLong(each -> each.getValue().used))
            .map(Map.Entry::getKey)
            .orElseThrow(
                () -> unavailable("Too many programs of executors work at once (" + like + ")."));
    remove(oldest);
  }

  private static McpFailure unavailable(String sentence) {
    return McpFailure.of(FailureReason.UNAVAILABLE, sentence, Reach.BEFORE_SENDING);
  }

  private McpSession open(Server server) throws McpFailure {
    return switch (server) {
      case Server.Remote(var url, var headers, var trust) ->
          McpSession.open(new HttpConnection(clients.of(trust), url, headers, clock), limit);
      case Server.Local local -> McpSession.open(ChildConnection.start(local), PROGRAM_START);
    };
  }

  private static McpSession awaited(Slot slot, CallDeadline deadline) throws McpFailure {
    try {
      return slot.session.get(deadline.left().toNanos(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      throw McpFailure.of(
          FailureReason.TIMEOUT, "The server was not ready in time.", Reach.BEFORE_SENDING);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw McpFailure.of(
          FailureReason.TIMEOUT, "The attempt was interrupted.", Reach.BEFORE_SENDING);
    } catch (CancellationException e) {
      throw unavailable("The channel is closed.");
    } catch (ExecutionException e) {
      if (e.getCause() instanceof McpFailure failure) {
        throw failure;
      }
      throw new IllegalStateException(e.getCause());
    }
  }

  /** Ends all sessions at once. Returns when all programs have ended. */
  @Override
  public void close() {
    Map<Server, Slot> ending;
    synchronized (this) {
      closed = true;
      ending = Map.copyOf(slots);
      slots.clear();
    }
    ending.values().stream()
        .map(slot -> Thread.ofVirtual().name("mcp-close").start(slot::close))
        .toList()
        .forEach(McpSessions::awaitEnd);
    clients.close();
  }

  private static void awaitEnd(Thread thread) {
    try {
      thread.join(Duration.ofSeconds(3));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
