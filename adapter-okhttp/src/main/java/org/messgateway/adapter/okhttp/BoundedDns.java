package org.messgateway.adapter.okhttp;

import java.io.InterruptedIOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import okhttp3.Dns;

/**
 * Resolves names within a time limit.
 *
 * <p>The system's resolver can block for 30 s, ignores interrupts and pins the carrier of a virtual
 * thread, so that a few dead names would stop all deliveries. Each name is therefore resolved on a
 * platform thread of its own, once at a time for all callers, and no caller waits longer than the
 * limit. A blocked resolver thread ends when the resolver gives up.
 */
public final class BoundedDns implements Dns {

  private final Dns dns;
  private final Duration limit;
  private final Map<String, CompletableFuture<List<InetAddress>>> underWay =
      new ConcurrentHashMap<>();

  /**
   * A resolver on top of another one.
   *
   * @param limit the longest time of a lookup
   */
  public BoundedDns(Dns dns, Duration limit) {
    this.dns = dns;
    this.limit = limit;
  }

  @Override
  public List<InetAddress> lookup(String host) throws UnknownHostException {
    try {
      return underWay.computeIfAbsent(host, this::start).get(limit.toNanos(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      throw unknown(host, new InterruptedIOException("the name server does not answer"));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw unknown(host, new InterruptedIOException("interrupted"));
    } catch (ExecutionException e) {
      throw unknown(host, e.getCause() == null ? e : e.getCause());
    }
  }

  private CompletableFuture<List<InetAddress>> start(String host) {
    CompletableFuture<List<InetAddress>> answer = new CompletableFuture<>();
    Thread.ofPlatform().daemon().name("mess-dns-" + host).start(() -> answer(host, answer));
    return answer;
  }

  private void answer(String host, CompletableFuture<List<InetAddress>> answer) {
    try {
      List<InetAddress> addresses = dns.lookup(host);
      underWay.remove(host);
      answer.complete(addresses);
    } catch (UnknownHostException | RuntimeException e) {
      underWay.remove(host);
      answer.completeExceptionally(e);
    }
  }

  private static UnknownHostException unknown(String host, Throwable cause) {
    UnknownHostException unknown = new UnknownHostException(host);
    unknown.initCause(cause);
    return unknown;
  }
}
