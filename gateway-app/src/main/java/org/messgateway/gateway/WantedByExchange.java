package org.messgateway.gateway;

import java.util.Map;
import org.messgateway.gateway.dispatch.Decision;
import org.messgateway.gateway.dispatch.Wanted;
import org.messgateway.gateway.queue.TakenDelivery;

/** Asks whoever knows the exchange a delivery belongs to; what the gateway says itself has one. */
record WantedByExchange(Wanted tasks, Map<String, Wanted> own) implements Wanted {

  @Override
  public long weight(TakenDelivery taken) {
    return of(taken).weight(taken);
  }

  @Override
  public Decision wanted(TakenDelivery taken) {
    return of(taken).wanted(taken);
  }

  private Wanted of(TakenDelivery taken) {
    return own.getOrDefault(taken.identity().exchange(), tasks);
  }
}
