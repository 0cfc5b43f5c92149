package org.messgateway.gateway.config;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The channels that executors use, each with the place of its first address. */
final class ChannelUses {

  /** The first address of a channel. */
  record Use(String executor, ConfigValue written) {}

  private final Map<String, Use> first = new LinkedHashMap<>();

  void add(String channel, String executor, ConfigValue written) {
    first.putIfAbsent(channel, new Use(executor, written));
  }

  Optional<Use> of(String channel) {
    return Optional.ofNullable(first.get(channel));
  }

  Set<String> channels() {
    return first.keySet();
  }
}
