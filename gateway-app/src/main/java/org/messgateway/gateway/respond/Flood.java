package org.messgateway.gateway.respond;

import io.helidon.webserver.http.ServerRequest;
import java.net.InetAddress;
import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * Holds off callers who call too often: by token, and by address. This machine's own address is not
 * counted, for behind a proxy all callers have it.
 */
final class Flood {

  private final Rates tokens;
  private final Rates addresses;

  /**
   * @param nanoTime a monotonic clock
   */
  Flood(LongSupplier nanoTime) {
    this.tokens = new Rates(20, 200, nanoTime);
    this.addresses = new Rates(50, 400, nanoTime);
  }

  /** Throws 429 when it is too often. */
  void check(ServerRequest request) {
    String token = TokenGate.token(request);
    Duration wait = token.isEmpty() ? Duration.ZERO : tokens.call(token);
    String address = request.remotePeer().host();
    if (wait.isZero() && !here(address)) {
      wait = addresses.call(address);
    }
    if (!wait.isZero()) {
      throw new ProblemException(429, "Too many requests", "Slower, please.").retryAfter(wait);
    }
  }

  private static boolean here(String address) {
    try {
      return InetAddress.ofLiteral(address).isLoopbackAddress();
    } catch (IllegalArgumentException name) {
      return address.equals("localhost");
    }
  }
}
