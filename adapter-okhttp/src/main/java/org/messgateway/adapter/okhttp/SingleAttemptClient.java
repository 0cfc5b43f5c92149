package org.messgateway.adapter.okhttp;

import java.net.Proxy;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import okhttp3.Dispatcher;
import okhttp3.Dns;
import okhttp3.OkHttpClient;

/**
 * Makes OkHttp clients that send a request at most once.
 *
 * <p>OkHttp by default follows redirects, posts again on another connection, and posts again after
 * 408 and after 503 with {@code Retry-After: 0}, the latter even with {@code
 * retryOnConnectionFailure(false)}. These clients do none of it: one call is at most one request on
 * the wire. Until a request is sent, all addresses of a host are tried, so that a robot on {@code
 * ::1} is found as {@code localhost}. Asynchronous calls run on virtual threads, without OkHttp's
 * limit of five per host.
 */
public final class SingleAttemptClient {

  private static final Duration JUST_NOW = Duration.ofMillis(100);

  private SingleAttemptClient() {}

  /**
   * The builder of a client.
   *
   * @param timeLimit the limit of a whole call, from connecting to the last byte of the answer
   * @param maxAnswer the size limit of an answer in bytes; a longer answer fails the call
   */
  public static OkHttpClient.Builder builder(Duration timeLimit, int maxAnswer) {
    return builder(timeLimit, maxAnswer, JUST_NOW);
  }

  /**
   * The same.
   *
   * @param justNow a connection that has proved itself is not checked for so long after an answer;
   *     zero to check it always, where a request that is lost with it costs more than 1 ms
   */
  public static OkHttpClient.Builder builder(Duration timeLimit, int maxAnswer, Duration justNow) {
    ExecutorService calls = Executors.newVirtualThreadPerTaskExecutor();
    Dispatcher dispatcher = new Dispatcher(calls);
    // The gateway bounds what is in flight, per lane and in all.
    dispatcher.setMaxRequests(10_000);
    dispatcher.setMaxRequestsPerHost(10_000);
    return new OkHttpClient.Builder()
        .dispatcher(dispatcher)
        .connectionPool(IdleConnections.pool())
        .followRedirects(false)
        .followSslRedirects(false)
        .retryOnConnectionFailure(false)
        .proxy(Proxy.NO_PROXY)
        .dns(new BoundedDns(Dns.SYSTEM, timeLimit))
        .connectTimeout(timeLimit)
        .readTimeout(timeLimit)
        .writeTimeout(timeLimit)
        .callTimeout(timeLimit)
        .addInterceptor(new SingleAttemptInterceptor(maxAnswer))
        .addNetworkInterceptor(new LivenessInterceptor(justNow))
        .eventListenerFactory(CallProgress.within(null));
  }

  /**
   * Holds the limit of whole calls by {@code limits} in place of OkHttp's timeouts; the timeout of
   * connecting stays.
   */
  static OkHttpClient.Builder limitedBy(CallTimeouts limits, OkHttpClient.Builder builder) {
    return builder
        .readTimeout(Duration.ZERO)
        .writeTimeout(Duration.ZERO)
        .callTimeout(Duration.ZERO)
        .eventListenerFactory(CallProgress.within(limits));
  }

  /** Ends the calls, connections and threads of a client that has one owner. */
  public static void close(OkHttpClient client) {
    client.dispatcher().cancelAll();
    client.dispatcher().executorService().shutdownNow();
    client.connectionPool().evictAll();
  }
}
