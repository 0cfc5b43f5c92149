package org.messgateway.gateway.cli.robot;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
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
  private static final int LARGEST_ANSWER = 128 << 10;

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
    HttpResponse<InputStream> response = client.send(request.build(), BodyHandlers.ofInputStream());
    ServiceReply reply = reply(response);
    long millis = (System.nanoTime() - start) / 1_000_000;
    return new PostResult(new String(body, UTF_8), response.statusCode(), millis, reply);
  }

  /** The status settles what came; of an answer that is too large, or breaks off, a part counts. */
  private static ServiceReply reply(HttpResponse<InputStream> response) {
    String type = response.headers().firstValue("Content-Type").orElse("");
    ByteArrayOutputStream read = new ByteArrayOutputStream();
    try (InputStream answer = response.body()) {
      int next = answer.read();
      while (next >= 0 && read.size() < LARGEST_ANSWER) {
        read.write(next);
        next = answer.read();
      }
      return new ServiceReply(type, read.toByteArray(), next < 0);
    } catch (IOException brokenOff) {
      return new ServiceReply(type, read.toByteArray(), false);
    }
  }

  @Override
  public void close() {
    client.shutdownNow();
    client.close();
  }
}
