package org.messgateway.adapter.telegram;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.messgateway.adapter.telegram.BotApiAnswer.Success;
import org.messgateway.api.SelfTest.Finding;
import org.telegram.telegrambots.meta.api.objects.User;

/** Checks whether answers can arrive. */
final class TelegramSelfTest {

  private final BotApiJsonClient api;
  private final TelegramSettings settings;
  private final @Nullable URI callbackUrl;

  TelegramSelfTest(BotApiJsonClient api, TelegramSettings settings, @Nullable URI callbackUrl) {
    this.api = api;
    this.settings = settings;
    this.callbackUrl = callbackUrl;
  }

  List<Finding> findings(User bot, Duration limit) {
    List<Finding> findings = new ArrayList<>();
    if (Boolean.TRUE.equals(bot.getCanReadAllGroupMessages())) {
      findings.add(
          new Finding(
              false,
              "The bot is shown everything that is said in its groups, which it does not need.",
              "Write /setprivacy to @BotFather, choose the bot, then Enable."));
    }
    if (settings.webhook() && callbackUrl == null) {
      findings.add(
          new Finding(
              false,
              "webhook is set, but Telegram cannot call this machine; it is asked instead.",
              "Set client_url to a public https address, or leave webhook out."));
    }
    if (api.ask("getWebhookInfo", api.parameters(), limit) instanceof Success<JsonNode> success) {
      webhook(success.result(), findings);
    }
    return List.copyOf(findings);
  }

  private void webhook(JsonNode info, List<Finding> findings) {
    String url = info.path("url").asText("");
    boolean called = settings.webhook() && callbackUrl != null;
    if (!called && !url.isEmpty()) {
      findings.add(
          new Finding(
              false,
              "Telegram sends what people answer to " + host(url) + ", not here.",
              "Is that another program? Then make a bot of its own for this gateway with"
                  + " @BotFather. Otherwise there is nothing to do: run takes it over."));
    }
    if (called
        && info.path("last_error_date").asLong() != 0
        && info.path("pending_update_count").asInt() > 0) {
      findings.add(
          new Finding(
              false,
              "Telegram's last call to "
                  + host(url)
                  + " failed, and "
                  + info.path("pending_update_count").asInt()
                  + " answers wait there.",
              "Check that client_url reaches this gateway from the internet; or leave webhook"
                  + " out."));
    }
  }

  /** The host of a webhook's URL, whose path often holds a secret. */
  private static String host(String url) {
    try {
      String host = URI.create(url).getHost();
      return host == null ? "another address" : host;
    } catch (IllegalArgumentException e) {
      return "another address";
    }
  }
}
