package org.messgateway.adapter.okhttp;

import java.net.Proxy;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import okhttp3.ConnectionPool;
import okhttp3.Dispatcher;
import okhttp3.Dns;
import okhttp3.OkHttpClient;

/**
 * Makes OkHttp clients that send a request at most once.
 *
 * <p>OkHttp by itself follows redirects, posts again on another connection, and posts again after
 * 408 and after 503 with {@code Retry-After: 0}, the latter even with {@code
 * retryOnConnectionFailure(false)}. Here none of it happens: one call is at most one request on the
 * wire. While nothing was sent yet, all addresses of a host are tried: a robot that listens on
 * {@code ::1} only is found under {@code localhost}. Asynchronous calls run on virtual threads, so
 * that no vendor's client is held to five at a time.
 */
public final class OneTryClient {

  private OneTryClient() {}

  /**
   * A builder to go on from.
   *
   * @param timeLimit for a whole call, from connecting to the last byte of the answer
   * @param maxAnswer bytes of an answer that are read; one that is longer fails the call
   */
  public static OkHttpClient.Builder builder(Duration timeLimit, int maxAnswer) {
    ExecutorService calls = Executors.newVirtualThreadPerTaskExecutor();
    Dispatcher dispatcher = new Dispatcher(calls);
    // The gateway bounds what is in flight, per lane and in all.
    dispatcher.setMaxRequests(10_000);
    dispatcher.setMaxRequestsPerHost(10_000);
    return new OkHttpClient.Builder()
        .dispatcher(dispatcher)
        .connectionPool(new ConnectionPool(64, 30, TimeUnit.SECONDS))
        .followRedirects(false)
        .followSslRedirects(false)
        .retryOnConnectionFailure(false)
        .proxy(Proxy.NO_PROXY)
        .dns(new BoundedDns(Dns.SYSTEM, timeLimit))
        .connectTimeout(timeLimit)
        .readTimeout(timeLimit)
        .writeTimeout(timeLimit)
        .callTimeout(timeLimit)
        .addInterceptor(new OneTryInterceptor(maxAnswer))
        .addNetworkInterceptor(new LivenessInterceptor())
        .eventListener(new ProgressListener());
  }

  /** Ends calls, connections and threads of a client that nobody else uses. */
  public static void close(OkHttpClient client) {
    client.dispatcher().cancelAll();
    client.dispatcher().executorService().shutdownNow();
    client.connectionPool().evictAll();
  }
}
