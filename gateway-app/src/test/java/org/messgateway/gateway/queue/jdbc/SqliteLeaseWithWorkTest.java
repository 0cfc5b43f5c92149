package org.messgateway.gateway.queue.jdbc;

import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

/** Leases with work in SQLite. */
final class SqliteLeaseWithWorkTest extends CommitTimeLeasingContract {

  @TempDir private Path folder;

  @Override
  protected OpenedQueue open() {
    return SqliteStore.in(folder, clock).open("node-1");
  }
}
