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
 * Looks names up within a limit.
 *
 * <p>The system's resolver can take half a minute, listens to no interrupt, and blocks the carrier
 * of a virtual thread: a few dead names would stop everybody. So each name is looked up on a
 * platform thread of its own, once at a time however many ask, and who asks waits no longer than
 * the limit. A thread that hangs in the resolver ends when the resolver gives up.
 */
public final class BoundedDns implements Dns {

  private final Dns dns;
  private final Duration limit;
  private final Map<String, CompletableFuture<List<InetAddress>>> underWay =
      new ConcurrentHashMap<>();

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
