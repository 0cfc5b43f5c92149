package org.example.ntfy;

import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.SSLHandshakeException;
import org.messgateway.api.Adapter;
import org.messgateway.api.AdapterServices;
import org.messgateway.api.FailureReason;
import org.messgateway.api.Notification;
import org.messgateway.api.Outcome;
import org.messgateway.api.Outcome.Deferred;
import org.messgateway.api.Outcome.Delivered;
import org.messgateway.api.Outcome.Reach;
import org.messgateway.api.Outcome.Rejected;
import org.messgateway.api.Receipt;
import org.messgateway.api.Secret;
import org.messgateway.api.http.HttpOutcomes;

/** Publishes to ntfy with the JDK's own HTTP client, which sends a POST once. */
final class NtfyAdapter implements Adapter {

  /** ntfy's answers are a few hundred bytes. */
  private static final long MAX_ANSWER = 64 * 1024;

  private static final Pattern ID = Pattern.compile("\"id\"\\s*:\\s*\"([A-Za-z0-9_-]+)\"");

  static {
    // Without it the JDK's client connects a second time by itself. Read once, when the first
    // client of the process sends.
    System.setProperty("jdk.httpclient.disableRetryConnect", "true");
  }

  private final URI server;
  private final Optional<Secret> token;
  private final AdapterServices services;
  private final HttpClient client;

  NtfyAdapter(URI server, Optional<Secret> token, AdapterServices services) {
    this.server = server;
    this.token = token;
    this.services = services;
    this.client =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .followRedirects(HttpClient.Redirect.NEVER)
            .connectTimeout(services.timeLimit().dividedBy(2))
            .build();
  }

  @Override
  public Outcome deliver(Notification notification) {
    HttpRequest request = request(NtfyMessage.of(notification, services.clock().instant()));
    CompletableFuture<HttpResponse<String>> call =
        client.sendAsync(
            request,
            HttpResponse.BodyHandlers.limiting(HttpResponse.BodyHandlers.ofString(), MAX_ANSWER));
    try {
      // The request's own timeout ends with the headers; this one covers a body that drips.
      long limit = services.timeLimit().toMillis() * 9 / 10;
      return outcome(call.get(limit, TimeUnit.MILLISECONDS));
    } catch (TimeoutException e) {
      call.cancel(true);
      return timeout();
    } catch (InterruptedException e) {
      call.cancel(true);
      Thread.currentThread().interrupt();
      return new Deferred(
          FailureReason.UNCERTAIN, "The attempt was interrupted.", Reach.POSSIBLY_SENT);
    } catch (ExecutionException e) {
      return failure(e.getCause());
    }
  }

  private HttpRequest request(NtfyMessage message) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(server)
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(message.json()));
    token.ifPresent(secret -> request.header("Authorization", "Bearer " + secret.reveal()));
    return request.build();
  }

  private Outcome outcome(HttpResponse<String> response) {
    int status = response.statusCode();
    return switch (status) {
      case 401, 403 ->
          new Deferred(
              FailureReason.CREDENTIAL_REFUSED,
              "The ntfy server refuses the token, or wants one: dispatch.ntfy.token.",
              Reach.REFUSED);
      case 400, 413 ->
          new Rejected(
              FailureReason.PAYLOAD_REFUSED,
              "The ntfy server refuses the message (" + status + ").");
      default -> {
        String retryAfter = response.headers().firstValue("Retry-After").orElse(null);
        yield HttpOutcomes.failure(status, retryAfter, services.clock().instant())
            .orElseGet(() -> published(response.body()));
      }
    };
  }

  private static Outcome published(String body) {
    Matcher id = ID.matcher(body);
    return id.find()
        ? new Delivered(Receipt.of("id", id.group(1)))
        : new Deferred(
            FailureReason.UNCERTAIN, "The answer is not one of ntfy's.", Reach.POSSIBLY_SENT);
  }

  private static Outcome failure(Throwable cause) {
    return switch (cause) {
      case ConnectException _, HttpConnectTimeoutException _, SSLHandshakeException _ ->
          new Deferred(
              FailureReason.UNREACHABLE,
              "The ntfy server cannot be reached.",
              Reach.BEFORE_SENDING);
      case HttpTimeoutException _ -> timeout();
      case IOException _ ->
          new Deferred(
              FailureReason.UNCERTAIN,
              "The connection broke before an answer came.",
              Reach.POSSIBLY_SENT);
      default -> throw new IllegalStateException("ntfy adapter", cause);
    };
  }

  private static Outcome timeout() {
    return new Deferred(FailureReason.TIMEOUT, "There was no answer in time.", Reach.POSSIBLY_SENT);
  }

  @Override
  public void close() {
    client.shutdownNow();
    client.close();
  }
}
