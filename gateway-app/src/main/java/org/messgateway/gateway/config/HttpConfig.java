package org.messgateway.gateway.config;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.Secret;

/**
 * The gateway's own HTTP server.
 *
 * @param host the address to listen on
 * @param port 0 for any that is free
 * @param secret mixed into the gateway's own key for links; null when none is set
 * @param maxBody bytes of one message with all its files
 * @param maxFile bytes of one file of a message
 * @param confidential whether figures are shown to operators only ({@code metrics: private})
 * @param callers who they are, and what agents may use
 */
public record HttpConfig(
    boolean enabled,
    String host,
    int port,
    @Nullable Secret secret,
    long maxBody,
    long maxFile,
    boolean confidential,
    CallerConfig callers) {

  static final HttpConfig DEFAULT = new HttpConfig(true, "127.0.0.1", 8420, null);

  /** All else as usual: 32 MiB in all, 25 MiB a file, figures for everybody. */
  public HttpConfig(boolean enabled, String host, int port, @Nullable Secret secret) {
    this(enabled, host, port, secret, 32L << 20, 25L << 20, false, CallerConfig.DEFAULT);
  }

  /** The same on another port. */
  HttpConfig onPort(int other) {
    return new HttpConfig(enabled, host, other, secret, maxBody, maxFile, confidential, callers);
  }

  /** The same where this machine alone reaches it, on any free port; also where it is off. */
  HttpConfig onLoopback() {
    return new HttpConfig(true, "127.0.0.1", 0, secret, maxBody, maxFile, confidential, callers);
  }

  /** Where programs of this machine reach it: one that listens everywhere, on loopback. */
  public String reachableHost() {
    return switch (host) {
      case "0.0.0.0", "::", "[::]" -> "127.0.0.1";
      default -> host.contains(":") && !host.startsWith("[") ? "[" + host + "]" : host;
    };
  }

  /**
   * What is known of callers.
   *
   * @param hosts names under which the server answers, beside loopback's and that of {@code
   *     client_url}
   * @param proxies addresses and ranges of proxies that are believed
   * @param addressHeader in which they name their client
   * @param agents limits of each agent
   */
  public record CallerConfig(
      List<String> hosts, List<String> proxies, String addressHeader, AgentLimits agents) {

    static final CallerConfig DEFAULT =
        new CallerConfig(List.of(), List.of(), "X-Forwarded-For", new AgentLimits(10, 200, 500));

    public CallerConfig {
      hosts = List.copyOf(hosts);
      proxies = List.copyOf(proxies);
    }
  }

  /**
   * What one agent may use.
   *
   * @param requests a second
   * @param created threads an hour
   * @param open threads that have not ended
   */
  public record AgentLimits(int requests, int created, int open) {}
}
