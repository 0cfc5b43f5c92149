package org.messgateway.adapter.webhook;

import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import okhttp3.ConnectionPool;
import okhttp3.Dns;
import okhttp3.OkHttpClient;
import org.messgateway.adapter.okhttp.AddressGuard;
import org.messgateway.adapter.okhttp.AddressGuard.Trust;
import org.messgateway.adapter.okhttp.AllowList;
import org.messgateway.adapter.okhttp.BoundedDns;
import org.messgateway.adapter.okhttp.OneTryClient;

/**
 * One client per degree of trust, each with its own connections: one that a trusted address opened
 * must not carry a call to an address that is not.
 */
final class GuardedClients implements AutoCloseable {

  private static final int IDLE_CONNECTIONS = 64;
  private static final int IDLE_SECONDS = 30;

  private final Duration limit;
  private final AllowList allow;
  private final Dns dns;
  private final String setting;
  private final Map<Trust, OkHttpClient> clients = new EnumMap<>(Trust.class);

  GuardedClients(Duration limit, AllowList allow, Dns dns, String setting) {
    this.limit = limit;
    this.allow = allow;
    this.dns = new BoundedDns(dns, limit);
    this.setting = setting;
  }

  /** Made when it is asked for first: it reads whom this machine trusts, which takes its time. */
  synchronized OkHttpClient of(Trust trust) {
    return clients.computeIfAbsent(trust, this::made);
  }

  private OkHttpClient made(Trust trust) {
    // One byte more than is kept, so that the reader's own bound comes first.
    OkHttpClient.Builder own =
        OneTryClient.builder(limit, ReplyReader.MOST + 1)
            .connectionPool(new ConnectionPool(IDLE_CONNECTIONS, IDLE_SECONDS, TimeUnit.SECONDS));
    return new AddressGuard(trust, allow, setting).guard(own, dns).build();
  }

  @Override
  public synchronized void close() {
    clients.values().forEach(OneTryClient::close);
  }
}
