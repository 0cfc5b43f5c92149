package org.messgateway.benchmarks;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import okhttp3.ConnectionPool;
import okhttp3.MediaType;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.RequestBody;
import okhttp3.Response;
import org.messgateway.api.Secret;
import org.messgateway.api.http.WebhookSignature;

/**
 * The raw limit: the gateway's HTTP client posting the same signed body with as many in flight, and
 * nothing else. One virtual thread per post, as in the gateway.
 */
final class RawClient {

  private static final MediaType YAML = MediaType.get("application/yaml");

  private final OkHttpClient client;
  private final String url;
  private final List<Secret> keys;

  private RawClient(String url, Secret key, int concurrency) {
    this.url = url;
    this.keys = List.of(key);
    this.client =
        new OkHttpClient.Builder()
            .connectionPool(new ConnectionPool(concurrency, 5, TimeUnit.MINUTES))
            .retryOnConnectionFailure(false)
            .build();
  }

  /**
   * @param args url, key, concurrency, then how many in each round
   */
  static void main(String[] args) throws InterruptedException {
    int concurrency = Integer.parseInt(args[2]);
    RawClient posts = new RawClient(args[0], Secret.of(args[1]), concurrency);
    for (int round = 3; round < args.length; round++) {
      posts.round("raw" + (round - 3), Integer.parseInt(args[round]), concurrency);
    }
    System.out.println("Posted");
    posts.client.connectionPool().evictAll();
  }

  private void round(String name, int count, int concurrency) throws InterruptedException {
    Semaphore places = new Semaphore(concurrency);
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < count; i++) {
        String ref = "2026-11-20-%s-%05d".formatted(name, i);
        places.acquire();
        threads.execute(() -> {
          try {
            post(ref);
          } finally {
            places.release();
          }
        });
      }
    }
  }

  private void post(String ref) {
    byte[] body = BenchmarkThreads.text(ref);
    Instant now = Instant.now();
    Request request =
        new Request.Builder()
            .url(url)
            .post(RequestBody.create(body, YAML))
            .header("mess-ref", ref)
            .header(WebhookSignature.ID, ref)
            .header(WebhookSignature.TIMESTAMP, Long.toString(now.getEpochSecond()))
            .header(WebhookSignature.SIGNATURE, WebhookSignature.header(ref, now, body, keys))
            .build();
    try (Response response = client.newCall(request).execute()) {
      if (!response.isSuccessful()) {
        throw new IllegalStateException("The sink answered " + response.code());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
