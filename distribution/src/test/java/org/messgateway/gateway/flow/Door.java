package org.messgateway.gateway.flow;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.messgateway.testkit.simulator.VendorSignatures;

/**
 * The gateway's HTTP side as others reach it: what it calls {@code https://mess.example.test} out
 * there leads to its port here.
 */
public final class Door implements AutoCloseable {

  /** For {@code client_url}: no loopback address, so links and callbacks are for everybody. */
  public static final String PUBLIC = "https://mess.example.test";

  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final int port;
  private final HttpClient client = HttpClient.newHttpClient();

  public Door(int port) {
    this.port = port;
  }

  public URI here(String url) {
    String path = url.startsWith("/") ? url : url.replaceFirst("^https?://[^/]*", "");
    return URI.create("http://127.0.0.1:" + port + path);
  }

  public HttpResponse<String> send(
      String method, String url, Map<String, String> headers, String body) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(here(url))
            .timeout(PATIENCE)
            .method(
                method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
    headers.forEach(request::header);
    try {
      return client.send(request.build(), BodyHandlers.ofString());
    } catch (IOException e) {
      throw new AssertionError(method + " " + url.replaceFirst("\\?.*", ""), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted", e);
    }
  }

  public HttpResponse<String> get(String url, Map<String, String> headers) {
    return send("GET", url, headers, "");
  }

  /** Says something on a thread. */
  public HttpResponse<String> say(String url, String token, String yaml) {
    return send(
        "POST",
        url,
        Map.of("Content-Type", "application/yaml", "Authorization", "Bearer " + token),
        yaml);
  }

  /** What Slack posts, signed now. */
  public HttpResponse<String> slack(String path, String body) {
    return slack(path, body, Vendors.SLACK_SIGNING_SECRET, Instant.now().getEpochSecond());
  }

  public HttpResponse<String> slack(String path, String body, String secret, long timestamp) {
    boolean form = body.startsWith("payload=");
    return send(
        "POST",
        path,
        Map.of(
            "Content-Type",
            form ? "application/x-www-form-urlencoded" : "application/json",
            "X-Slack-Request-Timestamp",
            Long.toString(timestamp),
            "X-Slack-Signature",
            VendorSignatures.slack(secret, Long.toString(timestamp), body)),
        body);
  }

  /** What Twilio posts, signed for the address that it knows. */
  public HttpResponse<String> twilio(String path, Map<String, String> form) {
    return twilio(path, form, VendorSignatures.twilio(Vendors.TWILIO_TOKEN, PUBLIC + path, form));
  }

  public HttpResponse<String> twilio(String path, Map<String, String> form, String signature) {
    return send(
        "POST",
        path,
        Map.of(
            "Content-Type", "application/x-www-form-urlencoded", "X-Twilio-Signature", signature),
        VendorSignatures.encoded(form));
  }

  @Override
  public void close() {
    client.close();
  }
}
