package org.messgateway.gateway.routing;

import java.util.List;
import java.util.function.Predicate;
import org.messgateway.gateway.routing.NotifyPlan.ChannelAddress;

/**
 * Who is not told unasked, and over which channels nobody is, where a task requires no capability
 * and no rule names anybody. They may take the task all the same. Source: docs/rules.md#spared.
 *
 * @param applies whether the task requires no capability
 */
record Sparing(boolean applies, SparedChannels channels) {

  /** Whether an executor is told only when nobody else is left. */
  boolean spares(Executor executor, List<ChannelAddress> usable) {
    return applies
        && !executor.preferences().anyTask().orElseGet(() -> usable.stream().anyMatch(people()));
  }

  /**
   * The channels of an executor that cost money and are not used while a free one for people is. An
   * order that somebody wrote says itself when they are.
   */
  List<ChannelAddress> paid(Executor executor, List<ChannelAddress> usable) {
    Predicate<ChannelAddress> paid = at -> channels.paid().contains(at.channel());
    boolean needless =
        applies
            && !executor.notifyPlan().inOrder()
            && !executor.preferences().anyTask().orElse(false)
            && usable.stream().anyMatch(people().and(paid.negate()));
    return needless ? usable.stream().filter(paid).toList() : List.of();
  }

  private Predicate<ChannelAddress> people() {
    return at -> !channels.machines().contains(at.channel());
  }
}
