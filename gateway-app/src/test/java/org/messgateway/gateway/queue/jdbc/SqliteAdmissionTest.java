package org.messgateway.gateway.queue.jdbc;

import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

/** Admission in SQLite. */
final class SqliteAdmissionTest extends AdmissionContract {

  @TempDir private Path folder;

  @Override
  protected OpenedQueue open() {
    return SqliteStore.in(folder, clock).open("node-1");
  }
}
