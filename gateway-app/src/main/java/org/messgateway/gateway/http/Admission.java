package org.messgateway.gateway.http;

import io.helidon.http.HeaderNames;
import io.helidon.webserver.http.ServerRequest;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.messgateway.gateway.http.limits.AllowedHosts;
import org.messgateway.gateway.http.limits.ClientAddresses;
import org.messgateway.gateway.http.limits.ConnectionLimits;

/**
 * Which requests come in: those under a name of this server, and not too many of one caller.
 *
 * <p>A verified caller counts for each address anew, so that a flood with somebody's link does not
 * shut that person out. Verified requests of an address and all its others have budgets of their
 * own. This machine's own requests have no limit by address, since behind a proxy that is not
 * configured all callers have its address; but those with a token that is none of ours do.
 */
public final class Admission {

  private final RateLimiter callerRates;
  private final RateLimiter addressRates;
  private final RateLimiter forgedRates;
  private final Function<ServerRequest, Optional<String>> caller;
  private final ConnectionLimits connectionLimits;
  private final AllowedHosts hosts;

  /**
   * @param callers who proves to be whom
   * @param hosts names under which the server answers
   * @param nanoTime a monotonic clock
   */
  public Admission(
      Callers callers,
      ConnectionLimits connectionLimits,
      AllowedHosts hosts,
      LongSupplier nanoTime) {
    this(callers::verified, connectionLimits, hosts, nanoTime);
  }

  private Admission(
      Function<ServerRequest, Optional<String>> caller,
      ConnectionLimits connectionLimits,
      AllowedHosts hosts,
      LongSupplier nanoTime) {
    this.callerRates = new RateLimiter(20, 200, nanoTime);
    this.addressRates = new RateLimiter(50, 400, nanoTime);
    this.forgedRates = new RateLimiter(50, 400, nanoTime);
    this.caller = caller;
    this.connectionLimits = connectionLimits;
    this.hosts = hosts;
  }

  /** Knows nobody, and limits by address alone. */
  static Admission byAddress(ConnectionLimits connectionLimits, String listening) {
    AllowedHosts hosts =
        new AllowedHosts(listening, () -> URI.create("http://localhost"), List::of);
    return new Admission(_ -> Optional.empty(), connectionLimits, hosts, System::nanoTime);
  }

  /** Throws 421 for a request under another name, and 429 for a caller that comes too often. */
  void check(ServerRequest request) {
    List<String> names = request.headers().all(HeaderNames.HOST, List::of);
    if (names.size() > 1 || !names.stream().allMatch(hosts::admit)) {
      throw new ProblemException(
          421,
          "Misdirected request",
          "This gateway does not answer under this name. If it should, its operator writes the name"
              + " into config.yaml: http: { hosts: [NAME] }");
    }
    Duration wait = toWait(request);
    if (!wait.isZero()) {
      throw new ProblemException(429, "Too many requests", "Slower, please.").retryAfter(wait);
    }
  }

  private Duration toWait(ServerRequest request) {
    Optional<String> verified = caller.apply(request);
    String peer = request.remotePeer().host();
    Optional<String> client = connectionLimits.counted(peer, request.headers());
    String network = ClientAddresses.network(client.orElse(peer));
    Duration wait = Duration.ZERO;
    if (verified.isPresent()) {
      wait = callerRates.call(verified.get() + "\n" + network);
    } else if (TokenGate.hasToken(request)) {
      wait = forgedRates.call(network);
    }
    return wait.isZero() && client.isPresent()
        ? addressRates.call((verified.isPresent() ? "verified " : "") + network)
        : wait;
  }
}
