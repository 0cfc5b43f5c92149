package org.messgateway.gateway.cli.robot;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.Secret;
import org.messgateway.api.Settings;
import org.messgateway.api.http.WebhookSecrets;
import org.messgateway.gateway.channels.ChannelConfig;
import org.messgateway.gateway.channels.inbox.InboxProvider;
import org.messgateway.gateway.cli.command.CommandContext;
import org.messgateway.gateway.cli.command.CommandFailure;
import org.messgateway.gateway.config.GatewayConfig;
import org.messgateway.gateway.routing.Agent;
import org.messgateway.gateway.routing.Executor;
import org.messgateway.gateway.routing.NotifyPlan.ChannelAddress;

/**
 * How requests to an executor's or agent's machine are signed and written: by its webhook address,
 * else, for one that has an inbox only, by the channel of webhooks that is configured first.
 *
 * @param channel its name
 * @param settings of the channel
 * @param url the executor's own; empty for one that has an inbox only
 * @param address settings beside it
 */
record WebhookSigner(String channel, Settings settings, String url, Settings address) {

  static final String TYPE = "webhook";
  static final String SECRET = "secret";
  private static final String HEADERS = "headers";

  /** Of an executor, or of an agent with a webhook or an inbox. */
  static WebhookSigner of(GatewayConfig config, String executor) {
    Optional<Agent> agent = config.catalogue().agent(executor);
    if (agent.isPresent()) {
      return addressed(config, agent.get().channels())
          .or(() -> first(config))
          .orElseThrow(WebhookSigner::nothing);
    }
    Executor found = CommandContext.executor(config, executor);
    return addressed(config, found.notifyPlan().channels())
        .or(() -> shared(config, found))
        .orElseThrow(() -> none(config, found));
  }

  private static CommandFailure none(GatewayConfig config, Executor executor) {
    return hasInbox(config, executor)
        ? nothing()
        : CommandFailure.usage(
            executor.id()
                + " has no webhook: executors."
                + executor.id()
                + ".notify.webhook; and no inbox: notify: { http: true }");
  }

  private static CommandFailure nothing() {
    return CommandFailure.usage(
        "There is nothing to sign with: write into config.yaml dispatch: { webhook: { secret:"
            + " \"${MESS_WEBHOOK_SECRET}\" } }.");
  }

  /** Whether the executor fetches its notifications. */
  static boolean hasInbox(GatewayConfig config, Executor executor) {
    return executor.notifyPlan().channels().stream()
        .map(each -> config.channels().get(each.channel()))
        .anyMatch(channel -> channel != null && channel.type().equals(InboxProvider.TYPE));
  }

  private static Optional<WebhookSigner> addressed(
      GatewayConfig config, List<ChannelAddress> addresses) {
    for (ChannelAddress each : addresses) {
      ChannelConfig channel = config.channels().get(each.channel());
      if (channel != null && channel.type().equals(TYPE)) {
        return Optional.of(
            new WebhookSigner(
                channel.name(),
                channel.settings(),
                each.address().value(),
                each.address().settings()));
      }
    }
    return Optional.empty();
  }

  private static Optional<WebhookSigner> shared(GatewayConfig config, Executor executor) {
    return hasInbox(config, executor) ? first(config) : Optional.empty();
  }

  private static Optional<WebhookSigner> first(GatewayConfig config) {
    return config.channels().values().stream()
        .filter(channel -> channel.type().equals(TYPE))
        .findFirst()
        .map(channel -> new WebhookSigner(channel.name(), channel.settings(), "", Settings.none()));
  }

  /** Of a secret that was given instead of a home. */
  static WebhookSigner with(Secret secret) {
    return new WebhookSigner(
        TYPE, Settings.of(Map.of(SECRET, List.of(secret))), "", Settings.none());
  }

  /** Where the secrets stand in config.yaml. */
  String place(String executor) {
    return address.secrets(SECRET).isEmpty()
        ? "dispatch." + channel + "." + SECRET
        : "executors." + executor + ".notify." + channel + "." + SECRET;
  }

  /** The keys that sign, newest first. */
  List<Secret> keys(String executor) {
    return secrets().stream().map(each -> WebhookSecrets.forExecutor(each, executor)).toList();
  }

  /** Further headers that the operator wrote. */
  Map<String, String> headers() {
    return address.map(HEADERS);
  }

  /** The format of the body: as asked for, else as the address says. */
  WebhookFormat format(@Nullable WebhookFormat asked) {
    if (asked != null) {
      return asked;
    }
    boolean json = address.text("format").filter("json"::equals).isPresent();
    return json ? WebhookFormat.JSON : WebhookFormat.YAML;
  }

  /** As configured, newest first: the address' own, else the channel's. */
  private List<Secret> secrets() {
    List<Secret> own = address.secrets(SECRET);
    return own.isEmpty() ? settings.secrets(SECRET) : own;
  }
}
