package org.messgateway.gateway.queue.jdbc;

import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.messgateway.gateway.queue.DeliveryQueue;
import org.messgateway.gateway.queue.DeliveryQueueContract;

/** The queue in a real SQLite file. */
final class SqliteDeliveryQueueTest extends DeliveryQueueContract {

  @TempDir Path folder;

  @Override
  protected DeliveryQueue openEmpty() {
    return SqliteStore.in(folder, clock).open("node-1").queue();
  }
}
