package org.messgateway.gateway.channels;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.messgateway.api.ChannelLimits;
import org.messgateway.api.Settings;
import org.messgateway.gateway.channels.discovery.RegisteredProvider;

/**
 * The configuration of one channel whose adapter was found.
 *
 * @param name in {@code config.yaml}: {@code slack-work}
 * @param provider makes its adapter
 * @param settings complete and checked
 * @param retry the waits of its deliveries; empty for the usual schedule
 * @param limits of the adapter, changed by the configuration
 * @param costs whether each message costs money
 */
public record ChannelConfig(
    String name,
    RegisteredProvider provider,
    Settings settings,
    Optional<List<Duration>> retry,
    ChannelLimits limits,
    boolean costs) {

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
