package org.messgateway.adapter.slack;

import com.slack.api.methods.request.apps.connections.AppsConnectionsOpenRequest;
import java.io.IOException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import okhttp3.WebSocket;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.Secret;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps a connection of Socket Mode open, which needs no public address. When Slack announces the
 * end of a connection, the next one opens before it is closed. Failures are retried with growing
 * pauses.
 *
 * <p>Slack keeps no press for a program that is not connected: who presses sees a warning. So the
 * first messages of a start wait for the first connection, a few seconds at most, instead of having
 * buttons that may not work, or none although they would.
 */
final class SocketMode implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(SocketMode.class);
  private static final Duration FIRST_WAIT = Duration.ofSeconds(1);
  private static final Duration LONGEST_WAIT = Duration.ofMinutes(1);
  private static final double JITTER = 0.2;

  /** The age from which on a connection counts as stable and the pauses start anew. */
  private static final Duration PROVED = Duration.ofSeconds(30);

  /**
   * The longest wait of a message for the first connection; the rest of its time is for sending.
   */
  private static final Duration FIRST_CONNECTION = Duration.ofSeconds(3);

  private static final Duration TO_END = Duration.ofSeconds(1);
  private static final int GOING = 1000;

  private final SlackConnections wire;
  private final Secret appToken;
  private final SlackEventQueue intake;
  private final Duration limit;
  private final Set<WebSocket> sockets = ConcurrentHashMap.newKeySet();
  private final CompletableFuture<Void> tried = new CompletableFuture<>();
  private volatile @Nullable SocketModeConnection current;
  private volatile boolean closed;
  private @Nullable WebSocket last;
  private @Nullable Thread keeper;

  SocketMode(SlackConnections wire, Secret appToken, SlackEventQueue intake, Duration limit) {
    this.wire = wire;
    this.appToken = appToken;
    this.intake = intake;
    this.limit = limit;
  }

  /** Starts connecting and returns at once. */
  void start(String channel) {
    Duration wait = limit.compareTo(FIRST_CONNECTION) < 0 ? limit : FIRST_CONNECTION;
    CompletableFuture<Void> _ =
        tried.completeOnTimeout(null, wait.toMillis(), TimeUnit.MILLISECONDS);
    keeper = Thread.ofVirtual().name("slack-socket-" + channel).start(this::keep);
  }

  /**
   * Whether a connection has received Slack's hello and not ended. Right after a start it waits for
   * the first connection or its failure, 3 s at most.
   */
  boolean open() {
    awaitFirst();
    SocketModeConnection link = current;
    return link != null && link.open();
  }

  private void awaitFirst() {
    try {
      tried.get();
    } catch (ExecutionException e) {
      throw new IllegalStateException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void keep() {
    int failures = 0;
    while (!closed) {
      long began = System.nanoTime();
      try {
        connect().awaitLeaving();
        boolean proved = System.nanoTime() - began > PROVED.toNanos();
        failures = proved ? 0 : failures + 1;
        // The first time at once: Slack moves connections as it pleases.
        pause(failures - 1);
      } catch (IOException | RuntimeException | Error e) {
        failures++;
        tried.complete(null);
        report(e, failures);
        if (!waitBeforeRetry(failures)) {
          return;
        }
      } catch (InterruptedException closing) {
        return;
      }
    }
  }

  private SocketModeConnection connect() throws IOException, InterruptedException {
    String url =
        wire.granted(
                appToken,
                methods ->
                    methods.appsConnectionsOpen(AppsConnectionsOpenRequest.builder().build()))
            .getUrl();
    SocketModeConnection next = new SocketModeConnection(intake, sockets::remove);
    WebSocket socket = wire.connect(url == null ? "" : url, next);
    sockets.add(socket);
    try {
      next.awaitHello(limit);
    } catch (IOException | InterruptedException e) {
      socket.cancel();
      sockets.remove(socket);
      throw e;
    }
    replaceConnection(next, socket);
    return next;
  }

  /** Closes the earlier connection only now, so that no press is lost in between. */
  private void replaceConnection(SocketModeConnection next, WebSocket socket) {
    current = next;
    tried.complete(null);
    WebSocket before = last;
    last = socket;
    if (before != null) {
      before.close(GOING, null);
    }
  }

  private static void report(Throwable failure, int failures) {
    // Once for each streak, and now and then while it lasts.
    if (failures == 1 || failures % 10 == 0) {
      LOG.warn(
          "No connection to Slack for buttons and replies ({}); tried again until it works.",
          failure instanceof IOException
              ? failure.getMessage()
              : failure.getClass().getSimpleName());
    }
  }

  private boolean waitBeforeRetry(int failures) {
    try {
      pause(failures);
      return true;
    } catch (InterruptedException closing) {
      return false;
    }
  }

  private static void pause(int failures) throws InterruptedException {
    if (failures > 0) {
      Thread.sleep(waitAfter(failures, ThreadLocalRandom.current().nextDouble(-JITTER, JITTER)));
    }
  }

  static Duration waitAfter(int failures, double jitter) {
    long doubled = FIRST_WAIT.toMillis() << Math.min(failures - 1, 10);
    return Duration.ofMillis(Math.round(Math.min(doubled, LONGEST_WAIT.toMillis()) * (1 + jitter)));
  }

  @Override
  public void close() {
    closed = true;
    current = null;
    tried.complete(null);
    Thread thread = keeper;
    if (thread != null) {
      end(thread);
    }
    sockets.forEach(WebSocket::cancel);
  }

  private static void end(Thread thread) {
    thread.interrupt();
    try {
      thread.join(TO_END);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
