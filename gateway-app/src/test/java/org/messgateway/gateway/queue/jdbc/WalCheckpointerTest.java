package org.messgateway.gateway.queue.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/** What stands in SQLite's log gets into its file while commits go on. */
final class WalCheckpointerTest {

  private static final int PAGE = 4096;

  /** From so many on the writer itself makes a checkpoint. */
  private static final int LAST_RESORT = 16_384;

  /** What has come since the last look is not copied yet. */
  private static final int LOOKED_AT = 4_096;

  @TempDir Path folder;
  private final AtomicBoolean broken = new AtomicBoolean();
  private final ListAppender<ILoggingEvent> log = new ListAppender<>();
  private SqliteDialect dialect;
  private SqlSession writing;
  private WalCheckpointer walCheckpointer;

  @BeforeEach
  void open() throws SQLException {
    logger().addAppender(log);
    log.start();
    dialect = new SqliteDialect(file());
    writing = new SqlSession(dialect.connectForWriting());
    writing.update("CREATE TABLE filler (bytes BLOB)");
    walCheckpointer = new WalCheckpointer(this::connect);
  }

  @AfterEach
  void close() throws SQLException {
    walCheckpointer.close();
    writing.close();
    logger().detachAppender(log);
  }

  private static Logger logger() {
    return (Logger) LoggerFactory.getLogger(WalCheckpointer.class);
  }

  private Path file() {
    return folder.resolve(SqliteStore.FILE);
  }

  private Connection connect() throws SQLException {
    if (broken.get()) {
      throw new SQLException("no more descriptors");
    }
    return dialect.connectForWriting();
  }

  /** Commits so many pages, some in each group. */
  private void commit(int pages, int each) throws SQLException {
    for (int group = 0; group < pages / each; group++) {
      writing.update("BEGIN IMMEDIATE");
      for (int page = 0; page < each; page++) {
        writing.update("INSERT INTO filler VALUES (zeroblob(3500))");
      }
      writing.update("COMMIT");
      walCheckpointer.committed(writing);
    }
  }

  private long fileSize() {
    try {
      return Files.size(file());
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static void await(String what, BooleanSupplier reached) {
    long end = System.nanoTime() + Duration.ofSeconds(60).toNanos();
    while (!reached.getAsBoolean()) {
      assertTrue(System.nanoTime() < end, what);
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
    }
  }

  @Test
  void whatIsInTheLogGetsIntoTheFileWithoutTheWriter() throws SQLException {
    commit(12_000, 100);
    await("copied", () -> fileSize() > (12_000 - 2L * LOOKED_AT) * PAGE);
  }

  @Test
  void theLogBeginsAnewHoweverLongCommitsGoOn() throws SQLException, IOException {
    commit(3 * LAST_RESORT, 100);
    long log = Files.size(folder.resolve(SqliteStore.FILE + "-wal"));
    assertTrue(log < 3L * LAST_RESORT / 2 * PAGE, "bytes of the log: " + log);
  }

  /** So that the log begins anew and needs no more room. */
  @Test
  void whereTheDiskIsFullTheLogIsCopiedHoweverShortItIs() throws SQLException {
    commit(1_000, 100);
    long before = fileSize();
    assertTrue(before < 100 * PAGE, "nothing was copied yet: " + before);
    walCheckpointer.full();
    await("copied", () -> fileSize() > 900L * PAGE);
  }

  @Test
  void aCopyThatFailsIsToldOnceAndMadeWhenItCanBe() throws SQLException {
    broken.set(true);
    commit(4_000, 100);
    await("told", () -> !log.list.isEmpty());
    commit(2_000, 100);
    assertEquals(
        List.of(
            "The queue's log could not be copied into its file: no more descriptors. It grows until"
                + " that works again."),
        log.list.stream().map(ILoggingEvent::getFormattedMessage).toList());
    broken.set(false);
    commit(9_000, 100);
    await("copied", () -> fileSize() > (15_000 - 2L * LOOKED_AT) * PAGE);
  }
}
