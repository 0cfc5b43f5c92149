package org.messgateway.gateway.inbound;

import java.net.URI;
import java.util.Optional;
import org.messgateway.gateway.queue.DeliveryRow;

/** Tasks as the exchange has them now. Blocks while one is read; safe for all threads. */
public interface Tasks {

  /** Empty when there is none, or none that can be read now. */
  Optional<Task> task(String exchange, String ref);

  /** Where to answer on a page; empty when no link would work where this message went. */
  Optional<URI> page(DeliveryRow told);
}
