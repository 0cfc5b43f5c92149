package org.messgateway.gateway.cli;

import java.util.List;
import org.messgateway.api.Address;
import org.messgateway.api.Secret;
import org.messgateway.gateway.config.ChannelConfig;
import org.messgateway.gateway.config.GatewayConfig;
import org.messgateway.gateway.routing.Executor;
import org.messgateway.gateway.routing.NotifyPlan.ChannelAddress;

/**
 * Where an executor gets its webhooks, and with which secrets they are signed.
 *
 * @param secrets as configured, newest first; never empty
 */
record WebhookTarget(Executor executor, Address address, List<Secret> secrets) {

  private static final String SECRET = "secret";

  static WebhookTarget of(GatewayConfig config, String id) {
    Executor executor = config.catalogue().executors().get(id);
    if (executor == null) {
      throw Failure.usage(
          "There is no executor "
              + id
              + ". There are: "
              + String.join(", ", config.catalogue().executors().keySet()));
    }
    for (ChannelAddress each : executor.notifyPlan().channels()) {
      ChannelConfig channel = config.channels().get(each.channel());
      if (channel != null && channel.type().equals("webhook")) {
        return of(executor, each, channel);
      }
    }
    throw Failure.usage(id + " has no webhook: executors." + id + ".notify.webhook");
  }

  private static WebhookTarget of(Executor executor, ChannelAddress each, ChannelConfig channel) {
    List<Secret> own = each.address().settings().secrets(SECRET);
    List<Secret> secrets = own.isEmpty() ? channel.settings().secrets(SECRET) : own;
    if (secrets.isEmpty()) {
      throw Failure.usage(
          "There is no secret for "
              + executor.id()
              + ": set dispatch."
              + channel.name()
              + ".secret to any long random text.");
    }
    return new WebhookTarget(executor, each.address(), secrets);
  }
}
