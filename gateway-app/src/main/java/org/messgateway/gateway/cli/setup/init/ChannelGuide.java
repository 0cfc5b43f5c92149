package org.messgateway.gateway.cli.setup.init;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.messgateway.api.AdapterDescription;
import org.messgateway.api.SettingDescription;
import org.messgateway.api.SettingDescription.SettingKind;
import org.messgateway.api.SetupGuide;
import org.messgateway.gateway.channels.discovery.AdapterFailure;
import org.messgateway.gateway.channels.discovery.RegisteredProvider;

/**
 * How a channel of one type is set up. What an adapter's guide does not say, or says wrongly, comes
 * from the adapter's description, so that every type can be set up.
 */
final class ChannelGuide {

  private final RegisteredProvider provider;
  private final Optional<SetupGuide> guide;
  private final String trouble;

  private ChannelGuide(RegisteredProvider provider, Optional<SetupGuide> guide, String trouble) {
    this.provider = provider;
    this.guide = guide;
    this.trouble = trouble;
  }

  static ChannelGuide of(RegisteredProvider provider) {
    try {
      return new ChannelGuide(provider, provider.guide(), "");
    } catch (AdapterFailure e) {
      return new ChannelGuide(provider, Optional.empty(), String.valueOf(e.getMessage()));
    }
  }

  /** Why the adapter's guide cannot be used, for people; empty where it can. */
  String trouble() {
    return trouble;
  }

  /** What people call the service. */
  String service() {
    return guide.map(SetupGuide::service).filter(ChannelGuide::says).orElse(provider.type());
  }

  /** The service, and what decides for it, on one line. */
  String described() {
    String remark =
        guide
            .map(SetupGuide::remark)
            .filter(ChannelGuide::says)
            .orElse(provider.description().summary());
    String service = service();
    String name = guide.isEmpty() ? service : capital(service);
    return name + (remark.isBlank() ? "" : ": " + remark);
  }

  private static String capital(String text) {
    return text.substring(0, 1).toUpperCase(Locale.ROOT) + text.substring(1);
  }

  private static boolean says(String text) {
    return !text.isBlank();
  }

  /** Where among the ways to reach a person: without an address to type first. */
  int rank() {
    return guide.map(each -> each.address().isEmpty() ? 0 : 1).orElse(2);
  }

  /** What to do at the service, a line each. */
  List<String> steps() {
    return guide.map(SetupGuide::steps).orElse(List.of());
  }

  /** A text to paste at the service; empty for none. */
  String paste() {
    return guide.map(SetupGuide::paste).orElse("");
  }

  /** The names of the settings to ask for, in this order. */
  List<String> settings() {
    List<SettingDescription> described = provider.description().settings();
    Set<String> asked = new LinkedHashSet<>();
    guide.ifPresent(each -> asked.addAll(each.settings()));
    asked.retainAll(described.stream().map(SettingDescription::name).toList());
    described.stream()
        .filter(each -> each.required() || (guide.isEmpty() && optionalSecret(each)))
        .map(SettingDescription::name)
        .forEach(asked::add);
    return List.copyOf(asked);
  }

  private static boolean optionalSecret(SettingDescription setting) {
    return setting.defaultValue() == null && setting.kind() == SettingKind.SECRET;
  }

  /** The question for a person's address. */
  String address() {
    AdapterDescription description = provider.description();
    return guide
        .map(SetupGuide::address)
        .filter(ChannelGuide::says)
        .orElse("The address, like " + description.addressExample());
  }

  /** Why a test that the service took is not seen, most likely first. */
  List<String> silence() {
    return guide
        .map(SetupGuide::silence)
        .filter(causes -> !causes.isEmpty())
        .orElse(List.of("The address belongs to somebody else, or is muted there."));
  }

  /** The environment's name for a setting of a channel: {@code SLACK_BOT_TOKEN}. */
  String variable(String channel, String setting) {
    String type = provider.type();
    String prefix = guide.map(SetupGuide::variables).filter(ChannelGuide::says).orElse(type);
    String name = channel.startsWith(type) ? prefix + channel.substring(type.length()) : channel;
    return HouseholdDraft.variable(name, setting);
  }
}
