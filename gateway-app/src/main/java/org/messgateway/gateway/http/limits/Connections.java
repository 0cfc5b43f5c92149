package org.messgateway.gateway.http.limits;

import io.helidon.common.buffers.BufferData;
import io.helidon.common.concurrency.limits.Limit;
import io.helidon.http.Status;
import io.helidon.webserver.CloseConnectionException;
import io.helidon.webserver.ConnectionContext;
import io.helidon.webserver.http1.Http1ConnectionSelector;
import io.helidon.webserver.spi.ServerConnection;
import io.helidon.webserver.spi.ServerConnectionSelector;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.messgateway.gateway.http.limits.ClientDeadlines.Wait;

/**
 * All connections of the server, HTTP/1.1 each: a limit in all, a limit for one address, and none
 * that exceeds its client's time. When all places are taken, the connection that has been idle for
 * the longest is closed for a new one; when none is idle, the new one is answered 503.
 *
 * <p>Helidon's {@code maxTcpConnections} leaves further clients waiting without an answer, knows no
 * addresses, and closes nothing; its {@code maxConcurrentRequests} is used as it is.
 *
 * <p>Any thread.
 */
public final class Connections implements ServerConnectionSelector {

  private final ConnectionLimits connectionLimits;
  private final ServerConnectionSelector http;

  /** All connections, those that are being refused included. */
  private final Set<GuardedContext> open = ConcurrentHashMap.newKeySet();

  /** Connections that have a place; at most 1,024 by default, so that scans cost microseconds. */
  private final Set<GuardedContext> placed = new HashSet<>();

  public Connections(ConnectionLimits connectionLimits) {
    this.connectionLimits = connectionLimits;
    this.http =
        Http1ConnectionSelector.builder()
            .config(http1 ->
                http1
                    .addReceiveListener(new GuardedContext.RequestListener())
                    .addSendListener(new GuardedContext.ResponseListener()))
            .build();
  }

  /** How many connections the server accepts: beyond the places, some that are being refused. */
  public int most() {
    return connectionLimits.connections() + connectionLimits.connections() / 4 + 16;
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
    GuardedContext guarded =
        new GuardedContext(context, new ClientDeadlines(connectionLimits, System::nanoTime));
    return new Placed(guarded, http.connection(guarded));
  }

  /** A connection that has a place while it is served. */
  private final class Placed implements ServerConnection {

    private final GuardedContext context;
    private final ServerConnection served;

    Placed(GuardedContext context, ServerConnection served) {
      this.context = context;
      this.served = served;
    }

    @Override
    public void handle(Limit limit) throws InterruptedException {
      open.add(context);
      try {
        Optional<byte[]> refusal = refusal(context);
        if (refusal.isPresent()) {
          context.dataWriter().writeNow(BufferData.create(refusal.get()));
          context.linger();
          return;
        }
        ClientWatch.serving(context, () -> served.handle(limit));
        // Helidon returns behind a refusal of its own; nothing more of that request was read.
        context.linger();
      } catch (CloseConnectionException e) {
        if (context.isAnsweredEarly()) {
          context.linger();
        }
        throw e;
      } finally {
        leave(context);
      }
    }

    @Override
    public Duration idleTime() {
      return served.idleTime();
    }

    @Override
    public void close(boolean interrupt) {
      served.close(interrupt);
    }
  }

  /** Gives a connection a place; the answer to send instead when there is none. */
  private synchronized Optional<byte[]> refusal(GuardedContext context) {
    String address = context.address();
    String network = ClientAddresses.network(address);
    if (connectionLimits.counts(address)
        && placed.stream()
                .filter(each -> ClientAddresses.network(each.address()).equals(network))
                .count()
            >= connectionLimits.ofOnePeer()) {
      return Optional.of(
          ServerErrors.refusal(
              Status.TOO_MANY_REQUESTS_429, "Too many connections from your address."));
    }
    if (placed.size() >= connectionLimits.connections()) {
      Optional<GuardedContext> longestIdle =
          placed.stream()
              .filter(each -> idleSince(each) != Long.MAX_VALUE)
              .min(Comparator.comparingLong(Connections::idleSince));
      if (longestIdle.isEmpty()) {
        return Optional.of(
            ServerErrors.refusal(
                Status.SERVICE_UNAVAILABLE_503, "Too many connections. Try again later."));
      }
      placed.remove(longestIdle.get());
      end(longestIdle.get());
    }
    placed.add(context);
    return Optional.empty();
  }

  private synchronized void leave(GuardedContext context) {
    open.remove(context);
    placed.remove(context);
  }

  /** By the monotonic clock; the highest number for a connection that is not idle. */
  private static long idleSince(GuardedContext context) {
    @Nullable Wait wait = context.traffic().waiting();
    return wait != null && wait.idle() ? wait.since() : Long.MAX_VALUE;
  }

  /** Ends those whose client takes too long; to be called at each tick. */
  public void endLate() {
    long now = System.nanoTime();
    open.stream().filter(each -> late(each, now)).forEach(Connections::end);
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
