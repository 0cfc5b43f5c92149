package org.messgateway.gateway.config;

import java.net.URI;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.messgateway.api.Audience;
import org.messgateway.api.Secret;
import org.messgateway.api.SettingDescription;
import org.messgateway.api.Settings;
import org.messgateway.gateway.channels.ChannelConfig;
import org.messgateway.gateway.routing.Executor;
import org.messgateway.gateway.routing.NotifyPlan.ChannelAddress;

/** Warns of settings that are valid and will not work in practice. */
final class ConfigWarnings {

  /** Such a secret is used as it stands; from any other each executor gets a key of its own. */
  private static final String SHARED_AS_IT_STANDS = "whsec_";

  private final GatewayConfig config;
  private final ConfigSection root;

  ConfigWarnings(GatewayConfig config, ConfigSection root) {
    this.config = config;
    this.root = root;
  }

  void give() {
    if (config.catalogue().executors().isEmpty()) {
      warn("executors", "there is nobody to be told", "write executors:, see the README");
    }
    if (loopback(config.clientUrl()) && anyPerson()) {
      warn(
          "client_url",
          "people's telephones cannot open links to "
              + config.clientUrl().getHost()
              + ", so messages carry none",
          "write client_url: and the address this gateway has from outside");
    }
    sharedSecrets();
  }

  private void warn(String key, String what, String right) {
    SourcePosition at = root.find(key).map(ConfigValue::at).orElse(root.value().at());
    root.value().reading().problems().warn(key, at, what, right);
  }

  private static boolean loopback(URI url) {
    String host = url.getHost();
    return host.equals("localhost")
        || host.endsWith(".localhost")
        || host.startsWith("127.")
        || host.equals("[::1]");
  }

  private boolean anyPerson() {
    Map<String, Audience> audiences = config.catalogue().audiences();
    return config.catalogue().executors().values().stream()
        .flatMap(executor -> executor.notifyPlan().channels().stream())
        .anyMatch(address ->
            config.channels().containsKey(address.channel())
                && audiences.get(address.channel()) == Audience.PEOPLE);
  }

  private void sharedSecrets() {
    Map<String, Set<String>> users = new HashMap<>();
    for (Executor executor : config.catalogue().executors().values()) {
      for (ChannelAddress address : executor.notifyPlan().channels()) {
        secrets(address)
            .filter(secret -> secret.startsWith(SHARED_AS_IT_STANDS))
            .forEach(secret ->
                users.computeIfAbsent(secret, _ -> new LinkedHashSet<>()).add(executor.id()));
      }
    }
    users.values().stream()
        .filter(sharing -> sharing.size() > 1)
        .forEach(sharing ->
            warn(
                "executors",
                String.join(" and ", sharing)
                    + " share one secret: each can sign as if it were the gateway to the others",
                "give each a secret of its own, or write a master without whsec_"));
  }

  /** The secrets that sign requests to an address: its own, else those of its channel. */
  private Stream<String> secrets(ChannelAddress address) {
    ChannelConfig channel = config.channels().get(address.channel());
    if (channel == null || !machine(channel)) {
      return Stream.empty();
    }
    List<String> own =
        secrets(channel.provider().description().addressSettings(), address.address().settings());
    return own.isEmpty()
        ? secrets(channel.provider().description().settings(), channel.settings()).stream()
        : own.stream();
  }

  private static boolean machine(ChannelConfig channel) {
    return channel.provider().description().audience() == Audience.MACHINES;
  }

  private static List<String> secrets(List<SettingDescription> described, Settings settings) {
    return described.stream()
        .flatMap(setting -> secrets(setting, settings).map(Secret::reveal))
        .toList();
  }

  private static Stream<Secret> secrets(SettingDescription setting, Settings settings) {
    return switch (setting.kind()) {
      case SECRET -> settings.secret(setting.name()).stream();
      case SECRETS -> settings.secrets(setting.name()).stream();
      case TEXT, INTEGER, BOOLEAN, DURATION, URL, SIZE, TEXTS, MAP -> Stream.empty();
    };
  }
}
