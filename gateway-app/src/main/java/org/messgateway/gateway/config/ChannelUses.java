package org.messgateway.gateway.config;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Which channels somebody is to be told by, and where that is written first. */
final class ChannelUses {

  /** The first address on a channel. */
  record Use(String executor, Value written) {}

  private final Map<String, Use> first = new LinkedHashMap<>();

  void add(String channel, String executor, Value written) {
    first.putIfAbsent(channel, new Use(executor, written));
  }

  Optional<Use> of(String channel) {
    return Optional.ofNullable(first.get(channel));
  }

  Set<String> channels() {
    return first.keySet();
  }
}
