package org.messgateway.adapter.telegram;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.net.URI;
import java.security.MessageDigest;
import java.util.List;
import org.messgateway.adapter.telegram.BotApiAnswer.ErrorAnswer;
import org.messgateway.adapter.telegram.BotApiAnswer.MalformedAnswer;
import org.messgateway.adapter.telegram.BotApiAnswer.Success;
import org.messgateway.api.Inbound.CallbackRequest;
import org.messgateway.api.Inbound.CallbackResponse;
import org.messgateway.api.InboundException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Registers the webhook at Telegram and handles its calls. */
final class TelegramWebhook {

  private static final Logger log = LoggerFactory.getLogger(TelegramWebhook.class);

  private static final String SECRET = "x-telegram-bot-api-secret-token";
  private static final int MOST = 1024 * 1024;
  private static final int CONNECTIONS = 10;

  private final BotApiJsonClient api;
  private final TelegramSettings settings;
  private final URI url;
  private final InboundHealth health;
  private final InboundThreads threads;
  private final InboundTimings timings;
  private volatile boolean registered;

  TelegramWebhook(
      BotApiJsonClient api,
      TelegramSettings settings,
      URI url,
      InboundHealth health,
      InboundThreads threads,
      InboundTimings timings) {
    this.api = api;
    this.settings = settings;
    this.url = url;
    this.health = health;
    this.threads = threads;
    this.timings = timings;
  }

  /** Registers the callback URL, with retries until Telegram accepts it. */
  void register() {
    for (int failures = 1; !threads.ended(); failures++) {
      switch (api.ask("setWebhook", registration())) {
        case Success<JsonNode> _ -> {
          registered = true;
          health.reportHealthy();
          return;
        }
        case ErrorAnswer<JsonNode> errorAnswer ->
            health.reportClosed(
                "Telegram does not accept "
                    + url.getHost()
                    + " as the place to call ("
                    + errorAnswer.error().code()
                    + "). It must be https at port 443, 80, 88 or 8443 with a valid certificate;"
                    + " or leave webhook out of the configuration.");
        case MalformedAnswer<JsonNode> malformedAnswer ->
            health.reportTrouble(malformedAnswer.outcome().sentence());
      }
      threads.pause(timings.pause(failures));
    }
  }

  boolean registered() {
    return registered;
  }

  private ObjectNode registration() {
    ObjectNode registration =
        api.parameters()
            .put("url", url.toString())
            .put("secret_token", settings.webhookSecret().reveal())
            .put("max_connections", CONNECTIONS);
    UpdatePoller.UPDATES.forEach(registration.putArray("allowed_updates")::add);
    return registration;
  }

  /** Whether a call is from Telegram: checked in constant time, before anything else is read. */
  boolean isGenuine(CallbackRequest call) {
    List<String> said = call.headers().getOrDefault(SECRET, List.of());
    byte[] wanted = settings.webhookSecret().reveal().getBytes(UTF_8);
    return said.size() == 1 && MessageDigest.isEqual(said.getFirst().getBytes(UTF_8), wanted);
  }

  /** Accepts an authentic call. Telegram repeats a call that is not answered 200. */
  CallbackResponse take(CallbackRequest call, TelegramEventQueue eventQueue) {
    if (call.body().length > MOST) {
      return CallbackResponse.of(413);
    }
    JsonNode update = read(call.body());
    if (!update.path("update_id").isIntegralNumber()) {
      log.warn("Telegram called with something that is no update; it is passed over.");
      return CallbackResponse.of(200);
    }
    if (!eventQueue.tryReserve()) {
      return CallbackResponse.of(503);
    }
    try {
      eventQueue.accept(update);
      return CallbackResponse.of(200);
    } catch (InboundException e) {
      health.reportTrouble("they cannot be kept now (" + e.getMessage() + ")");
      return CallbackResponse.of(503);
    }
  }

  private JsonNode read(byte[] body) {
    try {
      JsonNode read = api.json().readTree(body);
      return read == null ? api.json().missingNode() : read;
    } catch (IOException e) {
      return api.json().missingNode();
    }
  }
}
