package org.messgateway.adapter.telegram;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.net.URI;
import java.security.MessageDigest;
import java.util.List;
import org.messgateway.adapter.telegram.Answer.Broken;
import org.messgateway.adapter.telegram.Answer.Refused;
import org.messgateway.adapter.telegram.Answer.Taken;
import org.messgateway.api.EarException;
import org.messgateway.api.Inbound.Call;
import org.messgateway.api.Inbound.Response;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Has Telegram call us, and takes the calls. */
final class Webhook {

  private static final Logger log = LoggerFactory.getLogger(Webhook.class);

  private static final String SECRET = "x-telegram-bot-api-secret-token";
  private static final int MOST = 1024 * 1024;
  private static final int CONNECTIONS = 10;

  private final BotApi api;
  private final TelegramSettings settings;
  private final URI url;
  private final Health health;
  private final Life life;
  private final Pace pace;
  private volatile boolean registered;

  Webhook(BotApi api, TelegramSettings settings, URI url, Health health, Life life, Pace pace) {
    this.api = api;
    this.settings = settings;
    this.url = url;
    this.health = health;
    this.life = life;
    this.pace = pace;
  }

  /** Tells Telegram where to call, until it has heard. */
  void register() {
    for (int failures = 1; !life.ended(); failures++) {
      switch (api.ask("setWebhook", registration())) {
        case Taken<JsonNode> _ -> {
          registered = true;
          health.well();
          return;
        }
        case Refused<JsonNode> refused ->
            health.closed(
                "Telegram does not accept "
                    + url.getHost()
                    + " as the place to call ("
                    + refused.refusal().code()
                    + "). It must be https at port 443, 80, 88 or 8443 with a valid certificate;"
                    + " or leave webhook out of the configuration.");
        case Broken<JsonNode> broken -> health.trouble(broken.outcome().sentence());
      }
      life.pause(pace.pause(failures));
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
    Poller.UPDATES.forEach(registration.putArray("allowed_updates")::add);
    return registration;
  }

  /** Whether it is Telegram that calls: looked at before anything else, in constant time. */
  boolean isGenuine(Call call) {
    List<String> said = call.headers().getOrDefault(SECRET, List.of());
    byte[] wanted = settings.webhookSecret().reveal().getBytes(UTF_8);
    return said.size() == 1 && MessageDigest.isEqual(said.getFirst().getBytes(UTF_8), wanted);
  }

  /** Takes a genuine call; Telegram repeats whatever is not answered 200. */
  Response take(Call call, Intake intake) {
    if (call.body().length > MOST) {
      return Response.of(413);
    }
    JsonNode update = read(call.body());
    if (!update.path("update_id").isIntegralNumber()) {
      log.warn("Telegram called with something that is no update; it is passed over.");
      return Response.of(200);
    }
    if (!intake.enter()) {
      return Response.of(503);
    }
    try {
      intake.take(update);
      return Response.of(200);
    } catch (EarException e) {
      health.trouble("they cannot be kept now (" + e.getMessage() + ")");
      return Response.of(503);
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
