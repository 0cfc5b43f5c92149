package org.messgateway.gateway.queue.jdbc;

import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

/** Long keys in SQLite, whose indexes take any. */
final class SqliteLongKeysTest extends LongKeysContract {

  @TempDir private Path folder;

  @Override
  protected OpenedQueue open() {
    return SqliteStore.in(folder, clock).open("node-1");
  }
}
