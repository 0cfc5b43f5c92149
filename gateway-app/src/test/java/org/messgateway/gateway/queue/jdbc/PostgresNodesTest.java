package org.messgateway.gateway.queue.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.messgateway.gateway.queue.Sample.EXCHANGE;
import static org.messgateway.gateway.queue.Sample.HEALTHY;
import static org.messgateway.gateway.queue.Sample.UNCHANGED;
import static org.messgateway.gateway.queue.Sample.delivered;
import static org.messgateway.gateway.queue.Sample.reconcile;
import static org.messgateway.gateway.queue.Sample.wish;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.messgateway.api.FailureReason;
import org.messgateway.gateway.queue.DeliveryState;
import org.messgateway.gateway.queue.LaneLease;
import org.messgateway.gateway.queue.LaneState;
import org.messgateway.gateway.queue.MovableClock;
import org.messgateway.gateway.queue.QueueException;
import org.messgateway.gateway.queue.QueueException.StoreFailure;
import org.messgateway.gateway.queue.Sample;
import org.messgateway.gateway.queue.TakenDelivery;
import org.messgateway.gateway.queue.journal.RequestLog;
import org.messgateway.gateway.queue.journal.RequestLog.TaskRequest;

/** Several nodes over one database: what each may do, and what becomes of one that is gone. */
@Tag("postgres")
final class PostgresNodesTest {

  private final MovableClock clock = new MovableClock();
  private final String url = PostgresServer.freshUrl();
  private final List<JdbcDeliveryQueue> open = new ArrayList<>();
  private final JdbcDeliveryQueue ana = node("ana");
  private final JdbcDeliveryQueue ben = node("ben");

  private PostgresStore store() {
    return PostgresStore.at(url, null, null).by(clock);
  }

  private JdbcDeliveryQueue node(String name) {
    JdbcDeliveryQueue queue = (JdbcDeliveryQueue) store().open(name).queue();
    open.add(queue);
    return queue;
  }

  @AfterEach
  void close() {
    open.forEach(JdbcDeliveryQueue::close);
  }

  private static TakenDelivery take(JdbcDeliveryQueue node) {
    return node.take(node.lease(1).getFirst(), 1).getFirst();
  }

  private boolean settleAgain(JdbcDeliveryQueue node, TakenDelivery delivery) {
    return node.settle(
        delivery, clock.instant(), Sample.again(clock.instant(), FailureReason.TIMEOUT), UNCHANGED);
  }

  @Test
  void aLaneIsLeasedByOneNodeAtATime() {
    reconcile(ana, "r1", wish("r1", "roomba", "http://a"));
    reconcile(ben, "r2", wish("r2", "roomba", "http://b"));

    assertEquals(1, ana.lease(1).size());
    assertEquals(1, ben.lease(9).size());
    assertEquals(0, ana.lease(9).size());
  }

  @Test
  void theSameThreadSeenByTwoNodesIsToldOnce() {
    Sample.Wish wish = wish("r1", "roomba", "http://a");

    assertEquals(1, reconcile(ana, "r1", wish).queued());
    assertEquals(0, reconcile(ben, "r1", wish).queued());
    assertEquals(1, ben.deliveries(EXCHANGE, "r1").size());
  }

  @Test
  void peopleAreAskedSoOftenByAllNodesTogether() {
    RequestLog one = new JdbcRequestLog(ana);
    RequestLog other = new JdbcRequestLog(ben);
    Duration within = Duration.ofMinutes(10);
    Instant now = clock.instant();

    assertEquals(Optional.empty(), one.take(new TaskRequest("sam", false, "r1", now), 2, within));
    assertEquals(Optional.empty(), other.take(new TaskRequest("sam", false, "r2", now), 2, within));
    assertEquals(
        Optional.of(now.plus(within)),
        one.take(new TaskRequest("sam", false, "r3", now), 2, within));
    assertEquals(Optional.empty(), other.take(new TaskRequest("sam", false, "r1", now), 2, within));
  }

  @Test
  void whileOneNodesAttemptGoesOnNoOtherSendsOnThatLane() {
    reconcile(ana, "r1", wish("r1", "roomba", "http://a"));
    LaneLease lane = ana.lease(1).getFirst();
    TakenDelivery flying = ana.take(lane, 1).getFirst();
    ana.release(lane);
    reconcile(ana, "r2", wish("r2", "roomba", "http://a"));

    assertEquals(List.of(), ben.lease(9));
    assertTrue(ben.nextDue().orElseThrow().isAfter(clock.instant()), "it must not spin");

    ana.settle(flying, clock.instant(), delivered(), HEALTHY);
    assertEquals(1, ben.lease(9).size());
  }

  @Test
  void aLaneWithARateIsItsLastNodesUntilTheRateIsForgotten() {
    reconcile(ana, "r1", wish("r1", "roomba", "http://a"));
    LaneLease lane = ana.lease(1).getFirst();
    ana.settle(ana.take(lane, 1).getFirst(), clock.instant(), delivered(), HEALTHY);
    ana.release(lane, Duration.ofSeconds(1));
    reconcile(ana, "r2", wish("r2", "roomba", "http://a"));

    assertEquals(List.of(), ben.lease(9));
    clock.advance(Duration.ofSeconds(1));
    assertEquals(1, ben.lease(9).size());
  }

  @Test
  void aDeadNodesLanesAreTakenOverWhenItsLeaseEndsAndWhatItSentIsUncertain() {
    reconcile(ana, "r1", wish("r1", "roomba", "http://a"));
    TakenDelivery flying = take(ana);

    clock.advance(Duration.ofSeconds(14));
    assertEquals(List.of(), ben.lease(9));
    clock.advance(Duration.ofSeconds(1));
    TakenDelivery again = take(ben);

    assertEquals(flying.id(), again.id());
    assertTrue(again.uncertain());
    assertEquals(flying.attempt() + 1, again.attempt());
  }

  @Test
  void whatADeadNodeHadInFlightOnLanesItGaveBackIsRescuedAsSoon() {
    reconcile(ana, "r1", wish("r1", "roomba", "http://a"));
    LaneLease lane = ana.lease(1).getFirst();
    ana.take(lane, 1);
    ana.release(lane);
    clock.advance(Duration.ofSeconds(8));
    ben.renew();

    clock.advance(Duration.ofSeconds(7));

    assertTrue(take(ben).uncertain());
  }

  @Test
  void aNodeThatLeavesIsNotWaitedFor() {
    reconcile(ana, "r1", wish("r1", "roomba", "http://a"));
    LaneLease lane = ana.lease(1).getFirst();
    ana.take(lane, 1);
    ana.release(lane);

    ana.close();

    assertTrue(take(ben).uncertain());
  }

  @Test
  void ofASuspendedNodeNothingCountsButAReceiptOfWhatWasNotSentAgain() {
    reconcile(ana, "r1", wish("r1", "roomba", "http://a"));
    reconcile(ana, "r2", wish("r2", "roomba", "http://b"));
    TakenDelivery first = take(ana);
    TakenDelivery second = take(ana);
    clock.advance(Duration.ofSeconds(20));
    TakenDelivery sentAgain = take(ben);
    TakenDelivery other = sentAgain.id().equals(first.id()) ? second : first;
    TakenDelivery own = sentAgain.id().equals(first.id()) ? first : second;

    assertFalse(ana.settle(own, clock.instant(), delivered(), HEALTHY), "it was sent again");
    assertFalse(settleAgain(ana, other), "its lease was lost");
    assertTrue(
        ana.settle(other, clock.instant(), delivered(), HEALTHY), "the receipt is the truth");

    assertFalse(ana.renew(), "it learns that it lost its lanes");
    assertTrue(ben.settle(sentAgain, clock.instant(), delivered(), HEALTHY));
    assertEquals(2, ben.figures().deliveries().get(DeliveryState.DELIVERED));
  }

  @Test
  void aNodeThatWasThoughtDeadIsCountedAgainWhenItRenews() {
    assertEquals(2, renewed(ben));
    clock.advance(Duration.ofSeconds(20));
    assertEquals(1, renewed(ben));
    ben.lease(1);

    assertEquals(2, renewed(ana));
  }

  private static int renewed(JdbcDeliveryQueue node) {
    node.renew();
    return node.nodes();
  }

  @Test
  void overAllNodesThereIsOneProbe() {
    reconcile(ana, "r1", wish("r1", "roomba", "http://a"));
    reconcile(ana, "r2", wish("r2", "roomba", "http://b"));
    TakenDelivery refused = take(ana);
    ana.settle(
        refused,
        clock.instant(),
        Sample.again(clock.instant(), FailureReason.CREDENTIAL_REFUSED),
        Sample.accountWaits(clock, Duration.ofSeconds(5)));
    ana.release(refused.lane());
    assertEquals(List.of(), ben.lease(9), "the account waits for all");
    clock.advance(Duration.ofSeconds(5));

    List<LaneLease> probe = ben.lease(9);

    assertEquals(1, probe.size());
    assertEquals(LaneState.PROBING, probe.getFirst().state());
    assertEquals(List.of(), ana.lease(9));
  }

  @Test
  void workMadeByOneNodeIsNoticedByTheOther() throws InterruptedException {
    Semaphore news = new Semaphore(0);
    ben.onWork(news::release);
    // The first may be that it listens now.
    for (int i = 0; i < 3; i++) {
      news.drainPermits();
      reconcile(ana, "r" + i, wish("r" + i, "roomba", "http://" + i));

      assertTrue(news.tryAcquire(10, TimeUnit.SECONDS));
    }
  }

  @Test
  void nodesThatStartAtOnceMigrateOnce() throws Exception {
    String fresh = PostgresServer.freshUrl();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<OpenedQueue>> starts = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        starts.add(
            threads.submit(() -> PostgresStore.at(fresh, null, null).by(clock).open("node")));
      }
      int first = 0;
      for (Future<OpenedQueue> start : starts) {
        open.add((JdbcDeliveryQueue) start.get().queue());
        first += start.get().fresh() ? 1 : 0;
      }
      assertEquals(1, first, "one of them made the tables");
    }
    long applied = open.getLast().write(s -> s.number("SELECT count(*) FROM schema_version"));
    assertEquals(Migrations.NAMES.size(), applied);
  }

  @Test
  void rowsInFlightSurviveAMigrationAndAreTakenOver() throws Exception {
    String fresh = PostgresServer.freshUrl();
    PostgresDialect dialect =
        new PostgresDialect(
            new PostgresAddress(fresh, null, null), "old", new DatabaseClock(System::nanoTime));
    try (SqlSession session = new SqlSession(dialect.connectForWriting())) {
      new Migrations(dialect, Migrations.NAMES.subList(0, 3)).migrate(session, 5L);
      for (String row : OLD_ROWS) {
        session.update(row.formatted(clock.millis()));
      }
    }
    JdbcDeliveryQueue queue =
        (JdbcDeliveryQueue) PostgresStore.at(fresh, null, null).by(clock).open("new").queue();
    open.add(queue);

    assertEquals(List.of(), queue.lease(9), "the old node's lease goes on");
    clock.advance(Duration.ofSeconds(15));
    TakenDelivery delivery = take(queue);

    assertEquals("00112233445566778899aabbccddeeff", delivery.id());
    assertTrue(delivery.uncertain());
    assertTrue(queue.settle(delivery, clock.instant(), delivered(), HEALTHY));
  }

  private static final List<String> OLD_ROWS =
      List.of(
          "INSERT INTO exchange (id, name, known_since) VALUES (1, 'exchange-1', 0)",
          """
          INSERT INTO thread (id, exchange, ref, place, inode, size, modified, status, round)
          VALUES (1, 1, 'r1', 'state=received/r1', 1, 1, 1, 'pending', 0)\
          """,
          "INSERT INTO account (channel) VALUES ('webhook')",
          """
          INSERT INTO lane (id, channel, address, node, leased_until, epoch, work_at)
          VALUES (1, 'webhook', 'http://a', 'old', %1$d + 15000, 3, %1$d)\
          """,
          """
          INSERT INTO delivery (id, thread, lane, executor, kind, serial, one_per_address, priority,
            state, created, wished_at, turn, due, tries, epoch, taken_at)
          VALUES ('\\x00112233445566778899aabbccddeeff', 1, 1, 'roomba', 'request', 0, 0, 1,
            'sending', %1$d, %1$d, 0, 0, 1, 3, %1$d)\
          """,
          "INSERT INTO node (name, started_at, seen_at) VALUES ('old', 0, %1$d)");

  @Test
  void aStoreOfANewerGatewayIsRefused() {
    ana.write(s ->
        s.update(
            "INSERT INTO schema_version (number, name, applied_at) VALUES (99, '099_later', 1)"));

    QueueException failure = assertThrows(QueueException.class, () -> store().open("old"));

    assertEquals(StoreFailure.TOO_NEW, failure.trouble());
    assertTrue(failure.getMessage().contains("99"));
    assertTrue(failure.getMessage().contains("Do not delete this one"), failure.getMessage());
  }

  @Test
  void whatIsWrongIsSaidWithoutThePassword() {
    PostgresStore nowhere =
        PostgresStore.at(
            "jdbc:postgresql://127.0.0.1:1/mess?user=mess&password=hunter22", null, null);

    QueueException wrong = assertThrows(QueueException.class, () -> nowhere.open("node"));

    assertEquals(StoreFailure.UNREACHABLE, wrong.trouble());
    assertTrue(wrong.getMessage().contains("jdbc:postgresql://127.0.0.1:1/mess"));
    assertFalse(wrong.getMessage().contains("hunter22"));
    assertFalse(nowhere.shown().contains("hunter22"));
  }

  @Test
  void theTimeIsTheDatabases() {
    OpenedQueue opened = PostgresStore.at(url, null, null).open("cleo");
    JdbcDeliveryQueue cleo = (JdbcDeliveryQueue) opened.queue();
    open.add(cleo);

    long database =
        cleo.read(s -> s.number("SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint"));

    assertInstanceOf(DatabaseClock.class, opened.clock());
    assertTrue(Math.abs(opened.clock().millis() - database) < 1_000);
  }
}
