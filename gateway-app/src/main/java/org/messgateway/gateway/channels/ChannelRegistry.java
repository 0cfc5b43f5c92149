package org.messgateway.gateway.channels;

import java.net.URI;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.AdapterServices;
import org.messgateway.api.Editable;
import org.messgateway.api.Inbound;
import org.messgateway.gateway.dispatch.Channel;
import org.messgateway.gateway.dispatch.Channels;
import org.messgateway.gateway.links.LinkFactory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The channels in force, each with the adapter made for its settings. A new configuration replaces
 * only the channels that changed. The caller closes a replaced adapter, once attempts that began
 * with it have ended. Thread-safe.
 */
public final class ChannelRegistry implements Channels, AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(ChannelRegistry.class);

  private final InstantSource clock;
  private final Duration timeLimit;
  private volatile Map<String, ConfiguredChannel> channels = Map.of();

  private volatile Map<String, String> absent = Map.of();

  /** Channels to be made (again), each with the reason. */
  private final Map<String, Unmade> unmade = new ConcurrentHashMap<>();

  private BiConsumer<String, Inbound> whenMade = (channel, adapter) -> {};

  private record Unmade(
      ChannelConfig config, @Nullable URI callbackUrl, String why, long sinceNanos) {

    boolean due() {
      return config.provider().hold().isEmpty()
          && System.nanoTime() - sinceNanos >= AGAIN.toNanos();
    }
  }

  /** How often a channel that could not be made is tried again. */
  private static final Duration AGAIN = Duration.ofMinutes(5);

  public ChannelRegistry(InstantSource clock, Duration timeLimit) {
    this.clock = clock;
    this.timeLimit = timeLimit;
  }

  /**
   * Puts a configuration of channels in force.
   *
   * @param absent why there is no adapter for other channels, by name
   * @param clientUrl public address for callbacks; a loopback address makes none
   * @return replaced channels, to be closed once their attempts have ended
   */
  public synchronized List<ConfiguredChannel> replace(
      Collection<ChannelConfig> configured, Map<String, String> absent, URI clientUrl) {
    this.absent = Map.copyOf(absent);
    Map<String, ConfiguredChannel> before = channels;
    Map<String, ConfiguredChannel> after = new HashMap<>();
    unmade.values().removeIf(each -> !configured.contains(each.config()));
    for (ChannelConfig config : configured) {
      @Nullable URI callbackUrl = callbackUrl(clientUrl, config.name());
      ConfiguredChannel old = before.get(config.name());
      if (old != null && old.config().equals(config) && calledBackAt(callbackUrl, old)) {
        after.put(config.name(), old);
      } else {
        made(config, callbackUrl).ifPresent(channel -> after.put(config.name(), channel));
      }
    }
    channels = Map.copyOf(after);
    after.values().stream().filter(made -> !before.containsValue(made)).forEach(this::announce);
    return before.values().stream().filter(old -> !after.containsValue(old)).toList();
  }

  /** A URL for callbacks concerns an adapter that takes them, and no other. */
  private static boolean calledBackAt(@Nullable URI callbackUrl, ConfiguredChannel channel) {
    return Objects.equals(channel.callbackUrl(), callbackUrl)
        || channel.ability(Inbound.class).isEmpty();
  }

  /** Where a service calls back; null while {@code client_url} is a loopback address. */
  private static @Nullable URI callbackUrl(URI clientUrl, String channel) {
    return LinkFactory.loopback(clientUrl.getHost())
        ? null
        : URI.create(clientUrl.toString().replaceAll("/+$", "") + "/callbacks/" + channel);
  }

  /**
   * Registers the listener for channels whose adapter can listen. It is called now for each of
   * them, and later for each that is made.
   */
  public synchronized void whenMade(BiConsumer<String, Inbound> listener) {
    whenMade = listener;
    channels.values().forEach(this::announce);
  }

  /** A channel whose jar is held by its listening has to be made again. */
  private void announce(ConfiguredChannel channel) {
    channel
        .ability(Inbound.class)
        .ifPresent(inbound -> {
          whenMade.accept(channel.name(), inbound);
          channel
              .hold()
              .ifPresent(why ->
                  unmade.put(
                      channel.name(),
                      new Unmade(channel.config(), channel.callbackUrl(), why, System.nanoTime())));
        });
  }

  /**
   * Makes channels again that could not be made, once their jar may be called again. To be called
   * now and then.
   *
   * @return those that work now
   */
  public synchronized List<String> remake() {
    List<String> made = new ArrayList<>();
    for (Unmade each : List.copyOf(unmade.values())) {
      String name = each.config().name();
      if (each.due()) {
        Map<String, ConfiguredChannel> after = new HashMap<>(channels);
        Optional.ofNullable(after.remove(name)).ifPresent(ChannelRegistry::close);
        Optional<ConfiguredChannel> again = made(each.config(), each.callbackUrl());
        again.ifPresent(channel -> after.put(name, channel));
        channels = Map.copyOf(after);
        again.ifPresent(this::announce);
        again.filter(channel -> channel.hold().isEmpty()).ifPresent(_ -> made.add(name));
      }
    }
    return made;
  }

  /** Empty when the adapter cannot be made: deliveries of the channel wait then. */
  private Optional<ConfiguredChannel> made(ChannelConfig config, @Nullable URI callbackUrl) {
    unmade.remove(config.name());
    try {
      AdapterServices services = new AdapterServices(config.name(), clock, timeLimit, callbackUrl);
      return Optional.of(
          new ConfiguredChannel(
              config, callbackUrl, config.provider().create(config.settings(), services)));
    } catch (RuntimeException e) {
      log.error(
          "The adapter of channel {} could not be made ({}); what is for it waits: {}",
          config.name(),
          config.origin(),
          e.getMessage());
      unmade.put(
          config.name(),
          new Unmade(config, callbackUrl, String.valueOf(e.getMessage()), System.nanoTime()));
      return Optional.empty();
    }
  }

  @Override
  public Map<String, String> holds() {
    Map<String, String> holds = new TreeMap<>(absent);
    unmade.forEach((name, each) -> holds.put(name, each.why()));
    channels.forEach((name, channel) -> channel.hold().ifPresent(why -> holds.put(name, why)));
    return holds;
  }

  @Override
  public Optional<Channel> channel(String name) {
    return Optional.ofNullable(channels.get(name));
  }

  /** Whether a channel can edit messages. */
  public boolean editable(String name) {
    return ability(name, Editable.class).isPresent();
  }

  @Override
  public Collection<Channel> all() {
    return List.copyOf(channels.values());
  }

  /** Side by side: adapters that hang cost the time limit of one. */
  @Override
  public synchronized void close() {
    List<Thread> closing =
        channels.values().stream()
            .map(channel -> Thread.startVirtualThread(() -> close(channel)))
            .toList();
    try {
      for (Thread each : closing) {
        each.join();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    channels = Map.of();
  }

  public static void close(ConfiguredChannel channel) {
    try {
      channel.close();
    } catch (RuntimeException e) {
      log.warn(
          "The adapter of channel {} did not close cleanly: {}", channel.name(), e.getMessage());
    }
  }
}
