package org.messgateway.gateway.queue.jdbc;

import java.nio.file.Path;
import java.time.InstantSource;
import org.messgateway.gateway.queue.DeliveryQueue;
import org.messgateway.gateway.queue.QueueDatabase;

/** Where the whole store of a test is kept, queue and journal. */
interface StoreDatabase extends QueueDatabase {

  /** An empty store, not opened yet, which keeps what is put there when it is opened again. */
  QueueStore empty(Path folder, InstantSource clock);

  @Override
  default DeliveryQueue openEmpty(Path folder, InstantSource clock) {
    return empty(folder, clock).open("node-1").queue();
  }
}
