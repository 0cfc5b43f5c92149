package org.messgateway.gateway.respond.guard;

import io.helidon.http.Status;
import io.helidon.webserver.ConnectionContext;
import io.helidon.webserver.http1.Http1ConnectionListener;

/** Tells a connection's traffic that an answer begins. */
final class AnswerEvents implements Http1ConnectionListener {

  @Override
  public void status(ConnectionContext context, Status status) {
    if (context instanceof GuardedContext guarded) {
      guarded.traffic().answered();
    }
  }
}
