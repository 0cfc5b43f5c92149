package org.messgateway.adapter.slack;

import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import okhttp3.WebSocket;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.Secret;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps a connection of Socket Mode open: the way back that needs no public address. When Slack
 * says that it will end one, the next is open before the last is let go; what fails is tried again,
 * later and later.
 */
final class SocketMode implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(SocketMode.class);
  private static final Duration FIRST_WAIT = Duration.ofSeconds(1);
  private static final Duration LONGEST_WAIT = Duration.ofMinutes(1);
  private static final double JITTER = 0.2;

  /** A connection that ended sooner has not proved that the next will hold. */
  private static final Duration PROVED = Duration.ofSeconds(30);

  private static final Duration TO_END = Duration.ofSeconds(1);
  private static final int GOING = 1000;

  private final SlackWire wire;
  private final Secret appToken;
  private final SlackIntake intake;
  private final Duration limit;
  private final Set<WebSocket> sockets = ConcurrentHashMap.newKeySet();
  private volatile @Nullable SocketLink current;
  private volatile boolean closed;
  private @Nullable WebSocket last;
  private @Nullable Thread keeper;

  SocketMode(SlackWire wire, Secret appToken, SlackIntake intake, Duration limit) {
    this.wire = wire;
    this.appToken = appToken;
    this.intake = intake;
    this.limit = limit;
  }

  /** Begins; returns at once. */
  void start(String channel) {
    keeper = Thread.ofVirtual().name("slack-socket-" + channel).start(this::keep);
  }

  /** Whether Slack has said hello and nobody has hung up since. */
  boolean open() {
    SocketLink link = current;
    return link != null && link.open();
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
      } catch (IOException e) {
        failures++;
        report(e, failures);
        if (!slept(failures)) {
          return;
        }
      } catch (InterruptedException closing) {
        return;
      }
    }
  }

  private SocketLink connect() throws IOException, InterruptedException {
    Parsed answer = new Parsed(wire.ask("apps.connections.open", appToken, Map.of()));
    SocketLink next = new SocketLink(intake, sockets::remove);
    WebSocket socket = wire.connect(answer.at("url").text(), next);
    sockets.add(socket);
    try {
      next.awaitHello(limit);
    } catch (IOException | InterruptedException e) {
      socket.cancel();
      sockets.remove(socket);
      throw e;
    }
    takeOver(next, socket);
    return next;
  }

  /** The one before is let go only now: in between nothing that is pressed is missed. */
  private void takeOver(SocketLink next, WebSocket socket) {
    current = next;
    WebSocket before = last;
    last = socket;
    if (before != null) {
      before.close(GOING, null);
    }
  }

  private static void report(IOException failure, int failures) {
    // Once for each streak, and now and then while it lasts.
    if (failures == 1 || failures % 10 == 0) {
      LOG.warn(
          "No connection to Slack for buttons and replies ({}); tried again until it works.",
          failure.getMessage());
    }
  }

  private boolean slept(int failures) {
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
