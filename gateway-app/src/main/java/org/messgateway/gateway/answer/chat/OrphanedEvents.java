package org.messgateway.gateway.answer.chat;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.messgateway.api.Inbound;
import org.messgateway.api.InboundListener;
import org.messgateway.gateway.dispatch.Channel;
import org.messgateway.gateway.dispatch.Channels;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Events that a stopped gateway acknowledged and did not finish. Where several gateways share a
 * store, the first to notice hands them to its own adapters; a single gateway leaves none.
 */
public final class OrphanedEvents {

  private static final Logger log = LoggerFactory.getLogger(OrphanedEvents.class);

  private final Channels channels;
  private final Map<String, ChannelInbound> inbounds = new ConcurrentHashMap<>();

  public OrphanedEvents(Channels channels) {
    this.channels = channels;
  }

  /** Sets the handler of a channel, in place of an earlier one. */
  public void listens(String channel, ChannelInbound inbound) {
    inbounds.put(channel, inbound);
  }

  /** Looks once at all channels. */
  public void turn() {
    for (Channel channel : channels.all()) {
      channel.ability(Inbound.class).ifPresent(adapter -> handOver(channel.name(), adapter));
    }
  }

  private static void handOn(
      String channel, Inbound adapter, List<InboundListener.StoredEvent> events) {
    try {
      adapter.resume(events);
    } catch (RuntimeException e) {
      log.error(
          "Channel {} did not take {} events of what people did. They are kept, and worked through"
              + " when this gateway is started again: {}",
          channel,
          events.size(),
          e.toString());
    }
  }

  private void handOver(String channel, Inbound adapter) {
    ChannelInbound inbound = inbounds.get(channel);
    List<InboundListener.StoredEvent> events = inbound == null ? List.of() : inbound.left();
    if (!events.isEmpty()) {
      log.info(
          "Channel {}: a gateway that is gone left {} events of what people did; this one works"
              + " them through.",
          channel,
          events.size());
      handOn(channel, adapter, events);
    }
  }
}
