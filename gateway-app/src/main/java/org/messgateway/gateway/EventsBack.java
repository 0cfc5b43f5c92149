package org.messgateway.gateway;

import java.time.Duration;
import java.time.Instant;
import org.messgateway.gateway.dispatch.DeliveryEvents;
import org.messgateway.gateway.exchange.Ref;
import org.messgateway.gateway.queue.DeliveryState;
import org.messgateway.gateway.queue.Identity;
import org.messgateway.gateway.routing.Executor;

/** What became of a delivery, back to routing where it may open the next channel or step. */
final class EventsBack implements DeliveryEvents {

  private final Exchanges exchanges;
  private final LiveConfiguration configuration;

  EventsBack(Exchanges exchanges, LiveConfiguration configuration) {
    this.exchanges = exchanges;
    this.configuration = configuration;
  }

  @Override
  public void settled(Identity identity, DeliveryState state) {
    // A delivery that arrived changes nothing, unless the next channel waits for its answer.
    if (state != DeliveryState.DELIVERED || inOrder(identity)) {
      look(identity);
    }
  }

  @Override
  public void waits(Identity identity, Instant until) {
    look(identity);
  }

  private boolean inOrder(Identity identity) {
    Executor executor = configuration.get().catalogue().executors().get(identity.executor());
    return executor != null && executor.notifyPlan().inOrder();
  }

  private void look(Identity identity) {
    // What the gateway itself has to say is no thread, and goes under another name.
    exchanges.all().stream()
        .filter(parts -> parts.exchangeId().equals(identity.exchange()))
        .forEach(parts -> parts.changed().again(new Ref(identity.ref()), Duration.ZERO));
  }
}
