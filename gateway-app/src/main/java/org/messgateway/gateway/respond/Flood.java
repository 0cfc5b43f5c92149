package org.messgateway.gateway.respond;

import io.helidon.webserver.http.ServerRequest;
import java.time.Duration;
import java.util.function.LongSupplier;
import org.messgateway.gateway.respond.guard.Bounds;

/** Holds off callers who call too often: by token, and by address. */
final class Flood {

  private final Rates tokens;
  private final Rates addresses;
  private final Bounds bounds;

  /**
   * @param bounds whether this machine's own address counts
   * @param nanoTime a monotonic clock
   */
  Flood(Bounds bounds, LongSupplier nanoTime) {
    this.bounds = bounds;
    this.tokens = new Rates(20, 200, nanoTime);
    this.addresses = new Rates(50, 400, nanoTime);
  }

  /** Throws 429 when it is too often. */
  void check(ServerRequest request) {
    String token = TokenGate.token(request);
    Duration wait = token.isEmpty() ? Duration.ZERO : tokens.call(token);
    String address = request.remotePeer().host();
    if (wait.isZero() && bounds.counts(address)) {
      wait = addresses.call(address);
    }
    if (!wait.isZero()) {
      throw new ProblemException(429, "Too many requests", "Slower, please.").retryAfter(wait);
    }
  }
}
