package org.messgateway.gateway;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.messgateway.api.Ear;
import org.messgateway.api.Inbound;
import org.messgateway.gateway.dispatch.Channel;
import org.messgateway.gateway.dispatch.Channels;
import org.messgateway.gateway.inbound.ChannelEar;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What people did and a gateway acknowledged that is gone now: where several share a store, the
 * first to notice has its own adapters work it through. Where one has a store to itself nothing is
 * ever left.
 */
final class LeftEvents {

  private static final Logger log = LoggerFactory.getLogger(LeftEvents.class);

  private final Channels channels;
  private final Map<String, ChannelEar> ears = new ConcurrentHashMap<>();

  LeftEvents(Channels channels) {
    this.channels = channels;
  }

  /** A channel listens from now on with this ear, and with none of before. */
  void listens(String channel, ChannelEar ear) {
    ears.put(channel, ear);
  }

  /** Looks once at all channels. */
  boolean turn() {
    for (Channel channel : channels.all()) {
      channel.ability(Inbound.class).ifPresent(adapter -> look(channel.name(), adapter));
    }
    return false;
  }

  private static void handOn(String channel, Inbound adapter, List<Ear.Kept> left) {
    try {
      adapter.takeOver(left);
    } catch (RuntimeException e) {
      log.error(
          "Channel {} did not take {} events of what people did. They are kept, and worked through"
              + " when this gateway is started again: {}",
          channel,
          left.size(),
          e.toString());
    }
  }

  private void look(String channel, Inbound adapter) {
    ChannelEar ear = ears.get(channel);
    List<Ear.Kept> left = ear == null ? List.of() : ear.left();
    if (!left.isEmpty()) {
      log.info(
          "Channel {}: a gateway that is gone left {} events of what people did; this one works"
              + " them through.",
          channel,
          left.size());
      handOn(channel, adapter, left);
    }
  }
}
