package org.messgateway.api;

import java.util.List;
import java.util.Optional;

/**
 * A provider that dropped-in jars see through the window, and must not be able to offer as theirs.
 */
public final class ProviderOfTheParent implements AdapterProvider {

  @Override
  public AdapterDescription describe() {
    return new AdapterDescription(
        "parental",
        "never found",
        Audience.MACHINES,
        List.of(),
        "x",
        "x",
        List.of(),
        new ChannelLimits(1, null, null));
  }

  @Override
  public Optional<String> checkAddress(Address address) {
    return Optional.empty();
  }

  @Override
  public Adapter create(Settings settings, AdapterServices services) {
    throw new UnsupportedOperationException();
  }
}
