package org.messgateway.gateway.http;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.messgateway.gateway.links.LinkFactory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds out whether {@code client_url} leads to this very gateway, by asking it for a proof: at the
 * start, when the URL changes, and every 10 minutes; every minute while it does not. Asked by one
 * thread, read by all.
 */
public final class PublicEndpointCheck {

  private static final Logger log = LoggerFactory.getLogger(PublicEndpointCheck.class);

  private static final Duration WHILE_OPEN = Duration.ofMinutes(10);
  private static final Duration WHILE_CLOSED = Duration.ofMinutes(1);
  private static final Duration LIMIT = Duration.ofSeconds(10);
  private static final int LONGEST_PROOF = 256;

  private final Supplier<URI> clientUrl;
  private final PublicProof proof;
  private final LongSupplier nanoTime;
  private volatile @Nullable URI confirmed;
  private @Nullable URI asked;
  private long askedAt;
  private String lastFailure = "";

  /**
   * @param clientUrl as it is configured now
   * @param nanoTime a monotonic clock
   */
  public PublicEndpointCheck(Supplier<URI> clientUrl, PublicProof proof, LongSupplier nanoTime) {
    this.clientUrl = clientUrl;
    this.proof = proof;
    this.nanoTime = nanoTime;
  }

  /** Whether services can reach this gateway by {@code client_url}, as last checked. */
  public boolean callable() {
    return clientUrl.get().equals(confirmed);
  }

  /** Checks when a check is due. */
  public void turn() throws InterruptedException {
    URI url = clientUrl.get();
    if (!url.equals(asked) || nanoTime.getAsLong() - askedAt >= rest(url).toNanos()) {
      asked = url;
      askedAt = nanoTime.getAsLong();
      ask(url);
    }
  }

  private Duration rest(URI url) {
    return url.equals(confirmed) ? WHILE_OPEN : WHILE_CLOSED;
  }

  private void ask(URI url) throws InterruptedException {
    if (LinkFactory.loopback(url.getHost())) {
      confirmed = null;
      return;
    }
    String failure = failure(url);
    boolean open = failure.isEmpty();
    if (open && !url.equals(confirmed)) {
      log.info("{} leads to this gateway: services can call it there.", url);
    } else if (!open && !failure.equals(lastFailure)) {
      log.warn(
          "{} does not lead to this gateway ({}): buttons and callbacks that need it stay off."
              + " Check client_url and the proxy or tunnel before this machine.",
          url,
          failure);
    }
    lastFailure = failure;
    confirmed = open ? url : null;
  }

  /** Why another program, or none, answers there; empty when this gateway does. */
  private String failure(URI url) throws InterruptedException {
    String nonce = proof.nonce();
    try (HttpClient client =
        HttpClient.newBuilder()
            .connectTimeout(LIMIT)
            .followRedirects(HttpClient.Redirect.NEVER)
            .build()) {
      HttpRequest request =
          HttpRequest.newBuilder(URI.create(url + "/callbacks/gateway?confirm=" + nonce))
              .timeout(LIMIT)
              .build();
      HttpResponse<InputStream> response =
          client.send(request, HttpResponse.BodyHandlers.ofInputStream());
      try (InputStream body = response.body()) {
        String answer = new String(body.readNBytes(LONGEST_PROOF), US_ASCII);
        return proof.proves(nonce, answer) ? "" : "it answered " + response.statusCode();
      }
    } catch (IOException | IllegalArgumentException e) {
      return String.valueOf(e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage());
    }
  }
}
