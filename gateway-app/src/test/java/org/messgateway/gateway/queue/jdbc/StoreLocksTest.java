package org.messgateway.gateway.queue.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.messgateway.gateway.queue.MovableClock;
import org.messgateway.gateway.queue.StoreLocks;
import org.messgateway.gateway.queue.StoreLocks.StoreLock;
import org.messgateway.testkit.WaitFor;

/** One at a time writes a thread, in a process and among nodes. */
@Tag("postgres")
final class StoreLocksTest {

  private static final Duration AT_ONCE = Duration.ZERO;
  private static final Duration LONG = Duration.ofSeconds(20);

  private final List<OpenedQueue> open = new ArrayList<>();

  private StoreLocks node(String url, String name) {
    OpenedQueue opened = PostgresStore.at(url, null, null).open(name);
    open.add(opened);
    return opened.locks();
  }

  @AfterEach
  void close() {
    open.forEach(opened -> opened.queue().close());
  }

  private static Optional<StoreLock> take(StoreLocks locks, String ref, Duration patience) {
    return locks.lock("exchange-1", ref, patience);
  }

  private static void oneHasIt(StoreLocks one, StoreLocks other) throws Exception {
    StoreLock held = take(one, "r1", AT_ONCE).orElseThrow();

    assertTrue(held.stands());
    assertTrue(take(other, "r1", Duration.ofMillis(60)).isEmpty());
    try (StoreLock beside = take(other, "r2", AT_ONCE).orElseThrow()) {
      assertTrue(beside.stands());
    }
    CountDownLatch waits = new CountDownLatch(1);
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      Future<Boolean> next =
          threads.submit(() -> {
            waits.countDown();
            try (StoreLock later = take(other, "r1", LONG).orElseThrow()) {
              return later.stands();
            }
          });
      assertTrue(waits.await(10, TimeUnit.SECONDS));
      held.close();
      assertTrue(next.get(20, TimeUnit.SECONDS));
    }
    assertFalse(held.stands());
    take(one, "r1", AT_ONCE).orElseThrow().close();
  }

  @Test
  void inOneProcessOneThreadHasTheLockAndTheNextGetsItAfterwards(@TempDir Path folder)
      throws Exception {
    OpenedQueue opened = SqliteStore.in(folder, new MovableClock()).open("node");
    open.add(opened);
    oneHasIt(opened.locks(), opened.locks());
  }

  @Test
  void amongNodesOneHasTheLockAndTheNextGetsItAfterwards() throws Exception {
    String url = PostgresServer.freshUrl();
    StoreLocks ana = node(url, "ana");
    StoreLocks ben = node(url, "ben");

    oneHasIt(ana, ben);
    oneHasIt(ana, ana);
  }

  private static void thoseThatAreFreeAreTakenTogether(StoreLocks one, StoreLocks other) {
    try (StoreLock before = take(other, "r2", AT_ONCE).orElseThrow()) {
      Map<String, StoreLock> held = one.tryLock("exchange-1", List.of("r1", "r2", "r3"));
      assertEquals(Set.of("r1", "r3"), held.keySet());
      assertTrue(held.values().stream().allMatch(StoreLock::stands));
      assertTrue(take(other, "r1", AT_ONCE).isEmpty());
      assertTrue(other.tryLock("exchange-1", List.of("r3", "r2")).isEmpty());
      held.values().forEach(StoreLock::close);
      assertFalse(held.values().stream().anyMatch(StoreLock::stands));
      assertTrue(before.stands());
    }
    Map<String, StoreLock> all = other.tryLock("exchange-1", List.of("r1", "r2", "r3"));
    assertEquals(3, all.size());
    all.values().forEach(StoreLock::close);
    assertTrue(one.tryLock("exchange-1", List.of()).isEmpty());
  }

  @Test
  void inOneProcessThoseThatAreFreeAreTakenTogether(@TempDir Path folder) {
    OpenedQueue opened = SqliteStore.in(folder, new MovableClock()).open("node");
    open.add(opened);
    thoseThatAreFreeAreTakenTogether(opened.locks(), opened.locks());
  }

  @Test
  void amongNodesThoseThatAreFreeAreTakenTogether() {
    String url = PostgresServer.freshUrl();
    StoreLocks ana = node(url, "ana");
    StoreLocks ben = node(url, "ben");

    thoseThatAreFreeAreTakenTogether(ana, ben);
    thoseThatAreFreeAreTakenTogether(ana, ana);
  }

  @Test
  void locksThatWereTakenTogetherStandNoLongerWhenTheirConnectionWasCut() {
    String url = PostgresServer.freshUrl();
    StoreLocks ana = node(url, "cuttogether");
    Map<String, StoreLock> held = ana.tryLock("exchange-1", List.of("r1", "r2"));
    PostgresServer.run(
        url,
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            + " WHERE application_name LIKE 'mess-gateway cuttogether-%'");

    WaitFor.until(
        () -> held.values().stream().noneMatch(StoreLock::stands),
        Duration.ofSeconds(10),
        () -> "they are said to stand without their connection");
    held.values().forEach(StoreLock::close);
    take(ana, "r1", AT_ONCE).orElseThrow().close();
  }

  @Test
  void aLockWhoseConnectionWasCutStandsNoLonger() {
    String url = PostgresServer.freshUrl();
    StoreLocks ana = node(url, "cutlock");
    try (StoreLock held = take(ana, "r1", AT_ONCE).orElseThrow()) {
      PostgresServer.run(
          url,
          "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
              + " WHERE application_name LIKE 'mess-gateway cutlock-%'");

      assertFalse(held.stands());
    }
  }

  @Test
  void theLockOfANodeThatIsGoneIsTakenFromIt() {
    String url = PostgresServer.freshUrl();
    StoreLocks ana = node(url, "ana");
    StoreLocks ben = node(url, "ben");
    try (StoreLock held = take(ana, "r1", AT_ONCE).orElseThrow()) {
      assertTrue(take(ben, "r1", Duration.ofMillis(1_500)).isEmpty(), "it lives");
      PostgresServer.run(url, "UPDATE node SET seen_at = 0 WHERE name LIKE 'ana-%'");

      try (StoreLock taken = take(ben, "r1", LONG).orElseThrow()) {
        assertTrue(taken.stands());
        assertFalse(held.stands());
      }
    }
  }
}
