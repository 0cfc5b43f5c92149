package org.messgateway.gateway.queue.jdbc;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.messgateway.gateway.queue.MovableClock;

/** A store for each test of a contract: empty at first, opened when it is asked for. */
abstract class StoreScene implements StoreDatabase {

  final MovableClock clock = new MovableClock();
  private QueueStore store;
  private @Nullable OpenedQueue opened;

  @BeforeEach
  void prepare(@TempDir Path folder) {
    store = empty(folder, clock);
  }

  final OpenedQueue store() {
    if (opened == null) {
      opened = store.open("node-1");
    }
    return opened;
  }

  /** A restart, when the test goes on. */
  @AfterEach
  void close() {
    if (opened != null) {
      opened.queue().close();
      opened = null;
    }
  }
}
