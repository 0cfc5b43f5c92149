package org.messgateway.gateway.answer.chat;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.messgateway.api.Inbound;
import org.messgateway.api.InboundListener;
import org.messgateway.gateway.dispatch.Channel;
import org.messgateway.gateway.dispatch.Channels;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Events that an adapter acknowledged and did not finish before it was closed, or its gateway
 * stopped. Where several gateways share a store, the first to notice that one of them stopped hands
 * them to its own adapters.
 */
public final class OrphanedEvents {

  private static final Logger log = LoggerFactory.getLogger(OrphanedEvents.class);

  private final Channels channels;
  private final Map<String, ChannelInbound> inbounds = new ConcurrentHashMap<>();
  private final Set<String> closed = ConcurrentHashMap.newKeySet();

  public OrphanedEvents(Channels channels) {
    this.channels = channels;
  }

  /** Sets the handler of a channel, in place of an earlier one, which is retired. */
  public void listens(String channel, ChannelInbound inbound) {
    Optional.ofNullable(inbounds.put(channel, inbound)).ifPresent(ChannelInbound::retire);
  }

  /** A replaced adapter of a channel is closed: the next turn hands on what it left. */
  public void closed(String channel) {
    closed.add(channel);
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
    List<InboundListener.StoredEvent> events = inbound == null ? List.of() : left(channel, inbound);
    if (!events.isEmpty()) {
      log.info(
          "Channel {}: an adapter that was closed, or a gateway that is gone, left {} events of"
              + " what people did; they are worked through.",
          channel,
          events.size());
      handOn(channel, adapter, events);
    }
  }

  private List<InboundListener.StoredEvent> left(String channel, ChannelInbound inbound) {
    if (!closed.remove(channel)) {
      return inbound.left();
    }
    try {
      return inbound.leftByClosed();
    } catch (RuntimeException e) {
      closed.add(channel);
      throw e;
    }
  }
}
