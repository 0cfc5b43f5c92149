package org.messgateway.gateway.routing;

import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.messgateway.api.Audience;

/**
 * Channels that are spared where a task requires no capability. Source: docs/rules.md#spared.
 *
 * @param machines channels that only machines read, by name; none whose adapter is missing, because
 *     nobody knows then who reads it
 * @param paid channels whose messages cost money
 */
public record SparedChannels(Set<String> machines, Set<String> paid) {

  public SparedChannels {
    machines = Set.copyOf(machines);
    paid = Set.copyOf(paid);
  }

  /** Where no message costs money. */
  static SparedChannels of(Map<String, Audience> audiences) {
    return new SparedChannels(
        audiences.entrySet().stream()
            .filter(each -> each.getValue() == Audience.MACHINES)
            .map(Map.Entry::getKey)
            .collect(Collectors.toSet()),
        Set.of());
  }
}
