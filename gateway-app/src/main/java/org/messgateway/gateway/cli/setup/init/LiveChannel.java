package org.messgateway.gateway.cli.setup.init;

import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import org.messgateway.api.AdapterServices;
import org.messgateway.api.Address;
import org.messgateway.api.DeepLink;
import org.messgateway.api.Outcome;
import org.messgateway.api.PersonLookup;
import org.messgateway.api.SelfTest;
import org.messgateway.api.SelfTest.Finding;
import org.messgateway.gateway.channels.ChannelConfig;
import org.messgateway.gateway.channels.discovery.AdapterFailure;
import org.messgateway.gateway.channels.discovery.RegisteredAdapter;
import org.messgateway.gateway.cli.command.TestMessage;
import org.messgateway.gateway.config.GatewayConfig;
import org.messgateway.gateway.routing.Executor;

/** The adapter of a channel, asked while the questions are. */
final class LiveChannel implements AutoCloseable {

  private static final Duration LIMIT = Duration.ofSeconds(15);

  private final RegisteredAdapter adapter;

  private LiveChannel(RegisteredAdapter adapter) {
    this.adapter = adapter;
  }

  static LiveChannel of(ChannelConfig channel) {
    return new LiveChannel(
        channel
            .provider()
            .create(
                channel.settings(),
                new AdapterServices(channel.name(), InstantSource.system(), LIMIT)));
  }

  /**
   * What its service finds wrong with the settings.
   *
   * @param before runs before the service is asked
   * @return empty when the adapter cannot ask
   */
  Optional<List<Finding>> findings(Runnable before) {
    Optional<SelfTest> test = adapter.ability(SelfTest.class);
    test.ifPresent(_ -> before.run());
    return test.map(LiveChannel::asked);
  }

  private static List<Finding> asked(SelfTest test) {
    try {
      return test.selfTest();
    } catch (AdapterFailure e) {
      return List.of(new Finding(true, "The adapter could not be asked: " + e.getMessage(), ""));
    }
  }

  Optional<PersonLookup> lookup() {
    return adapter.ability(PersonLookup.class);
  }

  Optional<DeepLink> links() {
    return adapter.ability(DeepLink.class);
  }

  /** Sends a test. */
  Outcome test(GatewayConfig config, Executor executor, Address address) {
    return adapter.deliver(TestMessage.to(executor, address, config.title(), config.agentId()));
  }

  @Override
  public void close() {
    adapter.close();
  }
}
