package org.messgateway.gateway.respond.guard;

import io.helidon.common.buffers.BufferData;
import io.helidon.common.buffers.DataReader;
import io.helidon.http.Status;
import io.helidon.webserver.CloseConnectionException;
import io.helidon.webserver.ConnectionContext;
import io.helidon.webserver.http1.Http1ConnectionSelector;
import io.helidon.webserver.spi.ServerConnection;
import io.helidon.webserver.spi.ServerConnectionSelector;
import java.io.UncheckedIOException;
import java.util.Comparator;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.messgateway.gateway.respond.guard.Traffic.Wait;

/**
 * All connections of the server, HTTP/1.1 each: so many in all, so many of one address, and none
 * that keeps us waiting for too long. When there are too many, the one that has been idle for the
 * longest makes place; when none is idle, the new one is told so.
 *
 * <p>Closed by its owner, which ends the looking, not the connections. Any thread.
 */
public final class Connections implements ServerConnectionSelector, AutoCloseable {

  private final Bounds bounds;
  private final ServerConnectionSelector http;
  private final Peers peers;
  private final Set<GuardedContext> open = ConcurrentHashMap.newKeySet();
  private final Set<GuardedContext> placed = ConcurrentHashMap.newKeySet();
  private final AtomicInteger count = new AtomicInteger();
  private final Thread watch;

  public Connections(Bounds bounds) {
    this.bounds = bounds;
    this.peers = new Peers(bounds);
    this.http =
        Http1ConnectionSelector.builder()
            .config(http1 ->
                http1.addReceiveListener(new RequestEvents()).addSendListener(new AnswerEvents()))
            .build();
    this.watch = Thread.ofVirtual().name("http watch").unstarted(this::watch);
  }

  /** Begins to look who takes too long. */
  public void start() {
    watch.start();
  }

  @Override
  public void close() {
    watch.interrupt();
  }

  @Override
  public int bytesToIdentifyConnection() {
    return 0;
  }

  @Override
  public Support supports(BufferData data) {
    return Support.SUPPORTED;
  }

  @Override
  public Set<String> supportedApplicationProtocols() {
    return http.supportedApplicationProtocols();
  }

  @Override
  public ServerConnection connection(ConnectionContext context) {
    GuardedContext guarded = new GuardedContext(context, new Traffic(bounds, System::nanoTime));
    return new GuardedConnection(this, guarded, http.connection(guarded));
  }

  /**
   * Takes a place.
   *
   * @throws CloseConnectionException when there is none; the client was told
   */
  void enter(GuardedContext context) {
    open.add(context);
    if (!peers.enters(context.address())) {
      refuse(context, Status.TOO_MANY_REQUESTS_429, "Too many connections from your address.");
    }
    if (count.incrementAndGet() > bounds.connections() && !placeIsMade()) {
      count.decrementAndGet();
      peers.left(context.address());
      refuse(context, Status.SERVICE_UNAVAILABLE_503, "Too many connections. Try again later.");
    }
    placed.add(context);
  }

  /** Beyond those that have a place, so many may be here to be told that there is none. */
  public int most() {
    return bounds.connections() + bounds.connections() / 4 + 16;
  }

  /** Gives the place back, unless it was taken away before. */
  void leave(GuardedContext context) {
    open.remove(context);
    if (placed.remove(context)) {
      count.decrementAndGet();
      peers.left(context.address());
    }
  }

  private boolean placeIsMade() {
    Optional<GuardedContext> longest =
        placed.stream().filter(Connections::idle).min(Comparator.comparingLong(Connections::since));
    longest.ifPresent(idle -> {
      leave(idle);
      end(idle);
    });
    return longest.isPresent();
  }

  private static boolean idle(GuardedContext context) {
    @Nullable Wait wait = context.traffic().waiting();
    return wait != null && wait.idle();
  }

  private static long since(GuardedContext context) {
    @Nullable Wait wait = context.traffic().waiting();
    return wait == null ? Long.MAX_VALUE : wait.since();
  }

  /** Whoever sends a request all the same reads the answer first, then finds the end. */
  private void refuse(GuardedContext context, Status status, String why) {
    try {
      context.dataWriter().writeNow(BufferData.create(OwnAnswers.refusal(status, why)));
      context.traffic().refused();
      context.dataReader().ensureAvailable();
    } catch (DataReader.InsufficientDataAvailableException end) {
      throw new CloseConnectionException("Refused", end);
    } finally {
      open.remove(context);
    }
    throw new CloseConnectionException("Refused");
  }

  private void watch() {
    try {
      while (true) {
        Thread.sleep(bounds.tick());
        long now = System.nanoTime();
        open.stream().filter(each -> late(each, now)).forEach(Connections::end);
      }
    } catch (InterruptedException stopping) {
      // The server is being stopped.
    }
  }

  private static boolean late(GuardedContext context, long now) {
    @Nullable Wait wait = context.traffic().waiting();
    return wait != null && wait.until() - now < 0;
  }

  private static void end(GuardedContext context) {
    try {
      context.serverSocket().close();
    } catch (UncheckedIOException gone) {
      // By itself, meanwhile.
    }
  }
}
