package org.messgateway.gateway;

import java.net.URI;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.AdapterServices;
import org.messgateway.api.Editable;
import org.messgateway.api.Inbound;
import org.messgateway.gateway.config.ChannelConfig;
import org.messgateway.gateway.config.GatewayConfig;
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
  private BiConsumer<String, Inbound> whenMade = (channel, adapter) -> {};

  LiveChannels(InstantSource clock, Duration timeLimit) {
    this.clock = clock;
    this.timeLimit = timeLimit;
  }

  /**
   * Takes these from now on.
   *
   * @return adapters that nobody gets any more, to be closed once their attempts have ended
   */
  synchronized List<LiveChannel> replace(GatewayConfig configured) {
    Map<String, LiveChannel> before = channels;
    Map<String, LiveChannel> after = new HashMap<>();
    for (ChannelConfig config : configured.channels().values()) {
      @Nullable URI callbackUrl = callbackUrl(configured.clientUrl(), config.name());
      LiveChannel old = before.get(config.name());
      if (old != null
          && old.config().equals(config)
          && Objects.equals(old.callbackUrl(), callbackUrl)) {
        after.put(config.name(), old);
      } else {
        made(config, callbackUrl).ifPresent(channel -> after.put(config.name(), channel));
      }
    }
    channels = Map.copyOf(after);
    after.values().stream().filter(made -> !before.containsValue(made)).forEach(this::tell);
    return before.values().stream().filter(old -> !after.containsValue(old)).toList();
  }

  /** Where a service can call us; null while {@code client_url} leads to this machine only. */
  private static @Nullable URI callbackUrl(URI clientUrl, String channel) {
    return LinkMaker.loopback(clientUrl.getHost())
        ? null
        : URI.create(clientUrl.toString().replaceAll("/+$", "") + "/callbacks/" + channel);
  }

  /**
   * Tells of every channel whose adapter can listen: of those that there are, at once, and of each
   * that is made later.
   */
  synchronized void whenMade(BiConsumer<String, Inbound> listener) {
    whenMade = listener;
    channels.values().forEach(this::tell);
  }

  private void tell(LiveChannel channel) {
    channel.ability(Inbound.class).ifPresent(inbound -> whenMade.accept(channel.name(), inbound));
  }

  /** A channel whose adapter cannot be made is held, like one whose jar is broken. */
  private Optional<LiveChannel> made(ChannelConfig config, @Nullable URI callbackUrl) {
    try {
      AdapterServices services = new AdapterServices(config.name(), clock, timeLimit, callbackUrl);
      return Optional.of(
          new LiveChannel(
              config, callbackUrl, config.provider().create(config.settings(), services)));
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

  /** Whether what was sent over a channel can be changed. */
  boolean editable(String name) {
    return channel(name).flatMap(channel -> channel.ability(Editable.class)).isPresent();
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
