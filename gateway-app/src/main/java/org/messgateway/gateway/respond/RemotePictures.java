package org.messgateway.gateway.respond;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import okhttp3.Call;
import okhttp3.Dns;
import okhttp3.HttpUrl;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.Response;
import org.jspecify.annotations.Nullable;
import org.messgateway.adapter.okhttp.AddressGuard;
import org.messgateway.adapter.okhttp.BoundedDns;
import org.messgateway.adapter.okhttp.OneTryClient;

/**
 * Fetches pictures that threads name by URL, so that a reader's browser tells nobody that it reads.
 * The guard looks at every address, those of redirects included. At most 10 MiB in 10 seconds, and
 * eight at once. Any thread.
 */
public final class RemotePictures implements AutoCloseable {

  private static final int LARGEST = 10 << 20;
  private static final Duration LIMIT = Duration.ofSeconds(10);
  private static final int HOPS = 3;
  private static final int AT_ONCE = 8;

  private final AddressGuard guard;
  private final Semaphore slots = new Semaphore(AT_ONCE);
  private @Nullable OkHttpClient client;

  /**
   * @param guard decides where connections may lead
   */
  public RemotePictures(AddressGuard guard) {
    this.guard = guard;
  }

  /** Made when it is needed, which in many homes it never is. */
  private synchronized OkHttpClient client() {
    OkHttpClient present = client;
    if (present == null) {
      present =
          guard
              .guard(OneTryClient.builder(LIMIT, LARGEST), new BoundedDns(Dns.SYSTEM, LIMIT))
              .build();
      client = present;
    }
    return present;
  }

  /**
   * Fetches one.
   *
   * @throws ProblemException 502 when there is no picture to be had, 503 when too many are asked
   */
  RemotePicture fetch(String url) {
    HttpUrl start = HttpUrl.parse(url);
    if (start == null) {
      throw failed("Its address is none.");
    }
    if (!slots.tryAcquire()) {
      throw new ProblemException(503, "Not now", "Too many pictures are being fetched already.")
          .retryAfter(Duration.ofSeconds(2));
    }
    try {
      return RemotePicture.of(bytes(start))
          .orElseThrow(() -> failed("It is no PNG, JPEG, GIF or WebP."));
    } catch (IOException e) {
      throw failed("It is not to be had at its address, too slow, or larger than 10 MiB.");
    } finally {
      slots.release();
    }
  }

  private byte[] bytes(HttpUrl start) throws IOException {
    long end = System.nanoTime() + LIMIT.toNanos();
    HttpUrl url = start;
    for (int hop = 0; hop <= HOPS; hop++) {
      Call call = client().newCall(request(url));
      call.timeout().timeout(Math.max(1, end - System.nanoTime()), TimeUnit.NANOSECONDS);
      try (Response response = call.execute()) {
        Optional<HttpUrl> next = redirect(url, response);
        if (next.isEmpty()) {
          return body(response);
        }
        url = next.get();
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
      OneTryClient.close(client);
    }
  }
}
