package org.messgateway.adapter.webhook;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import okhttp3.Call;
import okhttp3.Dns;
import okhttp3.MediaType;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.RequestBody;
import okhttp3.Response;
import okio.BufferedSink;
import org.jspecify.annotations.Nullable;
import org.messgateway.adapter.okhttp.GuardedClients;
import org.messgateway.adapter.okhttp.HostAllowList;
import org.messgateway.adapter.okhttp.TransportException;
import org.messgateway.adapter.webhook.DestinationCache.Destination.Unusable;
import org.messgateway.adapter.webhook.DestinationCache.Destination.Usable;
import org.messgateway.api.Adapter;
import org.messgateway.api.AdapterServices;
import org.messgateway.api.FailureReason;
import org.messgateway.api.Notification;
import org.messgateway.api.NotificationContent;
import org.messgateway.api.Outcome;
import org.messgateway.api.Outcome.Deferred;
import org.messgateway.api.Outcome.Delivered;
import org.messgateway.api.Outcome.Reach;
import org.messgateway.api.Outcome.Rejected;
import org.messgateway.api.Receipt;
import org.messgateway.api.Settings;
import org.messgateway.api.TaskLinks;
import org.messgateway.api.http.HttpOutcomes;
import org.messgateway.api.http.WebhookHeaders;
import org.messgateway.api.http.WebhookKeys;

/**
 * Posts signed threads to machines. A 2xx status line settles a delivery, whatever follows it.
 *
 * <p>The adapter logs nothing: the gateway logs one line per attempt, and URLs of machines often
 * hold tokens.
 */
final class WebhookAdapter implements Adapter {

  /** A connection that has proved itself is not checked for so long after an answer. */
  private static final Duration JUST_NOW = Duration.ofMillis(100);

  private final AdapterServices services;
  private final DestinationCache destinationCache;
  private final Duration limit;
  private final GuardedClients clients;

  WebhookAdapter(Settings settings, AdapterServices services, Dns dns) {
    this.services = services;
    HostAllowList allow = HostAllowList.of(settings.texts(WebhookProvider.ALLOW));
    int maxBody =
        settings
            .integer(WebhookProvider.MAX_BODY)
            .map(Math::toIntExact)
            .orElse(WebhookProvider.ORDINARY_BODY);
    this.destinationCache = new DestinationCache(settings, allow, maxBody);
    // A little is kept for what happens around the call.
    this.limit = services.timeLimit().multipliedBy(19).dividedBy(20);
    String setting = "dispatch." + services.channel() + "." + WebhookProvider.ALLOW;
    // One byte more than is kept, so that the reader's own bound comes first.
    this.clients =
        new GuardedClients(limit, WebhookReplyReader.MOST + 1, JUST_NOW, allow, dns, setting);
  }

  @Override
  public Outcome deliver(Notification notification) {
    return switch (destinationCache.of(notification.address())) {
      case Unusable(String problem) ->
          new Rejected(FailureReason.INVALID_ADDRESS, "The address is not usable: " + problem);
      case Usable usable -> deliver(notification, usable);
    };
  }

  private Outcome deliver(Notification notification, Usable usable) {
    WebhookAddress address = usable.address();
    WebhookKeys keys =
        destinationCache.keys(notification.address(), address, notification.recipient().executor());
    if (keys.isEmpty()) {
      return unsigned();
    }
    Instant signed = services.clock().instant();
    return send(clients.of(usable.trust()), request(notification, address, keys, signed), signed);
  }

  /** The signed bytes are the sent bytes. */
  private static Request request(
      Notification notification, WebhookAddress address, WebhookKeys keys, Instant signed) {
    byte[] body =
        switch (address.bodyForm()) {
          case YAML -> notification.document().yaml(address.maxBody());
          case JSON -> notification.document().json(address.maxBody());
        };
    Request.Builder request =
        new Request.Builder()
            .url(address.url())
            .headers(address.headers())
            .post(new SignedBody(body));
    // None of these can be among an address's own (CustomHeaders).
    Map<String, String> headers =
        headers(notification).of(address.bodyForm().mediaType(), body, keys, signed);
    for (Map.Entry<String, String> header : headers.entrySet()) {
      request.addHeader(header.getKey(), header.getValue());
    }
    return request.build();
  }

  private static WebhookHeaders headers(Notification notification) {
    TaskLinks links = notification.links();
    return new WebhookHeaders(
        notification.id(),
        notification.kind(),
        notification.thread().ref(),
        notification.recipient().executor(),
        notification.content() instanceof NotificationContent.TaskNews,
        links == null ? null : links.respondText());
  }

  private Deferred unsigned() {
    return new Deferred(
        FailureReason.ACCOUNT_MISCONFIGURED,
        "There is no secret to sign with: write into config.yaml dispatch."
            + services.channel()
            + ": {secret: \"${MESS_WEBHOOK_SECRET}\"}",
        Reach.BEFORE_SENDING);
  }

  private Outcome send(OkHttpClient client, Request request, Instant signed) {
    long start = System.nanoTime();
    Call call = client.newCall(request);
    try (Response response = call.execute()) {
      Duration left = limit.minusNanos(System.nanoTime() - start);
      return outcome(response, signed, left);
    } catch (IOException e) {
      return failed(e);
    }
  }

  private static Outcome outcome(Response response, Instant signed, Duration left) {
    return HttpOutcomes.failureOfSigned(
            response.code(), response.header("Retry-After"), response.header("Date"), signed)
        .orElseGet(() ->
            new Delivered(Receipt.NONE, WebhookReplyReader.read(response, left).orElse(null)));
  }

  /**
   * The outcome of a failed call. A 2xx status line counts even where the rest of the answer breaks
   * the rules of HTTP.
   */
  private Outcome failed(IOException failure) {
    int status = TransportException.statusOf(failure);
    return status == 0
        ? TransportException.outcome(failure)
        : HttpOutcomes.failure(status, null, services.clock().instant())
            .orElseGet(() -> new Delivered(Receipt.NONE));
  }

  @Override
  public void close() {
    clients.close();
  }

  /** Bytes that are sent once; their media type stands among the headers. */
  private static final class SignedBody extends RequestBody {

    private final byte[] bytes;

    SignedBody(byte[] bytes) {
      this.bytes = bytes;
    }

    @Override
    public @Nullable MediaType contentType() {
      return null;
    }

    @Override
    public long contentLength() {
      return bytes.length;
    }

    @Override
    public void writeTo(BufferedSink sink) throws IOException {
      sink.write(bytes);
    }

    @Override
    public boolean isOneShot() {
      return true;
    }
  }
}
