package org.messgateway.gateway;

import java.util.Set;
import org.messgateway.gateway.exchange.Ref;
import org.messgateway.gateway.exchange.ThreadLook;
import org.messgateway.gateway.queue.DeliveryFilter;
import org.messgateway.gateway.queue.DeliveryRow;
import org.messgateway.gateway.queue.DeliveryState;
import org.messgateway.gateway.respond.Concerns;

/** Whose a thread is: of those who were told of it or were to be, and of the one who has it. */
final class ExecutorsThreads implements Concerns {

  private static final int FEW = 20;

  private final Parts parts;

  ExecutorsThreads(Parts parts) {
    this.parts = parts;
  }

  @Override
  public boolean executor(String ref, String executor) {
    return Ref.of(ref).filter(known -> told(ref, executor) || holds(known, executor)).isPresent();
  }

  private boolean told(String ref, String executor) {
    DeliveryFilter filter = new DeliveryFilter(ref, executor, null, Set.of(DeliveryState.values()));
    return parts.queue().find(filter, FEW).stream().anyMatch(this::here);
  }

  private boolean here(DeliveryRow row) {
    return row.identity().exchange().equals(parts.exchangeId());
  }

  private boolean holds(Ref ref, String executor) {
    return parts.threads().load(ref) instanceof ThreadLook.Complete complete
        && executor.equals(complete.thread().thread().envelope().executor());
  }
}
