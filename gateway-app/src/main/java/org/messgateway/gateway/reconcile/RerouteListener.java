package org.messgateway.gateway.reconcile;

import java.time.Duration;
import java.time.Instant;
import org.messgateway.gateway.config.CurrentConfig;
import org.messgateway.gateway.dispatch.DeliveryEvents;
import org.messgateway.gateway.exchange.Exchanges;
import org.messgateway.gateway.exchange.Ref;
import org.messgateway.gateway.queue.DeliverySource;
import org.messgateway.gateway.queue.DeliveryState;
import org.messgateway.gateway.queue.Identity;

/** Reconciles a thread again when the outcome of a delivery may open the next channel or step. */
public final class RerouteListener implements DeliveryEvents {

  private final Exchanges exchanges;
  private final CurrentConfig configuration;

  public RerouteListener(Exchanges exchanges, CurrentConfig configuration) {
    this.exchanges = exchanges;
    this.configuration = configuration;
  }

  @Override
  public void settled(Identity identity, DeliveryState state) {
    // A delivery that arrived changes nothing, unless the next channel waits for its answer.
    if (state != DeliveryState.DELIVERED || inOrder(identity)) {
      reroute(identity);
    }
  }

  @Override
  public void waits(Identity identity, Instant until) {
    reroute(identity);
  }

  private boolean inOrder(Identity identity) {
    return configuration
        .get()
        .catalogue()
        .executor(identity.executor())
        .filter(executor -> executor.notifyPlan().inOrder())
        .isPresent();
  }

  private void reroute(Identity identity) {
    // The gateway's own deliveries are about no thread.
    if (identity.source() == DeliverySource.TASK) {
      exchanges
          .of(identity.exchange())
          .ifPresent(each -> each.changed().again(new Ref(identity.ref()), Duration.ZERO));
    }
  }
}
