package org.messgateway.gateway.config;

import static org.messgateway.api.SettingDescription.optional;
import static org.messgateway.api.SettingDescription.required;
import static org.messgateway.api.SettingDescription.withDefault;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.messgateway.api.Adapter;
import org.messgateway.api.AdapterDescription;
import org.messgateway.api.AdapterProvider;
import org.messgateway.api.AdapterServices;
import org.messgateway.api.Address;
import org.messgateway.api.Audience;
import org.messgateway.api.ChannelLimits;
import org.messgateway.api.Rate;
import org.messgateway.api.SettingDescription;
import org.messgateway.api.SettingDescription.SettingKind;
import org.messgateway.api.SettingProblem;
import org.messgateway.api.Settings;
import org.messgateway.gateway.channels.discovery.AdapterRegistry;

/** Providers like the real ones, as far as configuration sees them. */
record TestProvider(AdapterDescription describe, Pattern addresses) implements AdapterProvider {

  static AdapterRegistry registry() {
    return AdapterRegistry.of(slack(), sms(), telegram(), webhook());
  }

  static TestProvider slack() {
    return people(
        "slack",
        "[UCD][A-Z0-9]{3,}",
        "U04ABCDEF",
        List.of(
            required("bot_token", SettingKind.SECRET, "the bot token"),
            optional("signing_secret", SettingKind.SECRET, "for buttons"),
            withDefault("base_url", SettingKind.URL, "https://slack.com", "where Slack is")));
  }

  static TestProvider sms() {
    return people(
        "sms",
        "\\+[1-9][0-9]{6,14}",
        "+14155550123",
        List.of(
            required("account", SettingKind.TEXT, "the account"),
            required("token", SettingKind.SECRET, "its token")));
  }

  static TestProvider telegram() {
    return people(
        "telegram",
        "-?[0-9]+",
        "123456",
        List.of(required("bot_token", SettingKind.SECRET, "the token")));
  }

  static TestProvider webhook() {
    return new TestProvider(
        new AdapterDescription(
            "webhook",
            "signed webhooks",
            Audience.MACHINES,
            List.of(
                optional("secret", SettingKind.SECRETS, "signs"),
                optional("allow", SettingKind.TEXTS, "where it may go")),
            "https://robot.example.com/mess",
            "url",
            List.of(
                optional("secret", SettingKind.SECRETS, "signs"),
                withDefault("format", SettingKind.TEXT, "yaml", "yaml or json"),
                optional("headers", SettingKind.MAP, "sent along"),
                withDefault("max_body", SettingKind.SIZE, "256KiB", "how large a body may be")),
            new ChannelLimits(4, null, null)),
        Pattern.compile("https?://[^/]+.*"));
  }

  private static TestProvider people(
      String type, String addresses, String example, List<SettingDescription> settings) {
    return new TestProvider(
        new AdapterDescription(
            type,
            type + " messages",
            Audience.PEOPLE,
            settings,
            example,
            "address",
            List.of(),
            new ChannelLimits(1, Rate.perSecond(1), Rate.perSecond(30))),
        Pattern.compile(addresses));
  }

  @Override
  public List<SettingProblem> check(Settings settings) {
    return settings.secret("bot_token").stream()
        .filter(token -> token.reveal().contains(" "))
        .map(token -> new SettingProblem("bot_token", token.reveal() + " has a space in it"))
        .toList();
  }

  @Override
  public Optional<String> checkAddress(Address address) {
    return addresses.matcher(address.value()).matches()
        ? Optional.empty()
        : Optional.of("write it as the service does");
  }

  @Override
  public Adapter create(Settings settings, AdapterServices services) {
    throw new UnsupportedOperationException("configuration makes no adapter");
  }
}
