package org.messgateway.gateway.http;

import java.time.InstantSource;
import java.util.Collection;
import java.util.List;
import org.messgateway.gateway.queue.DeliveryQueue;
import org.messgateway.gateway.reconcile.InitialBacklog;

/**
 * Operations of commands on the queue: replay failed deliveries, release held threads, probe lanes.
 */
public record ControlService(List<String> exchanges, DeliveryQueue queue, InstantSource clock)
    implements Control {

  @Override
  public int replay(Collection<String> ids) {
    return queue.replay(ids);
  }

  @Override
  public int releaseHeld() {
    return exchanges.stream()
        .mapToInt(exchange -> InitialBacklog.release(queue, exchange, clock.instant()))
        .sum();
  }

  @Override
  public int probe(Collection<Lane> lanes) {
    lanes.forEach(lane -> queue.probeNow(lane.channel(), lane.address()));
    return lanes.size();
  }
}
