package org.messgateway.gateway;

import java.time.Duration;
import java.time.InstantSource;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.messgateway.api.AdapterServices;
import org.messgateway.gateway.config.ChannelConfig;
import org.messgateway.gateway.dispatch.Channel;
import org.messgateway.gateway.dispatch.Channels;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The channels in force, each with the adapter made for its settings. A new configuration replaces
 * only those that changed; an adapter that is replaced is closed when attempts that had begun with
 * it must have ended.
 */
final class LiveChannels implements Channels, AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(LiveChannels.class);

  private final InstantSource clock;
  private final Duration timeLimit;
  private volatile Map<String, LiveChannel> channels = Map.of();

  LiveChannels(InstantSource clock, Duration timeLimit) {
    this.clock = clock;
    this.timeLimit = timeLimit;
  }

  /**
   * Takes these from now on.
   *
   * @return adapters that nobody gets any more, to be closed once their attempts have ended
   */
  synchronized List<LiveChannel> replace(Collection<ChannelConfig> configured) {
    Map<String, LiveChannel> before = channels;
    Map<String, LiveChannel> after = new HashMap<>();
    for (ChannelConfig config : configured) {
      LiveChannel old = before.get(config.name());
      if (old != null && old.config().equals(config)) {
        after.put(config.name(), old);
      } else {
        made(config).ifPresent(channel -> after.put(config.name(), channel));
      }
    }
    channels = Map.copyOf(after);
    return before.values().stream().filter(old -> !after.containsValue(old)).toList();
  }

  /** A channel whose adapter cannot be made is held, like one whose jar is broken. */
  private Optional<LiveChannel> made(ChannelConfig config) {
    try {
      AdapterServices services = new AdapterServices(config.name(), clock, timeLimit);
      return Optional.of(
          new LiveChannel(config, config.provider().create(config.settings(), services)));
    } catch (RuntimeException e) {
      log.error(
          "The adapter of channel {} could not be made ({}); what is for it waits: {}",
          config.name(),
          config.origin(),
          e.getMessage());
      return Optional.empty();
    }
  }

  @Override
  public Optional<Channel> channel(String name) {
    return Optional.ofNullable(channels.get(name));
  }

  @Override
  public Collection<Channel> all() {
    return List.copyOf(channels.values());
  }

  @Override
  public synchronized void close() {
    channels.values().forEach(channel -> close(channel));
    channels = Map.of();
  }

  static void close(LiveChannel channel) {
    try {
      channel.adapter().close();
    } catch (RuntimeException e) {
      log.warn(
          "The adapter of channel {} did not close cleanly: {}", channel.name(), e.getMessage());
    }
  }
}
