package org.messgateway.gateway.dispatch;

import java.util.Optional;
import org.messgateway.api.Address;
import org.messgateway.gateway.queue.Identity;

/** What the poller of accepted tasks needs to know of them. */
@FunctionalInterface
public interface PolledTasks {

  /**
   * Where the task of a delivery is asked about; empty when nobody waits for its answer any more:
   * it has ended, or its executor is not reached there any more. May read the store.
   */
  Optional<Address> address(Identity identity);
}
