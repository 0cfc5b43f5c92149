package org.messgateway.adapter.webhook;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import okhttp3.Call;
import okhttp3.Dns;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.Response;
import org.jspecify.annotations.Nullable;
import org.messgateway.adapter.okhttp.AddressGuard;
import org.messgateway.adapter.okhttp.AllowList;
import org.messgateway.adapter.okhttp.TransportException;
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
import org.messgateway.api.http.WebhookSecrets;

/**
 * Posts the thread to a machine, signed. A 2xx status line settles a delivery, whatever follows it.
 *
 * <p>Logs nothing: the gateway logs one line per attempt, and URLs of machines often hold tokens.
 */
final class WebhookAdapter implements Adapter {

  private final Settings settings;
  private final AdapterServices services;
  private final AllowList allow;
  private final int maxBody;
  private final Duration limit;
  private final GuardedClients clients;

  WebhookAdapter(Settings settings, AdapterServices services, Dns dns) {
    this.settings = settings;
    this.services = services;
    this.allow = AllowList.of(settings.texts(WebhookProvider.ALLOW));
    this.maxBody =
        settings
            .integer(WebhookProvider.MAX_BODY)
            .map(Math::toIntExact)
            .orElse(WebhookProvider.ORDINARY_BODY);
    // A little is kept for what happens around the call.
    this.limit = services.timeLimit().multipliedBy(19).dividedBy(20);
    String setting = "dispatch." + services.channel() + "." + WebhookProvider.ALLOW;
    this.clients = new GuardedClients(limit, allow, dns, setting);
  }

  @Override
  public Outcome deliver(Notification notification) {
    Optional<String> problem = WebhookAddress.problem(notification.address());
    if (problem.isPresent()) {
      return new Rejected(
          FailureReason.INVALID_ADDRESS, "The address is not usable: " + problem.get());
    }
    WebhookAddress address = WebhookAddress.of(notification.address(), maxBody);
    List<Secret> keys = keys(address, notification.recipient().executor());
    if (keys.isEmpty()) {
      return unsigned();
    }
    return send(
        client(notification, address),
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

  /** The address' own secrets, else the channel's, each made the executor's; then Ed25519. */
  private List<Secret> keys(WebhookAddress address, String executor) {
    List<Secret> secrets =
        address.secrets().isEmpty() ? settings.secrets(WebhookProvider.SECRET) : address.secrets();
    List<Secret> keys = new ArrayList<>();
    secrets.forEach(secret -> keys.add(WebhookSecrets.forExecutor(secret, executor)));
    settings.secret(WebhookProvider.SIGNING_KEY).ifPresent(keys::add);
    return keys;
  }

  private OkHttpClient client(Notification notification, WebhookAddress address) {
    return clients.of(
        AddressGuard.trust(address.url().host(), notification.address().origin(), allow));
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
