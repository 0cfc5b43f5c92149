package org.messgateway.gateway.queue.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.messgateway.gateway.queue.Sample.HEALTHY;
import static org.messgateway.gateway.queue.Sample.delivered;
import static org.messgateway.gateway.queue.Sample.reconcile;
import static org.messgateway.gateway.queue.Sample.wish;

import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.messgateway.api.FailureReason;
import org.messgateway.gateway.queue.LaneLease;
import org.messgateway.gateway.queue.MovableClock;
import org.messgateway.gateway.queue.Sample;
import org.messgateway.gateway.queue.TakenDelivery;
import org.messgateway.gateway.queue.journal.Journal;

/**
 * Also on PostgreSQL rows that wait cost those that go nothing, before its statistics are there.
 */
@Tag("postgres")
final class PostgresLanesNotRowsTest {

  private static final int PARKED = 100_000;

  private static final String FLUSH = "SELECT pg_stat_force_next_flush()";

  private final MovableClock clock = new MovableClock();
  private final String url = PostgresServer.freshUrl();
  private final PostgresStore store = PostgresStore.at(url, null, null).by(clock);
  private Journal journal;
  private JdbcDeliveryQueue queue;
  private JdbcDeliveryQueue other;

  @BeforeEach
  void open() {
    OpenedQueue opened = store.open("ana");
    journal = opened.journal();
    queue = (JdbcDeliveryQueue) opened.queue();
    other = (JdbcDeliveryQueue) store.open("ben").queue();
  }

  @AfterEach
  void close() {
    queue.close();
    other.close();
  }

  private void park() {
    reconcile(queue, "parked", wish("parked", "roomba", "http://down"));
    LaneLease lane = queue.lease(1).getFirst();
    queue.settle(
        queue.take(lane, 1).getFirst(),
        clock.instant(),
        Sample.again(clock.instant(), FailureReason.UNREACHABLE),
        Sample.laneWaits(clock, Duration.ofMinutes(5)));
    queue.release(lane);
    queue.write(session -> {
      session.update(
          """
          INSERT INTO delivery (id, thread, lane, executor, kind, serial, one_per_address,
            priority, state, created, wished_at, turn, due)
          SELECT decode(md5(n::text), 'hex'), thread, lane, executor, kind, n, 0, 1, 'queued',
            created, wished_at, turn, due
          FROM delivery, generate_series(1, ?) n\
          """,
          PARKED);
      return session.update(
          """
          INSERT INTO queue_entry (delivery, lane, thread, priority, waits_for, due)
          SELECT seq, lane, thread, priority, 'lane', due FROM delivery WHERE seq > 1\
          """);
    });
  }

  /** Rows of whole tables that were read so far, by anybody. */
  private long readByScans() {
    return queue.read(session ->
        session.number(
            """
            SELECT coalesce(sum(seq_tup_read), 0)::bigint FROM pg_stat_user_tables
            WHERE schemaname = current_schema() AND relname IN ('delivery', 'queue_entry', 'thread')\
            """));
  }

  private void healthyTraffic(int count) {
    for (int i = 0; i < count; i++) {
      String ref = "r" + i;
      reconcile(queue, ref, wish(ref, "kitchen", "http://up"));
      LaneLease lane = queue.lease(8).getFirst();
      List<TakenDelivery> deliveries = queue.take(lane, 8);
      assertEquals(1, deliveries.size());
      assertTrue(queue.settle(deliveries.getFirst(), clock.instant(), delivered(), HEALTHY));
      queue.release(lane);
      assertTrue(queue.nextDue().isPresent());
      assertEquals(List.of(), other.lease(8));
      queue.renew();
      queue.markRecorded(queue.pendingHistory(Sample.EXCHANGE, 9));
    }
  }

  /** Figures of a session are seen by others when it is told to give them away. */
  private void flush() {
    for (JdbcDeliveryQueue node : List.of(queue, other)) {
      node.write(session -> session.list(FLUSH, ResultRow::text));
      node.read(session -> session.list(FLUSH, ResultRow::text));
    }
  }

  @Test
  @Tag("proof")
  void rowsParkedOnAnOpenLaneAreNotReadByTheDaysWork() {
    park();
    flush();
    long before = readByScans();

    healthyTraffic(30);

    flush();
    long read = readByScans() - before;
    assertTrue(read < PARKED, "rows read by scans: " + read);
    clock.advance(Duration.ofMinutes(5));
    assertEquals(1, queue.take(queue.lease(1).getFirst(), 64).size(), "one probe");

    queue.write(session -> session.number("SELECT count(*) FROM delivery WHERE sentence = 'x'"));
    flush();
    assertTrue(readByScans() - before >= PARKED, "the gauge shows a scan");
  }

  /** Asked four times a second. */
  @Test
  void threadsThatAreRememberedAreNotReadByWhoLooksForReplies() {
    rememberThreads();
    flush();
    long before = threadsRead();

    for (int i = 0; i < 20; i++) {
      assertEquals(List.of(), journal.replies().open(Sample.EXCHANGE, null, 64));
    }

    flush();
    long read = threadsRead() - before;
    assertTrue(read < PARKED, "threads read: " + read);
  }

  /** Asked for each batch of threads. */
  @Test
  void norByWhoLooksForThreadsThatWaitForAnother() {
    rememberThreads();
    queue.write(session -> session.update("ANALYZE thread"));
    flush();
    long before = threadsRead();

    for (int i = 0; i < 20; i++) {
      assertEquals(List.of(), queue.dependents(Sample.EXCHANGE, List.of("r1", "client-1")));
    }

    flush();
    long read = threadsRead() - before;
    assertTrue(read < PARKED, "threads read: " + read);
  }

  /** As a start does, and who takes over what another gateway looked at. */
  @Test
  void norByWhoTakesOnlyTheFirstPagesOfThem() {
    rememberThreads();
    flush();
    long before = threadsRead();

    for (int i = 0; i < 20; i++) {
      assertEquals(9, queue.threads(Sample.EXCHANGE, "r1" + i, 9).size());
      assertEquals(9, queue.openThreads(Sample.EXCHANGE, "r1" + i, 9).size());
    }

    flush();
    long read = threadsRead() - before;
    assertTrue(read < PARKED, "threads read: " + read);
  }

  /** Asked with each message of an agent that names no task. */
  @Test
  void norByWhoAsksForTheLastThreadOfOneAgent() {
    rememberThreads();
    reconcile(queue, Sample.asked("r9-2026-11-20-001", "claude", null));
    flush();
    long before = threadsRead();

    for (int i = 0; i < 20; i++) {
      assertEquals(List.of("r9-2026-11-20-001"), queue.lastRefs(Sample.EXCHANGE, "claude"));
    }

    flush();
    long read = threadsRead() - before;
    assertTrue(read < PARKED, "threads read: " + read);
  }

  /** Asked for each batch of new threads. */
  @Test
  void norByWhoAsksWhichOfManyThreadsAreKnown() {
    rememberThreads();
    List<String> refs = new ArrayList<>(List.of("r1"));
    IntStream.range(0, 256).mapToObj(number -> "new-" + number).forEach(refs::add);
    flush();
    long before = threadsRead();

    for (int i = 0; i < 20; i++) {
      assertEquals(1, queue.threads(Sample.EXCHANGE, refs).size());
    }

    flush();
    long read = threadsRead() - before;
    assertTrue(read < PARKED, "threads read: " + read);
  }

  /** Asked every five seconds by each of several gateways. */
  @Test
  void norAreDeliveriesByWhoLooksForWhatHistoryLacks() {
    // Few enough for a planner to read all of them where it may.
    int lacking = 2_000;
    rememberThreads(2 * lacking);
    queue.write(session -> {
      session.update(
          """
          INSERT INTO delivery (id, thread, lane, executor, kind, serial, one_per_address,
            priority, state, created, wished_at, turn, due, settled_at)
          SELECT decode(md5(t.ref), 'hex'), t.id, d.lane, d.executor, d.kind, 0, 0, 1, 'delivered',
            d.created, d.wished_at, d.turn, d.due, d.due
          FROM thread t, delivery d WHERE d.seq = 1 AND t.id <> d.thread\
          """);
      session.update(
          """
          INSERT INTO pending_history (delivery)
          SELECT seq FROM delivery ORDER BY seq DESC LIMIT ?\
          """,
          lacking);
      return session.update("ANALYZE");
    });
    flush();
    long before = readByScans();

    assertEquals(lacking, queue.pendingHistory(Sample.EXCHANGE, lacking).size());

    flush();
    long read = readByScans() - before;
    assertEquals(0, read, "rows read by scans");
  }

  /** Usual servers up to PostgreSQL 17 compile for longer than the statement takes. */
  @Test
  void noServerCompilesOurStatements() {
    for (String jit :
        List.of(
            queue.write(session -> setting(session, "jit")),
            queue.read(session -> setting(session, "jit")))) {
      assertEquals("off", jit);
    }
  }

  private static String setting(SqlSession session, String name) throws SQLException {
    return Objects.requireNonNull(
        session.first("SELECT current_setting(?)", ResultRow::text, name));
  }

  private void rememberThreads() {
    rememberThreads(PARKED);
  }

  private void rememberThreads(int count) {
    reconcile(queue, "r1", wish("r1", "kitchen", "http://up"));
    queue.write(session ->
        session.update(
            """
            INSERT INTO thread (exchange, ref, place, inode, size, modified, status, round)
            SELECT exchange, ref || n, place, inode, size, modified, status, round
            FROM thread, generate_series(1, ?) n\
            """,
            count));
  }

  private long threadsRead() {
    return queue.read(session ->
        session.number(
            """
            SELECT coalesce(sum(seq_tup_read + idx_tup_fetch), 0)::bigint
            FROM pg_stat_user_tables
            WHERE schemaname = current_schema() AND relname = 'thread'\
            """));
  }
}
