package org.messgateway.gateway.cli.robot;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.messgateway.api.Secret;
import org.messgateway.api.ServiceReply;

/** The gateway's HTTP API as one executor uses it. Thread-safe. */
final class InboxClient implements AutoCloseable {

  /** Many proxies close connections that are silent for a minute. */
  static final Duration WAIT = Duration.ofSeconds(50);

  private static final Duration LIMIT = Duration.ofSeconds(70);
  private static final Duration CONNECT_LIMIT = Duration.ofSeconds(10);
  private static final long LARGEST_PAGE = 64L << 20;

  private final URI gateway;
  private final String executor;
  private final Secret token;
  private final HttpClient client =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(CONNECT_LIMIT)
          .followRedirects(HttpClient.Redirect.NEVER)
          .build();
  private final ObjectMapper json = new ObjectMapper();

  /**
   * @param gateway where it listens, without a path: {@code http://localhost:8420}
   * @param token of kind executor
   */
  InboxClient(URI gateway, String executor, Secret token) {
    this.gateway = gateway;
    this.executor = executor;
    this.token = token;
  }

  /** Where this client listens, for people. */
  URI gateway() {
    return gateway;
  }

  /**
   * The items after a cursor.
   *
   * @param after empty for all that concerns open tasks
   * @param wait how long it waits where there is none, {@link #WAIT} at most
   * @throws IOException when the gateway cannot be reached or cannot answer now
   * @throws ListenException when it never will answer this
   */
  List<InboxItem> after(String after, Duration wait)
      throws IOException, InterruptedException, ListenException {
    URI uri =
        URI.create(
            gateway
                + "/inbox/"
                + URLEncoder.encode(executor, UTF_8)
                + "?wait="
                + wait.toSeconds()
                + "&after="
                + URLEncoder.encode(after, UTF_8));
    HttpRequest request =
        HttpRequest.newBuilder(uri)
            .timeout(LIMIT)
            .header("Accept", "application/json")
            .header("Authorization", "Bearer " + token.reveal())
            .build();
    HttpResponse<byte[]> response =
        client.send(request, BodyHandlers.limiting(BodyHandlers.ofByteArray(), LARGEST_PAGE));
    return switch (response.statusCode()) {
      case 200 -> items(response.body());
      case 400, 401, 403, 404 -> throw new ListenException(refused(response));
      default -> throw new IOException("it answered " + response.statusCode());
    };
  }

  private List<InboxItem> items(byte[] body) throws IOException {
    List<InboxItem> items = new ArrayList<>();
    try {
      json.readTree(body).path("items").forEach(item -> items.add(InboxItem.of(item)));
    } catch (IllegalArgumentException e) {
      throw new IOException("it is no gateway of this version: " + e.getMessage(), e);
    }
    return items;
  }

  private String refused(HttpResponse<byte[]> response) {
    String said =
        gateway
            + " refuses to open the inbox of "
            + executor
            + " ("
            + response.statusCode()
            + "): "
            + detail(response.body());
    return switch (response.statusCode()) {
      case 401, 403 ->
          said + " Make a token there: ./mess-gateway token executor " + executor + " --expires 1d";
      case 404 -> said + " Check --url: is that a MESS gateway?";
      default -> said;
    };
  }

  /**
   * Posts a machine's answer as the executor; the same id is the same answer.
   *
   * @return the gateway's response in a few words
   */
  String say(InboxItem item, ServiceReply reply) throws IOException, InterruptedException {
    boolean asJson = reply.mediaType().contains("json");
    HttpRequest request =
        HttpRequest.newBuilder(item.respond())
            .timeout(LIMIT)
            .header("Content-Type", asJson ? "application/json" : "application/yaml")
            .header("Accept", "application/json")
            .header("Idempotency-Key", item.id())
            .POST(BodyPublishers.ofByteArray(reply.body()))
            .build();
    HttpResponse<byte[]> response =
        client.send(request, BodyHandlers.limiting(BodyHandlers.ofByteArray(), LARGEST_PAGE));
    int status = response.statusCode();
    if (status == 429 || status >= 500) {
      throw new IOException("it answered " + status);
    }
    return status == 200
        ? "your answer is in the thread"
        : "your answer was refused (" + status + "): " + detail(response.body());
  }

  private String detail(byte[] problem) {
    try {
      return json.readTree(problem).path("detail").asText("").strip();
    } catch (IOException notJson) {
      return "";
    }
  }

  @Override
  public void close() {
    client.shutdownNow();
    client.close();
  }
}
