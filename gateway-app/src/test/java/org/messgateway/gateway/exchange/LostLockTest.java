package org.messgateway.gateway.exchange;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.messgateway.api.mess.ThreadFolder.EXECUTING;
import static org.messgateway.api.mess.ThreadFolder.RECEIVED;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.messgateway.api.mess.HistoryEntry;
import org.messgateway.gateway.exchange.ExchangeWriteException.Reason;

/** A gateway whose lock was taken by another while it was held up changes nothing any more. */
final class LostLockTest {

  private static final String NAME = "2026-11-20-001";
  private static final Ref REF = new Ref(NAME);

  @TempDir Path temp;
  @TempDir Path beside;
  private Sandbox sandbox;
  private ThreadWriter writer;
  private boolean lost = true;
  private Runnable released = () -> {};

  private final class Lock implements ClusterLocks.Held {

    @Override
    public boolean stands() {
      return !lost;
    }

    @Override
    public void close() {
      // Another has it.
      released.run();
    }
  }

  @BeforeEach
  void aGatewayThatLosesItsLocks() {
    sandbox = new Sandbox(temp);
    writer = exchange().writer();
  }

  private Exchange exchange() {
    return exchange((Ref _, Duration _) -> Optional.of(new Lock()));
  }

  private Exchange exchange(ClusterLocks locks) {
    return new Exchange(
        sandbox.directory,
        ExchangeLimits.DEFAULT,
        sandbox::now,
        sandbox::nanos,
        locks,
        LargeWork.ofHeap());
  }

  @Test
  void aThreadIsNotMadeAFolder() throws IOException {
    Path flat = sandbox.old(sandbox.flat(RECEIVED, NAME), Sandbox.thread(NAME));
    Path photo = Files.writeString(beside.resolve("photo.jpg"), "a photo");
    NewAttachment attachment = new NewAttachment("image", "photo.jpg", photo);

    assertBusy(() -> writer.attach(REF, List.of(attachment)));
    assertTrue(Files.exists(flat));
    assertFalse(Files.exists(sandbox.head(RECEIVED, NAME)));

    lost = false;
    writer.attach(REF, List.of(attachment));
    assertTrue(Files.exists(sandbox.head(RECEIVED, NAME)));
  }

  @Test
  void aThreadIsNotMoved() throws IOException {
    String taken = Sandbox.thread(NAME, "claimed");
    Path received = sandbox.old(sandbox.flat(RECEIVED, NAME), taken);

    assertBusy(() -> writer.settle(REF));
    assertTrue(Files.exists(received));

    lost = false;
    writer.settle(REF);
    assertTrue(Files.exists(sandbox.flat(EXECUTING, NAME)));
  }

  @Test
  void whatWasWrittenIsReadBeforeAnotherMayWrite() throws IOException {
    lost = false;
    Path flat = sandbox.old(sandbox.flat(RECEIVED, NAME), Sandbox.thread(NAME));
    released = () -> sandbox.old(flat, "half a th");

    assertEquals(REF, writer.write(REF, _ -> null).ref());
    assertEquals("half a th", Files.readString(flat));
  }

  @Test
  void historyOfManyIsNotWritten() throws IOException {
    assertNoHistory(exchange(), Reason.BUSY);
  }

  @Test
  void historyOfManyIsNotWrittenWhereTheLocksCannotBeAskedFor() throws IOException {
    assertNoHistory(
        exchange((_, _) -> {
          throw new IOException("the store is away");
        }),
        Reason.FAILED);
  }

  private void assertNoHistory(Exchange exchange, Reason reason) throws IOException {
    HistoryEntry entry = new HistoryEntry(HistoryEntry.DISPATCHED, Sandbox.START, "exchange", null);
    List<Path> files = new ArrayList<>();
    List<HistoryUpdate> updates = new ArrayList<>();
    for (String name : List.of(NAME, "2026-11-20-002", "2026-11-20-003")) {
      files.add(sandbox.old(sandbox.flat(RECEIVED, name), Sandbox.thread(name)));
      updates.add(new HistoryUpdate(new Ref(name), null, _ -> List.of(entry)));
    }
    List<Reason> failed = new ArrayList<>();
    exchange
        .writer()
        .appendHistories(
            updates,
            new HistoryUpdate.HistoryOutcome() {
              @Override
              public void written(Ref ref) {
                throw new AssertionError(ref + " was written");
              }

              @Override
              public boolean failed(Ref ref, ExchangeWriteException failure) {
                failed.add(failure.reason());
                return true;
              }
            });

    assertEquals(List.of(reason, reason, reason), failed);
    for (Path file : files) {
      assertFalse(Files.readString(file).contains(HistoryEntry.DISPATCHED), file.toString());
    }
    try (Stream<Path> all = Files.list(sandbox.top(RECEIVED))) {
      assertEquals(files.size(), all.count());
    }
  }

  @FunctionalInterface
  private interface Writing {
    void run() throws IOException;
  }

  private static void assertBusy(Writing writing) {
    ExchangeWriteException refused =
        assertThrows(ExchangeWriteException.class, () -> writing.run());
    assertEquals(Reason.BUSY, refused.reason());
  }
}
