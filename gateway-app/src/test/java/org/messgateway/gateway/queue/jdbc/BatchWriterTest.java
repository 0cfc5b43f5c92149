package org.messgateway.gateway.queue.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.messgateway.gateway.queue.Completion;
import org.messgateway.gateway.queue.QueueException;
import org.messgateway.gateway.queue.QueueException.StoreFailure;

/** One writer, many callers. */
final class BatchWriterTest {

  private static final String INSERT = "INSERT INTO item (id) VALUES (?)";

  @TempDir Path folder;
  private BatchWriter writer;

  @BeforeEach
  void open() {
    writer = begun();
    writer.write(
        session -> session.update("CREATE TABLE item (id INTEGER PRIMARY KEY, text TEXT)"));
  }

  @AfterEach
  void close() {
    writer.close();
  }

  private long count() {
    return writer.write(session -> session.number("SELECT count(*) FROM item"));
  }

  private void insert(long id) {
    writer.write(session -> session.update(INSERT, id));
  }

  /** Holds the writer up until many wait, so that they go into one group. */
  private void together(List<Runnable> callers) throws InterruptedException, ExecutionException {
    CountDownLatch held = new CountDownLatch(1);
    CountDownLatch busy = new CountDownLatch(1);
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      Future<?> blocker =
          threads.submit(() ->
              writer.write(session -> {
                busy.countDown();
                return await(held);
              }));
      assertTrue(busy.await(10, TimeUnit.SECONDS));
      List<Future<?>> all = new ArrayList<>();
      callers.forEach(caller -> all.add(threads.submit(caller)));
      held.countDown();
      blocker.get();
      for (Future<?> one : all) {
        one.get();
      }
    }
  }

  private static boolean await(CountDownLatch latch) {
    try {
      return latch.await(10, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void sixtyFourCallersAtOnceAreAllStored() throws Exception {
    List<Runnable> callers = new ArrayList<>();
    for (int caller = 0; caller < 64; caller++) {
      int first = caller * 100;
      callers.add(() -> {
        for (int i = 0; i < 20; i++) {
          insert(first + i);
        }
      });
    }

    together(callers);

    assertEquals(64 * 20, count());
  }

  @Test
  void aFailingUnitFailsAloneAndItsNeighboursAreStoredOnce() throws Exception {
    insert(7);
    List<Runnable> callers = new ArrayList<>();
    for (int i = 100; i < 150; i++) {
      long id = i;
      callers.add(() -> insert(id));
    }
    callers.add(
        25,
        () -> {
          QueueException failure =
              assertThrows(
                  QueueException.class,
                  () ->
                      writer.write(session -> {
                        session.update(INSERT, 8L);
                        return session.update(INSERT, 7L);
                      }));
          assertEquals(StoreFailure.REFUSED, failure.trouble());
        });
    IllegalStateException mistake = new IllegalStateException("a mistake");
    callers.add(
        30,
        () ->
            assertSame(
                mistake,
                assertThrows(
                    IllegalStateException.class,
                    () ->
                        writer.write(session -> {
                          session.update(INSERT, 9L);
                          throw mistake;
                        }))));

    together(callers);

    assertEquals(51, count(), "8 and 9 were rolled back with their units");
  }

  @Test
  void manyUnitsOfOneCallerEndBeforeTheFirstFailureIsThrown() {
    insert(3);
    List<BatchWriter.Unit<Integer>> units = new ArrayList<>();
    for (int i = 0; i < 600; i++) {
      long id = i;
      units.add(session -> session.update(INSERT, id));
    }

    assertThrows(QueueException.class, () -> writer.writeAll(units));

    assertEquals(600, count());
  }

  @Test
  void aFullDiskIsToldToEveryCallerAndWorkGoesOnWhenThereIsSpace() {
    insert(1);
    writer.write(session -> session.number("PRAGMA max_page_count = 3"));
    String large = "x".repeat(100_000);

    for (int i = 0; i < 2; i++) {
      if (i == 1) {
        writer.write(session -> session.number("PRAGMA max_page_count = 3"));
      }
      QueueException full =
          assertThrows(
              QueueException.class,
              () ->
                  writer.write(session ->
                      session.update("INSERT INTO item (id, text) VALUES (2, ?)", large)));
      assertEquals(StoreFailure.FULL, full.trouble());
    }

    // The connection is a new one after a failure of the disk, and so without the limit.
    writer.write(session -> session.update("INSERT INTO item (id, text) VALUES (2, ?)", large));
    assertEquals(2, count());
  }

  @Test
  void anInterruptedCallerStillLearnsThatItsWorkIsStored() {
    Thread.currentThread().interrupt();

    insert(1);

    assertTrue(Thread.interrupted(), "the interrupt is kept");
    assertEquals(1, count());
  }

  @Test
  void whatWasSubmittedBeforeTheCloseIsStored() throws Exception {
    together(List.of(() -> insert(1), () -> insert(2)));
    writer.close();

    assertThrows(QueueException.class, () -> insert(3));

    writer = begun();
    assertEquals(2, count());
  }

  private BatchWriter begun() {
    return new BatchWriter(
        new SqliteDialect(folder.resolve("x.db")),
        new Alone(),
        () -> {},
        new StoreOutage("x.db", System::nanoTime));
  }

  /** What a change ended with, for a caller that does not wait. */
  private static final class Heard<T> implements Completion<T> {
    private final CompletableFuture<T> end = new CompletableFuture<>();

    @Override
    public void done(T result) {
      assertTrue(end.complete(result), "told once");
    }

    @Override
    public void failed(RuntimeException why) {
      assertTrue(end.completeExceptionally(why), "told once");
    }

    T get() throws Exception {
      return end.get(10, TimeUnit.SECONDS);
    }
  }

  private static final BatchWriter.Kind<Long, Integer> INSERTING =
      (session, ids) -> {
        List<Integer> inserted = new ArrayList<>();
        for (long id : ids) {
          inserted.add(session.update(INSERT, id));
        }
        return inserted;
      };

  @Test
  void whoDoesNotWaitIsToldWhenItIsDurable() throws Exception {
    Heard<Integer> heard = new Heard<>();

    writer.submit(INSERTING, 1L, heard);

    assertEquals(1, heard.get());
    assertEquals(1, count());
  }

  @Test
  void whoDoesNotWaitForManyIsToldOnceOfAll() throws Exception {
    Heard<List<Integer>> heard = new Heard<>();

    writer.submitAll(INSERTING, List.of(1L, 2L, 3L), heard);

    assertEquals(List.of(1, 1, 1), heard.get());
  }

  @Test
  void whoDoesNotWaitIsToldTheFirstFailureAfterTheOthersAreStored() throws Exception {
    insert(2);
    Heard<List<Integer>> heard = new Heard<>();

    writer.submitAll(INSERTING, List.of(1L, 2L, 3L), heard);

    assertThrows(ExecutionException.class, heard::get);
    assertEquals(3, count());
  }

  @Test
  void whoDoesNotWaitIsToldThatTheQueueIsClosed() {
    writer.close();
    Heard<Integer> heard = new Heard<>();

    writer.submit(INSERTING, 1L, heard);

    assertThrows(ExecutionException.class, heard::get);
  }
}
