package org.messgateway.adapter.okhttp;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import okhttp3.Dns;
import okhttp3.OkHttpClient;
import org.messgateway.adapter.okhttp.AddressGuard.AddressTrust;

/**
 * One HTTP client per degree of trust, each with its own connections: a connection to a trusted
 * address must not carry a call for an untrusted one.
 */
public final class GuardedClients implements AutoCloseable {

  private final Duration limit;
  private final CallTimeouts limits;
  private final int maxAnswer;
  private final Duration justNow;
  private final HostAllowList allow;
  private final Dns dns;
  private final String setting;
  private final Map<AddressTrust, OkHttpClient> clients = new ConcurrentHashMap<>();

  /**
   * @param limit of a whole call
   * @param maxAnswer the size limit of an answer in bytes; a longer answer fails the call
   * @param justNow as in {@link SingleAttemptClient#builder(Duration, int, Duration)}
   * @param setting the setting that permits more, for error messages
   */
  public GuardedClients(
      Duration limit,
      int maxAnswer,
      Duration justNow,
      HostAllowList allow,
      Dns dns,
      String setting) {
    this.justNow = justNow;
    this.limit = limit;
    this.limits = new CallTimeouts(limit);
    this.maxAnswer = maxAnswer;
    this.allow = allow;
    this.dns = new BoundedDns(dns, limit);
    this.setting = setting;
  }

  /** The client of a trust, created on first use, because it loads the machine's certificates. */
  public OkHttpClient of(AddressTrust trust) {
    OkHttpClient known = clients.get(trust);
    return known == null ? clients.computeIfAbsent(trust, this::made) : known;
  }

  private OkHttpClient made(AddressTrust trust) {
    OkHttpClient.Builder own =
        SingleAttemptClient.limitedBy(
            limits, SingleAttemptClient.builder(limit, maxAnswer, justNow));
    return new AddressGuard(trust, allow, setting).guard(own, dns).build();
  }

  @Override
  public void close() {
    clients.values().forEach(SingleAttemptClient::close);
  }
}
