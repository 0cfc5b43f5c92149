package org.messgateway.gateway;

import java.time.InstantSource;
import java.util.Collection;
import java.util.List;
import org.messgateway.gateway.queue.DeliveryQueue;
import org.messgateway.gateway.respond.Control;

/** Lets commands send again what came to nothing, and at once what waits. */
record QueueControl(List<String> exchanges, DeliveryQueue queue, InstantSource clock)
    implements Control {

  @Override
  public int replay(Collection<String> ids) {
    return queue.replay(ids);
  }

  @Override
  public int releaseHeld() {
    return exchanges.stream()
        .mapToInt(exchange -> StaleThreads.release(queue, exchange, clock.instant()))
        .sum();
  }

  @Override
  public int probe(Collection<Lane> lanes) {
    lanes.forEach(lane -> queue.probeNow(lane.channel(), lane.address()));
    return lanes.size();
  }
}
