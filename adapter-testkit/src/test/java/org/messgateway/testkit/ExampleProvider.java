package org.messgateway.testkit;

import java.util.List;
import java.util.Optional;
import org.messgateway.api.Adapter;
import org.messgateway.api.AdapterDescription;
import org.messgateway.api.AdapterProvider;
import org.messgateway.api.AdapterServices;
import org.messgateway.api.Address;
import org.messgateway.api.Audience;
import org.messgateway.api.ChannelLimits;
import org.messgateway.api.SettingDescription;
import org.messgateway.api.SettingDescription.SettingKind;
import org.messgateway.api.Settings;

/** Makes the adapter it is told to make. */
public class ExampleProvider implements AdapterProvider {

  /** What sort of adapter. */
  interface Maker {
    Adapter make(Settings settings, AdapterServices services);
  }

  private final Maker maker;

  /** For the service loader. */
  public ExampleProvider() {
    this(ExampleAdapter::new);
  }

  ExampleProvider(Maker maker) {
    this.maker = maker;
  }

  @Override
  public AdapterDescription describe() {
    return new AdapterDescription(
        "tiny",
        "For the testkit's own tests",
        Audience.PEOPLE,
        List.of(
            SettingDescription.required("base_url", SettingKind.URL, "where it is"),
            SettingDescription.required("token", SettingKind.SECRET, "what it is entered with")),
        "somebody",
        "name",
        List.of(),
        new ChannelLimits(1, null, null));
  }

  @Override
  public Optional<String> checkAddress(Address address) {
    return address.value().matches("[a-z]+")
        ? Optional.empty()
        : Optional.of("an address looks like somebody");
  }

  @Override
  public Adapter create(Settings settings, AdapterServices services) {
    return maker.make(settings, services);
  }
}
