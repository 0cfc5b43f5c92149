package org.messgateway.gateway.http.limits;

import org.jspecify.annotations.Nullable;

/**
 * Interrupts the thread of a request that waits when its client hangs up, until this is closed.
 * Closed on the request's thread; then no interrupt comes any more.
 */
public final class ClientWatch implements AutoCloseable {

  private static final ScopedValue<GuardedContext> CONNECTION = ScopedValue.newInstance();

  private final @Nullable ReadAhead ahead;

  private ClientWatch(@Nullable ReadAhead ahead) {
    this.ahead = ahead;
  }

  /** Serves a connection on this thread, so that its requests can watch their client. */
  static void serving(GuardedContext connection, Serving served) throws InterruptedException {
    ScopedValue.where(CONNECTION, connection)
        .call(() -> {
          served.handle();
          return connection;
        });
  }

  /** What serves a connection. */
  @FunctionalInterface
  interface Serving {
    void handle() throws InterruptedException;
  }

  /** Watches the client of the request that this thread answers; nobody's elsewhere. */
  public static ClientWatch begin() {
    if (!CONNECTION.isBound()) {
      return new ClientWatch(null);
    }
    Thread waiting = Thread.currentThread();
    return new ClientWatch(CONNECTION.get().watch(waiting::interrupt));
  }

  @Override
  public void close() {
    if (ahead != null) {
      ahead.tellNobody();
    }
  }
}
