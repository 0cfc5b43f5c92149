package org.messgateway.gateway.queue.jdbc;

import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

/** The journal in a real SQLite file. */
final class SqliteJournalTest extends JournalContract {

  @TempDir Path folder;

  @Override
  protected OpenedQueue open() {
    return SqliteStore.in(folder, clock).open("node-1");
  }
}
