package org.messgateway.gateway.channels.inbox;

import java.util.List;
import java.util.Optional;
import org.messgateway.api.Adapter;
import org.messgateway.api.AdapterDescription;
import org.messgateway.api.AdapterProvider;
import org.messgateway.api.AdapterServices;
import org.messgateway.api.Address;
import org.messgateway.api.Audience;
import org.messgateway.api.ChannelLimits;
import org.messgateway.api.SettingProblem;
import org.messgateway.api.Settings;

/** Type {@code http}: executors that fetch their notifications, from behind any firewall. */
public final class InboxProvider implements AdapterProvider {

  /** Its type in the configuration and in rows. */
  public static final String TYPE = "http";

  private static final AdapterDescription DESCRIPTION =
      new AdapterDescription(
          TYPE,
          "An inbox that executors fetch with their token, by long poll or as events",
          Audience.MACHINES,
          List.of(),
          "true",
          "enabled",
          List.of(),
          new ChannelLimits(16, null, null));

  /** For the service loader. */
  public InboxProvider() {}

  @Override
  public AdapterDescription describe() {
    return DESCRIPTION;
  }

  @Override
  public List<SettingProblem> check(Settings settings) {
    return List.of();
  }

  @Override
  public Optional<String> checkAddress(Address address) {
    return address.value().equals("true")
        ? Optional.empty()
        : Optional.of("an inbox is switched on by `http: true`");
  }

  @Override
  public Adapter create(Settings settings, AdapterServices services) {
    return new InboxAdapter();
  }
}
