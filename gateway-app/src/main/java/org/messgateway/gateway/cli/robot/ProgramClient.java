package org.messgateway.gateway.cli.robot;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.messgateway.api.Secret;
import org.messgateway.api.ServiceReply;

/**
 * The program of a maker, on this machine: items of an inbox are posted to it as the signed
 * requests that webhooks would be. Thread-safe.
 */
public final class ProgramClient implements AutoCloseable {

  private static final Duration LIMIT = Duration.ofSeconds(30);

  /** As much of an answer as the gateway reads. */
  private static final long LARGEST_ANSWER = 128L << 10;

  private final URI url;
  private final Signing signing;
  private final InstantSource clock;
  private final HttpClient client =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(LIMIT)
          .followRedirects(HttpClient.Redirect.NEVER)
          .build();

  /**
   * How requests are written.
   *
   * @param keys newest first
   * @param format of the body
   * @param more headers of the operator's own
   */
  record Signing(List<Secret> keys, WebhookFormat format, Map<String, String> more) {}

  /**
   * One request and its answer.
   *
   * @param body of the request
   * @param millis until the whole answer was there
   */
  record PostResult(String body, int status, long millis, ServiceReply reply) {

    boolean taken() {
      return status / 100 == 2;
    }

    String answer() {
      return new String(reply.body(), UTF_8);
    }
  }

  /**
   * @param url where it listens
   */
  ProgramClient(URI url, Signing signing, InstantSource clock) {
    this.url = url;
    this.signing = signing;
    this.clock = clock;
  }

  URI url() {
    return url;
  }

  /**
   * Posts an item, signed now.
   *
   * @throws IOException when no answer came
   */
  PostResult post(InboxItem item) throws IOException, InterruptedException {
    byte[] body = signing.format().write(item.document());
    HttpRequest.Builder request =
        HttpRequest.newBuilder(url).timeout(LIMIT).POST(BodyPublishers.ofByteArray(body));
    Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    headers.put("user-agent", "mess-gateway");
    headers.putAll(signing.more());
    headers.putAll(
        item.headers().of(signing.format().mediaType(), body, signing.keys(), clock.instant()));
    headers.forEach(request::header);
    long start = System.nanoTime();
    HttpResponse<byte[]> response =
        client.send(
            request.build(), BodyHandlers.limiting(BodyHandlers.ofByteArray(), LARGEST_ANSWER));
    long millis = (System.nanoTime() - start) / 1_000_000;
    String type = response.headers().firstValue("Content-Type").orElse("");
    return new PostResult(
        new String(body, UTF_8),
        response.statusCode(),
        millis,
        new ServiceReply(type, response.body(), true));
  }

  @Override
  public void close() {
    client.shutdownNow();
    client.close();
  }
}
