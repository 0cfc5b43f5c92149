package org.messgateway.gateway.queue.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.messgateway.gateway.queue.Sample.EXCHANGE;
import static org.messgateway.gateway.queue.Sample.reconcile;
import static org.messgateway.gateway.queue.Sample.wish;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.messgateway.gateway.queue.AttemptRow;
import org.messgateway.gateway.queue.DeliveryFilter;
import org.messgateway.gateway.queue.DeliveryQueue;
import org.messgateway.gateway.queue.DeliveryState;
import org.messgateway.gateway.queue.LaneLease;
import org.messgateway.gateway.queue.MovableClock;
import org.messgateway.gateway.queue.QueueException;
import org.messgateway.gateway.queue.QueueException.StoreFailure;
import org.messgateway.gateway.queue.Sample;
import org.messgateway.gateway.queue.TakenDelivery;

/** The file of the queue: made, killed, damaged, deleted, too new. */
final class SqliteStoreTest {

  @TempDir Path folder;
  private final MovableClock clock = new MovableClock();

  private OpenedQueue open() {
    return open(folder);
  }

  private OpenedQueue open(Path where) {
    return SqliteStore.in(where, clock).open("node-1");
  }

  private Path file() {
    return folder.resolve(SqliteStore.FILE);
  }

  @Test
  void onlyTheOwnerMayReadTheFileAndItsCompanions() throws IOException {
    OpenedQueue opened = open();
    try (DeliveryQueue queue = opened.queue()) {
      reconcile(queue, "r1", wish("r1", "roomba", "http://a"));

      assertTrue(opened.fresh());
      assertNull(opened.setAside());
      for (String suffix : List.of("", "-wal", "-shm")) {
        Path one = folder.resolve(SqliteStore.FILE + suffix);
        assertEquals(
            "rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(one)), suffix);
      }
    }
  }

  @Test
  void whatWasStoredIsThereAfterAStop() {
    try (DeliveryQueue queue = open().queue()) {
      reconcile(queue, "r1", wish("r1", "roomba", "http://a"));
    }
    OpenedQueue again = open();
    try (DeliveryQueue queue = again.queue()) {
      assertFalse(again.fresh());
      assertEquals(0, again.rescued());
      assertEquals(1, queue.deliveries(EXCHANGE, "r1").size());
    }
  }

  @Test
  void afterAKillWhatWasInFlightIsDueNowAndUncertainAndItsLaneIsFree() throws IOException {
    Path killed = folder.resolve("killed");
    Instant taken;
    try (DeliveryQueue queue = open().queue()) {
      reconcile(queue, "r1", wish("r1", "roomba", "http://a"));
      reconcile(queue, "r2", wish("r2", "roomba", "http://a"));
      LaneLease lane = queue.lease(1).getFirst();
      taken = clock.instant();
      assertEquals(1, queue.take(lane, 1).size());
      // The files as a kill would leave them.
      Files.createDirectory(killed);
      for (String suffix : List.of("", "-wal")) {
        String name = SqliteStore.FILE + suffix;
        Files.copy(folder.resolve(name), killed.resolve(name));
      }
    }
    clock.advance(Duration.ofSeconds(3));

    OpenedQueue opened = open(killed);
    try (DeliveryQueue queue = opened.queue()) {
      assertEquals(1, opened.rescued());
      LaneLease lane = queue.lease(1).getFirst();
      List<TakenDelivery> again = queue.take(lane, 9);
      assertEquals(List.of("r1", "r2"), again.stream().map(t -> t.identity().ref()).toList());
      assertEquals(taken, again.getFirst().uncertainSince());
      assertEquals(2, again.getFirst().attempt());
      assertNull(again.get(1).uncertainSince());
      AttemptRow lost = queue.attempts(again.getFirst().id()).getFirst();
      assertEquals("deferred", lost.outcome());
      assertEquals(taken, lost.startedAt());
    }
  }

  @Test
  void whatWasInFlightAndNotWantedAnyMoreIsWithdrawnAfterAKill() {
    try (DeliveryQueue queue = open().queue()) {
      reconcile(queue, "r1", wish("r1", "roomba", "http://a"));
      queue.take(queue.lease(1).getFirst(), 1);
      reconcile(queue, "r1");
    }
    try (DeliveryQueue queue = open().queue()) {
      assertEquals(DeliveryState.WITHDRAWN, queue.deliveries(EXCHANGE, "r1").getFirst().state());
    }
  }

  @Test
  void aFileThatIsNoDatabaseIsSetAsideAndTheQueueStartsEmpty() throws IOException {
    Files.writeString(file(), "this was a queue once\n".repeat(500));

    OpenedQueue opened = open();
    try (DeliveryQueue queue = opened.queue()) {
      Path setAside = opened.setAside();
      assertNotNull(setAside);
      assertTrue(setAside.getFileName().toString().startsWith("queue.db.corrupt-"));
      assertTrue(Files.readString(setAside).startsWith("this was a queue once"));
      assertTrue(opened.fresh());
      reconcile(queue, "r1", wish("r1", "roomba", "http://a"));
      assertEquals(1, queue.find(DeliveryFilter.ALL, 9).size());
    }
  }

  @Test
  void aFileWithDamagedPagesIsSetAsideWithItsLog() throws IOException {
    try (DeliveryQueue queue = open().queue()) {
      for (int i = 0; i < 50; i++) {
        reconcile(queue, "r" + i, wish("r" + i, "roomba", "http://a"));
      }
    }
    byte[] bytes = Files.readAllBytes(file());
    Arrays.fill(bytes, 8192, bytes.length - 4096, (byte) 0x5a);
    Files.write(file(), bytes);

    OpenedQueue opened = open();
    try (DeliveryQueue queue = opened.queue()) {
      assertNotNull(opened.setAside());
      assertEquals(List.of(), queue.find(DeliveryFilter.ALL, 9));
    }
  }

  /** Of a large file only the head is read at a start. */
  @Test
  void whatWasFoundDamagedIsSetAsideHoweverWholeItLooks() throws IOException {
    open().queue().close();
    Path whole = Files.copy(file(), folder.resolve("whole"));
    try (DeliveryQueue queue = open().queue()) {
      byte[] bytes = Files.readAllBytes(file());
      Arrays.fill(bytes, 4096, bytes.length, (byte) 0x5a);
      Files.write(file(), bytes);
      assertThrows(
          QueueException.class, () -> reconcile(queue, "r1", wish("r1", "roomba", "http://a")));
      assertTrue(queue.damaged());
    }
    Files.copy(whole, file(), StandardCopyOption.REPLACE_EXISTING);

    OpenedQueue opened = open();
    assertNotNull(opened.setAside());
    opened.queue().close();
    OpenedQueue again = open();
    try (DeliveryQueue queue = again.queue()) {
      assertNull(again.setAside(), "once");
      assertFalse(queue.damaged());
    }
  }

  @Test
  void aDeletedQueueIsMadeAnewEvenWhenItsLogWasLeftBehind() throws IOException {
    try (DeliveryQueue queue = open().queue()) {
      reconcile(queue, "r1", wish("r1", "roomba", "http://a"));
      Files.copy(folder.resolve("queue.db-wal"), folder.resolve("kept"));
    }
    Files.delete(file());
    Files.copy(folder.resolve("kept"), folder.resolve("queue.db-wal"));

    OpenedQueue opened = open();
    try (DeliveryQueue queue = opened.queue()) {
      assertTrue(opened.fresh());
      assertEquals(List.of(), queue.openThreads(EXCHANGE, "", 9));
      // What history says was delivered is not sent again.
      Sample.Wish wish = wish("r1", "roomba", "http://a");
      queue.reconcile(Sample.thread("r1"), Set.of(), List.of(wish.wanted()), Set.of(wish.id()));
      assertEquals(List.of(), queue.lease(1));
    }
  }

  @Test
  void aQueueOfANewerGatewayIsRefusedAndLeftAsItIs() {
    try (JdbcDeliveryQueue queue = (JdbcDeliveryQueue) open().queue()) {
      queue.write(session ->
          session.update(
              "INSERT INTO schema_version (number, name, applied_at) VALUES (99, 'x', 0)"));
    }

    QueueException failure = assertThrows(QueueException.class, this::open);

    assertEquals(StoreFailure.TOO_NEW, failure.trouble());
    assertTrue(failure.getMessage().contains("schema 99"), failure.getMessage());
    assertTrue(Files.exists(file()));
  }

  @Test
  void aDirectoryThatCannotBeMadeIsToldWithItsPath() throws IOException {
    Path inTheWay = Files.createFile(folder.resolve("file"));

    QueueException failure =
        assertThrows(QueueException.class, () -> open(inTheWay.resolve(".gateway")));

    assertEquals(StoreFailure.READ_ONLY, failure.trouble());
    assertTrue(failure.getMessage().contains(inTheWay.toString()), failure.getMessage());
  }

  @Test
  void aCommandReadsBesideTheRunningGatewayAndChangesNothing() {
    try (DeliveryQueue queue = open().queue()) {
      reconcile(queue, "r1", wish("r1", "roomba", "http://a"));
      queue.take(queue.lease(1).getFirst(), 1);

      try (QueueReader reader = SqliteStore.in(folder, clock).openToRead()) {
        assertEquals(DeliveryState.SENDING, reader.deliveries(EXCHANGE, "r1").getFirst().state());
        assertEquals(1, reader.openThreads(EXCHANGE, "", 9).size());
        assertThrows(
            QueueException.class, () -> reader.read(s -> s.update("DELETE FROM delivery")));
      }
      assertEquals(DeliveryState.SENDING, queue.deliveries(EXCHANGE, "r1").getFirst().state());
    }
  }

  @Test
  void readingWhereNothingWasRunSaysSo() {
    QueueException failure =
        assertThrows(
            QueueException.class, () -> SqliteStore.in(folder, clock).openToRead().close());

    assertTrue(failure.getMessage().contains("no queue"), failure.getMessage());
    assertFalse(Files.exists(file()));
  }

  @Test
  void aUrlMovesTheFileAndAForeignOneIsRefused() {
    Path elsewhere = folder.resolve("elsewhere.db");
    assertEquals(elsewhere, SqliteStore.at("jdbc:sqlite:" + elsewhere, clock).file());
    for (String wrong : List.of("jdbc:h2:mem", "jdbc:sqlite:", "jdbc:sqlite:/a?mode=ro")) {
      assertThrows(IllegalArgumentException.class, () -> SqliteStore.at(wrong, clock), wrong);
    }
  }

  @Test
  void whatTheDiskSaysIsToldInWords() {
    SqliteDialect dialect = new SqliteDialect(file());
    assertEquals(StoreFailure.FULL, dialect.explain(new SQLException("x", "", 13)).trouble());
    assertEquals(StoreFailure.READ_ONLY, dialect.explain(new SQLException("x", "", 8)).trouble());
    assertEquals(
        StoreFailure.READ_ONLY, dialect.explain(new SQLException("x", "", 1032)).trouble());
    assertEquals(StoreFailure.READ_ONLY, dialect.explain(new SQLException("x", "", 14)).trouble());
    assertEquals(StoreFailure.LOCKED, dialect.explain(new SQLException("x", "", 5)).trouble());
    assertEquals(StoreFailure.DAMAGED, dialect.explain(new SQLException("x", "", 11)).trouble());
    assertEquals(StoreFailure.DAMAGED, dialect.explain(new SQLException("x", "", 26)).trouble());
    assertEquals(StoreFailure.DISK, dialect.explain(new SQLException("x", "", 778)).trouble());
    assertEquals(StoreFailure.REFUSED, dialect.explain(new SQLException("x", "", 1)).trouble());
    QueueException full = dialect.explain(new SQLException("database or disk is full", "", 13));
    assertTrue(full.getMessage().contains("the disk is full"), full.getMessage());
    assertTrue(full.getMessage().contains(file().toString()), full.getMessage());
  }
}
