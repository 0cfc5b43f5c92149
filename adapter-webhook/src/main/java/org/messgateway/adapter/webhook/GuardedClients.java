package org.messgateway.adapter.webhook;

import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import okhttp3.ConnectionPool;
import okhttp3.Dns;
import okhttp3.OkHttpClient;
import org.messgateway.adapter.okhttp.AddressGuard;
import org.messgateway.adapter.okhttp.AddressGuard.AddressTrust;
import org.messgateway.adapter.okhttp.BoundedDns;
import org.messgateway.adapter.okhttp.HostAllowList;
import org.messgateway.adapter.okhttp.SingleAttemptClient;

/**
 * One HTTP client per degree of trust, each with its own connections: a connection to a trusted
 * address must not carry a call for an untrusted one.
 */
final class GuardedClients implements AutoCloseable {

  private static final int IDLE_CONNECTIONS = 64;
  private static final int IDLE_SECONDS = 30;

  private final Duration limit;
  private final HostAllowList allow;
  private final Dns dns;
  private final String setting;
  private final Map<AddressTrust, OkHttpClient> clients = new EnumMap<>(AddressTrust.class);

  GuardedClients(Duration limit, HostAllowList allow, Dns dns, String setting) {
    this.limit = limit;
    this.allow = allow;
    this.dns = new BoundedDns(dns, limit);
    this.setting = setting;
  }

  /** The client of a trust, created on first use, because it loads the machine's certificates. */
  synchronized OkHttpClient of(AddressTrust trust) {
    return clients.computeIfAbsent(trust, this::made);
  }

  private OkHttpClient made(AddressTrust trust) {
    // One byte more than is kept, so that the reader's own bound comes first.
    OkHttpClient.Builder own =
        SingleAttemptClient.builder(limit, WebhookReplyReader.MOST + 1)
            .connectionPool(new ConnectionPool(IDLE_CONNECTIONS, IDLE_SECONDS, TimeUnit.SECONDS));
    return new AddressGuard(trust, allow, setting).guard(own, dns).build();
  }

  @Override
  public synchronized void close() {
    clients.values().forEach(SingleAttemptClient::close);
  }
}
