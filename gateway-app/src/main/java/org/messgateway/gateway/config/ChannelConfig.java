package org.messgateway.gateway.config;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.messgateway.api.Limits;
import org.messgateway.api.Settings;
import org.messgateway.gateway.adapters.RegisteredProvider;

/**
 * One channel that can be used: named, of a type, with checked settings.
 *
 * @param name as people call it: {@code slack-work}
 * @param provider what makes its adapter
 * @param settings complete and checked
 * @param retry the waits of its deliveries; empty for the usual schedule
 * @param limits the adapter's, as far as the configuration does not say otherwise
 */
public record ChannelConfig(
    String name,
    RegisteredProvider provider,
    Settings settings,
    Optional<List<Duration>> retry,
    Limits limits) {

  public ChannelConfig {
    retry = retry.map(List::copyOf);
  }

  public String type() {
    return provider.type();
  }

  /** Where its adapter came from, for people. */
  public String origin() {
    return provider.origin();
  }
}
