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

  private final Map<Trust, OkHttpClient> clients = new EnumMap<>(Trust.class);

  GuardedClients(Duration limit, AllowList allow, Dns dns, String setting) {
    // One byte more than is kept, so that the reader's own bound comes first.
    OkHttpClient common = OneTryClient.builder(limit, ReplyReader.MOST + 1).build();
    Dns bounded = new BoundedDns(dns, limit);
    for (Trust trust : Trust.values()) {
      OkHttpClient.Builder own =
          common
              .newBuilder()
              .connectionPool(new ConnectionPool(IDLE_CONNECTIONS, IDLE_SECONDS, TimeUnit.SECONDS));
      clients.put(trust, new AddressGuard(trust, allow, setting).guard(own, bounded).build());
    }
  }

  OkHttpClient of(Trust trust) {
    OkHttpClient client = clients.get(trust);
    if (client == null) {
      throw new IllegalStateException("no client for " + trust);
    }
    return client;
  }

  @Override
  public void close() {
    clients.values().forEach(OneTryClient::close);
  }
}
