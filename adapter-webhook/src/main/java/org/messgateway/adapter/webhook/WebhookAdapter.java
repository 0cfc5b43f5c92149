package org.messgateway.adapter.webhook;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import okhttp3.Call;
import okhttp3.Dns;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.Response;
import org.jspecify.annotations.Nullable;
import org.messgateway.adapter.okhttp.AllowList;
import org.messgateway.adapter.okhttp.TransportException;
import org.messgateway.adapter.webhook.Destinations.Destination.Unusable;
import org.messgateway.adapter.webhook.Destinations.Destination.Usable;
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
import org.messgateway.api.Settings;
import org.messgateway.api.http.HttpOutcomes;

/**
 * Posts the thread to a machine, signed. A 2xx status line settles a delivery, whatever follows it.
 *
 * <p>Logs nothing: the gateway logs one line per attempt, and URLs of machines often hold tokens.
 */
final class WebhookAdapter implements Adapter {

  private final AdapterServices services;
  private final Destinations destinations;
  private final Duration limit;
  private final GuardedClients clients;

  WebhookAdapter(Settings settings, AdapterServices services, Dns dns) {
    this.services = services;
    AllowList allow = AllowList.of(settings.texts(WebhookProvider.ALLOW));
    int maxBody =
        settings
            .integer(WebhookProvider.MAX_BODY)
            .map(Math::toIntExact)
            .orElse(WebhookProvider.ORDINARY_BODY);
    this.destinations = new Destinations(settings, allow, maxBody);
    // A little is kept for what happens around the call.
    this.limit = services.timeLimit().multipliedBy(19).dividedBy(20);
    String setting = "dispatch." + services.channel() + "." + WebhookProvider.ALLOW;
    this.clients = new GuardedClients(limit, allow, dns, setting);
  }

  @Override
  public Outcome deliver(Notification notification) {
    return switch (destinations.of(notification.address())) {
      case Unusable(String problem) ->
          new Rejected(FailureReason.INVALID_ADDRESS, "The address is not usable: " + problem);
      case Usable usable -> deliver(notification, usable);
    };
  }

  private Outcome deliver(Notification notification, Usable usable) {
    WebhookAddress address = usable.address();
    List<Secret> keys =
        destinations.keys(notification.address(), address, notification.recipient().executor());
    if (keys.isEmpty()) {
      return unsigned();
    }
    return send(
        clients.of(usable.trust()),
        WebhookRequest.of(notification, address, keys, services.clock().instant()));
  }

  private Deferred unsigned() {
    return new Deferred(
        FailureReason.ACCOUNT_MISCONFIGURED,
        "There is no secret to sign with: write into config.yaml dispatch."
            + services.channel()
            + ": {secret: \"${MESS_WEBHOOK_SECRET}\"}",
        Reach.BEFORE_SENDING);
  }

  private Outcome send(OkHttpClient client, Request request) {
    long start = System.nanoTime();
    Call call = client.newCall(request);
    try (Response response = call.execute()) {
      Duration left = limit.minusNanos(System.nanoTime() - start);
      return outcome(response, left);
    } catch (IOException e) {
      return failed(e);
    }
  }

  private Outcome outcome(Response response, Duration left) {
    return failure(response.code(), response.header("Retry-After"))
        .orElseGet(
            () -> new Delivered(Receipt.NONE, ReplyReader.read(response, left).orElse(null)));
  }

  private Optional<Outcome> failure(int status, @Nullable String retryAfter) {
    return HttpOutcomes.failure(status, retryAfter, services.clock().instant());
  }

  /** A status line counts even where the rest of the answer breaks the rules of HTTP. */
  private Outcome failed(IOException failure) {
    int status = TransportException.statusOf(failure);
    return status == 0
        ? TransportException.outcome(failure)
        : failure(status, null).orElseGet(() -> new Delivered(Receipt.NONE));
  }

  @Override
  public void close() {
    clients.close();
  }
}
