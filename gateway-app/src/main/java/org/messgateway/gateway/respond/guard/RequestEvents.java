package org.messgateway.gateway.respond.guard;

import io.helidon.http.Headers;
import io.helidon.http.HttpPrologue;
import io.helidon.webserver.ConnectionContext;
import io.helidon.webserver.http1.Http1ConnectionListener;

/** Tells a connection's traffic how far a request has come; another tells of the answer. */
final class RequestEvents implements Http1ConnectionListener {

  @Override
  public void prologue(ConnectionContext context, HttpPrologue prologue) {
    if (context instanceof GuardedContext guarded) {
      guarded.traffic().begun();
    }
  }

  @Override
  public void headers(ConnectionContext context, Headers headers) {
    if (context instanceof GuardedContext guarded) {
      guarded.traffic().headed();
    }
  }
}
