package org.messgateway.gateway.respond.guard;

import io.helidon.common.concurrency.limits.Limit;
import io.helidon.webserver.spi.ServerConnection;
import java.time.Duration;

/** A connection that takes a place while it is there; who finds none is told so and sent away. */
final class GuardedConnection implements ServerConnection {

  private final Connections connections;
  private final GuardedContext context;
  private final ServerConnection served;

  /**
   * @param context of the connection
   * @param served what answers it
   */
  GuardedConnection(Connections connections, GuardedContext context, ServerConnection served) {
    this.connections = connections;
    this.context = context;
    this.served = served;
  }

  @Override
  public void handle(Limit limit) throws InterruptedException {
    connections.enter(context);
    try {
      served.handle(limit);
    } finally {
      connections.leave(context);
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
