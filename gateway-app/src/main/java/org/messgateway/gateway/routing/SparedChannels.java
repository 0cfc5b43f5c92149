package org.messgateway.gateway.routing;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.messgateway.api.Audience;
import org.messgateway.gateway.routing.NotifyPlan.ChannelAddress;

/**
 * Who is not told unasked, and over which channels nobody is, where a task requires no capability
 * and no rule names anybody. They may take the task all the same. Source: docs/rules.md#spared.
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

  /** Whether an executor is told only when nobody else is left. */
  boolean spares(Executor executor, List<ChannelAddress> usable) {
    return !executor.preferences().anyTask().orElseGet(() -> usable.stream().anyMatch(people()));
  }

  /**
   * The channels of an executor that cost money and are not used while a free one for people is. An
   * order that somebody wrote says itself when they are.
   */
  List<ChannelAddress> needless(Executor executor, List<ChannelAddress> usable) {
    Predicate<ChannelAddress> costly = at -> paid.contains(at.channel());
    boolean needless =
        !executor.notifyPlan().inOrder()
            && !executor.preferences().anyTask().orElse(false)
            && usable.stream().anyMatch(people().and(costly.negate()));
    return needless ? usable.stream().filter(costly).toList() : List.of();
  }

  private Predicate<ChannelAddress> people() {
    return at -> !machines.contains(at.channel());
  }
}
