package org.example.ntfy;

import static org.messgateway.api.SettingDescription.optional;
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
import org.messgateway.api.SettingDescription.SettingKind;
import org.messgateway.api.Settings;

/** Makes ntfy adapters; an address is a topic. */
public final class NtfyAdapterProvider implements AdapterProvider {

  /** What ntfy's server takes as a topic: its documentation, "Publishing". */
  private static final Pattern TOPIC = Pattern.compile("[A-Za-z0-9_-]{1,64}");

  private static final AdapterDescription DESCRIPTION =
      new AdapterDescription(
          "ntfy",
          "Push notifications by ntfy",
          Audience.PEOPLE,
          List.of(
              withDefault("base_url", SettingKind.URL, "https://ntfy.sh", "The ntfy server."),
              optional(
                  "token", SettingKind.SECRET, "An access token, where the server wants one.")),
          "my-home-tasks",
          "topic",
          List.of(),
          new ChannelLimits(1, Rate.perSecond(1), null));

  @Override
  public AdapterDescription describe() {
    return DESCRIPTION;
  }

  @Override
  public Optional<String> checkAddress(Address address) {
    return TOPIC.matcher(address.value()).matches()
        ? Optional.empty()
        : Optional.of("A topic is 1 to 64 letters, digits, hyphens and underscores.");
  }

  @Override
  public Adapter create(Settings settings, AdapterServices services) {
    return new NtfyAdapter(
        settings.url("base_url").orElseThrow(), settings.secret("token"), services);
  }
}
