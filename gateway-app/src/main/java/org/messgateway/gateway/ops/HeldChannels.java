package org.messgateway.gateway.ops;

import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.messgateway.gateway.dispatch.Channels;
import org.messgateway.gateway.queue.DeliveryQueue;

/**
 * Tells operators of channels that wait for their adapter, and lets their lanes go on at once when
 * they need not wait any more. One loop calls it.
 */
public final class HeldChannels {

  private final Channels channels;
  private final DeliveryQueue queue;
  private final ActiveTroubles troubles;
  private Set<String> before = Set.of();

  public HeldChannels(Channels channels, DeliveryQueue queue, ActiveTroubles troubles) {
    this.channels = channels;
    this.queue = queue;
    this.troubles = troubles;
  }

  /** Looks once. */
  public void look() {
    Map<String, String> now = channels.holds();
    now.forEach(this::report);
    Set<String> over = new HashSet<>(before);
    over.removeAll(now.keySet());
    before = Set.copyOf(now.keySet());
    over.forEach(this::goOn);
  }

  private void report(String channel, String why) {
    if (!before.contains(channel)) {
      troubles.report(
          new Trouble(
              TroubleCause.ADAPTER,
              channel,
              "Nobody can be told over %s: %s".formatted(channel, why),
              "mend the adapter or put back the one before, then restart the gateway; see:"
                  + " adapters"));
    }
  }

  private void goOn(String channel) {
    troubles.mended(TroubleCause.ADAPTER, channel);
    queue.probeNow(channel, null);
  }
}
