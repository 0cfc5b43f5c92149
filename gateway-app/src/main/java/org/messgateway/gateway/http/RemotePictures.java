package org.messgateway.gateway.http;

import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import okhttp3.Call;
import okhttp3.Dns;
import okhttp3.HttpUrl;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.Response;
import org.jspecify.annotations.Nullable;
import org.messgateway.adapter.okhttp.AddressGuard;
import org.messgateway.adapter.okhttp.BoundedDns;
import org.messgateway.adapter.okhttp.SingleAttemptClient;
import org.messgateway.gateway.exchange.FairBudget;

/**
 * Fetches pictures that threads name by URL, so that readers' browsers contact no other server. The
 * guard checks every address, those of redirects included. At most 10 MiB in 10 seconds, and 8 at
 * the same time: 2 from one host and 4 for one reader, so that servers that hang hold up nobody but
 * themselves. When all places are taken, fetches that take longer than 2 seconds give up theirs.
 * Safe for all threads.
 */
public final class RemotePictures implements AutoCloseable {

  private static final int LARGEST = 10 << 20;
  private static final Duration LIMIT = Duration.ofSeconds(10);
  private static final int HOPS = 3;
  private static final int AT_ONCE = 8;
  private static final int OF_ONE_READER = 4;
  private static final int OF_ONE_HOST = 2;

  /** More may wait for hosts that hang; the web server bounds them. */
  private static final int HOSTS = 1 << 16;

  private static final Duration SLOW = Duration.ofSeconds(2);
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private final AddressGuard guard;
  private final LongSupplier nanoTime;
  private final FairBudget hosts = new FairBudget(HOSTS, OF_ONE_HOST);
  private final FairBudget places = new FairBudget(AT_ONCE, OF_ONE_READER);
  private final Map<Call, Long> running = new ConcurrentHashMap<>();
  private @Nullable OkHttpClient client;

  /**
   * @param guard decides where connections may lead
   * @param nanoTime a monotonic clock
   */
  public RemotePictures(AddressGuard guard, LongSupplier nanoTime) {
    this.guard = guard;
    this.nanoTime = nanoTime;
  }

  /** Created at the first use, because most homes never need it. */
  private synchronized OkHttpClient client() {
    OkHttpClient present = client;
    if (present == null) {
      present =
          guard
              .guard(SingleAttemptClient.builder(LIMIT, LARGEST), new BoundedDns(Dns.SYSTEM, LIMIT))
              .build();
      client = present;
    }
    return present;
  }

  /**
   * Fetches one.
   *
   * @param reader the executor for whom it is fetched
   * @throws ProblemException 502 when no picture can be fetched, 503 when too many are fetched now
   */
  RemotePicture fetch(String url, String reader) {
    HttpUrl start = HttpUrl.parse(url);
    if (start == null) {
      throw failed("Its address is none.");
    }
    try (FairBudget.Share _ =
            hosts.take(start.host(), 1, PATIENCE).orElseThrow(RemotePictures::notNow);
        FairBudget.Share _ = place(reader)) {
      return RemotePicture.of(bytes(start))
          .orElseThrow(() -> failed("It is no PNG, JPEG, GIF or WebP."));
    } catch (IOException e) {
      throw failed("It is not to be had at its address, too slow, or larger than 10 MiB.");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw notNow();
    }
  }

  private FairBudget.Share place(String reader) throws InterruptedException {
    Optional<FairBudget.Share> free = places.take(reader, 1, Duration.ZERO);
    if (free.isPresent()) {
      return free.get();
    }
    long now = nanoTime.getAsLong();
    running.forEach((call, since) -> {
      if (now - since > SLOW.toNanos()) {
        call.cancel();
      }
    });
    return places.take(reader, 1, PATIENCE).orElseThrow(RemotePictures::notNow);
  }

  private static ProblemException notNow() {
    return new ProblemException(503, "Not now", "Too many pictures are being fetched already.")
        .retryAfter(Duration.ofSeconds(2));
  }

  private byte[] bytes(HttpUrl start) throws IOException {
    long end = System.nanoTime() + LIMIT.toNanos();
    HttpUrl url = start;
    for (int hop = 0; hop <= HOPS; hop++) {
      Call call = client().newCall(request(url));
      call.timeout().timeout(Math.max(1, end - System.nanoTime()), TimeUnit.NANOSECONDS);
      running.put(call, nanoTime.getAsLong());
      try (Response response = call.execute()) {
        Optional<HttpUrl> next = redirect(url, response);
        if (next.isEmpty()) {
          return body(response);
        }
        url = next.get();
      } finally {
        running.remove(call);
      }
    }
    throw new IOException("too many redirects");
  }

  private static Request request(HttpUrl url) {
    return new Request.Builder()
        .url(url)
        .header("Accept", "image/png, image/jpeg, image/gif, image/webp")
        .header("Accept-Encoding", "identity")
        .header("User-Agent", "mess-gateway")
        .build();
  }

  private static Optional<HttpUrl> redirect(HttpUrl from, Response response) throws IOException {
    if (response.code() < 300 || response.code() > 399) {
      return Optional.empty();
    }
    @Nullable String location = response.header("Location");
    @Nullable HttpUrl to = location == null ? null : from.resolve(location);
    if (to == null) {
      throw new IOException("a redirect to nowhere");
    }
    return Optional.of(to);
  }

  private static byte[] body(Response response) throws IOException {
    if (response.code() != 200 || response.body().contentLength() > LARGEST) {
      throw new IOException("answered " + response.code());
    }
    return response.body().source().readByteArray();
  }

  private static ProblemException failed(String why) {
    return new ProblemException(502, "Bad gateway", "This picture cannot be shown. " + why);
  }

  @Override
  public synchronized void close() {
    if (client != null) {
      SingleAttemptClient.close(client);
    }
  }
}
