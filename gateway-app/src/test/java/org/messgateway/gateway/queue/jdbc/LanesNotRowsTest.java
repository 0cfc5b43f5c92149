package org.messgateway.gateway.queue.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.messgateway.gateway.queue.Sample.HEALTHY;
import static org.messgateway.gateway.queue.Sample.delivered;
import static org.messgateway.gateway.queue.Sample.reconcile;
import static org.messgateway.gateway.queue.Sample.wish;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.messgateway.api.FailureReason;
import org.messgateway.api.NotificationKind;
import org.messgateway.api.Receipt;
import org.messgateway.gateway.queue.LaneLease;
import org.messgateway.gateway.queue.MovableClock;
import org.messgateway.gateway.queue.ReconcileRequest;
import org.messgateway.gateway.queue.Sample;
import org.messgateway.gateway.queue.TakenDelivery;
import org.messgateway.gateway.queue.TaskResult;
import org.messgateway.gateway.queue.journal.AnswerJournal;
import org.messgateway.gateway.queue.journal.EventInbox;
import org.messgateway.gateway.queue.journal.Journal;
import org.messgateway.gateway.queue.journal.ReplyCodes;
import org.messgateway.gateway.queue.journal.RequestLog;

/** What the queue costs depends on lanes that may send, never on rows that wait. */
final class LanesNotRowsTest {

  private static final int PARKED = 200_000;
  private static final Duration TEN_MINUTES = Duration.ofMinutes(10);

  @TempDir Path folder;
  private final MovableClock clock = new MovableClock();
  private JdbcDeliveryQueue queue;
  private Journal journal;

  @BeforeEach
  void open() {
    OpenedQueue opened = SqliteStore.in(folder, clock).open("node-1");
    queue = (JdbcDeliveryQueue) opened.queue();
    journal = opened.journal();
  }

  @AfterEach
  void close() {
    queue.close();
  }

  /** Rows of one lane, copied from its first in one statement. */
  private void park(String waitsFor, long due) {
    queue.write(session -> {
      session.update(
          """
          INSERT INTO delivery (id, thread, lane, executor, kind, serial, one_per_address,
            priority, state, created, wished_at, turn, due)
          WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
          SELECT randomblob(16), thread, lane, executor, kind, n.i, 0, 1, 'queued',
            created, wished_at, turn, ? FROM delivery, n WHERE seq = 1\
          """,
          PARKED,
          due);
      return session.update(
          """
          INSERT INTO queue_entry (delivery, lane, thread, priority, waits_for, due)
          SELECT seq, lane, thread, priority, ?, due FROM delivery WHERE seq > 1\
          """,
          waitsFor);
    });
  }

  private void openLane() {
    reconcile(queue, "parked", wish("parked", "roomba", "http://down"));
    LaneLease lane = queue.lease(1).getFirst();
    TakenDelivery delivery = queue.take(lane, 1).getFirst();
    queue.settle(
        delivery,
        clock.instant(),
        Sample.again(clock.instant(), FailureReason.UNREACHABLE),
        Sample.laneWaits(clock, Duration.ofMinutes(5)));
    queue.release(lane);
  }

  private void healthyTraffic() {
    for (int i = 0; i < 100; i++) {
      String ref = "r" + i;
      reconcile(queue, ref, wish(ref, "kitchen", "http://up"));
      LaneLease lane = queue.lease(8).getFirst();
      assertEquals("http://up", lane.address());
      List<TakenDelivery> deliveries = queue.take(lane, 8);
      assertEquals(1, deliveries.size());
      assertTrue(queue.settle(deliveries.getFirst(), clock.instant(), delivered(), HEALTHY));
      queue.release(lane);
      assertTrue(queue.nextDue().isPresent());
    }
  }

  /** Statements over many rows have plans of their own. */
  private void manyAtOnce() {
    List<ReconcileRequest> wanted =
        IntStream.range(0, 64)
            .mapToObj(i -> "many" + i)
            .map(ref ->
                new ReconcileRequest(
                    Sample.thread(ref),
                    Set.of(),
                    List.of(wish(ref, "kitchen", "http://up").wanted()),
                    Set.of()))
            .toList();
    queue.reconcileAll(wanted);
    LaneLease lane = queue.lease(1).getFirst();
    List<SettleSql.SettledAttempt> settled =
        queue.take(lane, 64).stream()
            .map(one -> new SettleSql.SettledAttempt(one, clock.instant(), delivered(), HEALTHY))
            .toList();
    SettleSql settles = new SettleSql(new AttemptSql(), new ThreadOrderSql(), new GateSql());
    assertEquals(
        Collections.nCopies(64, true),
        queue.write(s -> settles.settle(s, clock.millis(), settled)));
    queue.release(lane);
  }

  /** Of this process: a busy machine or a slow disk does not make it longer, as it does a clock. */
  private static Duration processorTime() {
    return Duration.ofNanos(
        ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getProcessCpuTime());
  }

  @Test
  @Tag("proof")
  void rowsParkedOnAnOpenLaneCostTheOthersNothing() {
    openLane();
    park("lane", clock.millis());
    Duration start = processorTime();

    healthyTraffic();

    // 500 durable calls; by rows each would read 200,000 of them.
    Duration took = processorTime().minus(start);
    assertTrue(took.compareTo(Duration.ofSeconds(20)) < 0, took::toString);
    clock.advance(Duration.ofMinutes(5));
    assertEquals(1, queue.take(queue.lease(1).getFirst(), 64).size(), "one probe");
  }

  @Test
  @Tag("proof")
  void rowsThatWaitForTheMorningCostNothingUntilThenAndThenComeInPages() {
    openLane();
    queue.write(s -> s.update("UPDATE lane SET state = 'closed', probe_at = NULL"));
    park("time", clock.millis() + Duration.ofHours(8).toMillis());

    clock.advance(Duration.ofHours(8));
    LaneLease lane = queue.lease(1).getFirst();
    for (int page = 0; page < 10; page++) {
      assertEquals(64, queue.take(lane, 64).size());
    }
    long ready =
        queue.write(s -> s.number("SELECT count(*) FROM queue_entry WHERE waits_for = 'lane'"));
    assertTrue(ready <= 10 * 512, "promoted in bounded batches: " + ready);
  }

  /** The statements themselves are asked, as the queue prepared them, not copies of them. */
  @Test
  void noStatementOfTheDaysWorkReadsAWholeTable() {
    openLane();
    healthyTraffic();
    manyAtOnce();
    reconcile(queue, "r1", wish("r1", "kitchen", "http://up").kind(NotificationKind.TAKEN));
    LaneLease lane = queue.lease(1).getFirst();
    queue.settle(
        queue.take(lane, 1).getFirst(),
        clock.instant(),
        Sample.uncertain(clock.in(Duration.ofMinutes(1))),
        Sample.UNCHANGED);
    queue.renew();
    queue.markRecorded(queue.pendingHistory(Sample.EXCHANGE, 9));
    queue.dueThreads(Sample.EXCHANGE, 9);
    queue.dependents(Sample.EXCHANGE, List.of("r1"));
    queue.deliveries(Sample.EXCHANGE, "r1");
    queue.attempts(wish("r1", "kitchen", "http://up").id());
    queue.replay(List.of(wish("r1", "kitchen", "http://up").id()));
    queue.reconcileAll(List.of(ended()));
    queue.lastResults("mop");
    queue.prune(clock.instant());
    queue.deliveredAt("webhook", "http://up", 9);
    queue.sendingTo("webhook", "http://up", 9);
    queue.byReceipt("webhook", Receipt.of("sid", "SM1"));
    queue.thread(Sample.EXCHANGE, "r1");
    queue.threads(Sample.EXCHANGE, List.of("r1", "r2"));
    queue.threadByClientId(Sample.EXCHANGE, "agent", "client-1");
    queue.dependsOn(Sample.EXCHANGE, "r1");
    queue.threadsByClientId(Sample.EXCHANGE, "client-1", 9);
    queue.threads(Sample.EXCHANGE, "", 9);
    queue.openThreads(Sample.EXCHANGE, "", 9);
    queue.delivery(wish("r1", "kitchen", "http://up").id());
    wayBack();

    Set<String> written = queue.write(SqlSession::statements);
    assertTrue(written.size() > 30, "the day's work: " + written.size());
    Stream.concat(written.stream(), queue.read(SqlSession::statements).stream())
        .filter(sql -> sql.stripLeading().matches("(?s)(WITH|SELECT|UPDATE|DELETE).*"))
        .forEach(this::readsNoWholeTable);
  }

  private ReconcileRequest ended() {
    Instant now = clock.instant();
    return new ReconcileRequest(
        Sample.thread("done", "completed"),
        Set.of(),
        List.of(),
        Set.of(),
        List.of(
            new TaskResult(
                0, "kitchen", now, now, now, TaskResult.TaskOutcome.COMPLETED, List.of("mop"))));
  }

  /** What is asked several times a second, and with each answer. */
  private void wayBack() {
    Instant now = clock.instant();
    AnswerJournal answers = journal.answers();
    answers.put(
        new AnswerJournal.Entry(
            0, Sample.EXCHANGE, "r1", "kitchen", "key", now, new byte[1], null, null));
    answers.open(Sample.EXCHANGE, 9);
    answers.prune(now);
    journal.replies().open(Sample.EXCHANGE, null, 9);
    journal.claims().claim(Sample.EXCHANGE, "r1", 0, "kitchen");
    journal.claims().release(Sample.EXCHANGE, "r1", 0, "kitchen");
    EventInbox events = journal.events();
    events.keep("sms", "event", new byte[1]);
    events.open("sms");
    events.unfinished("sms", "event");
    events.takeOver("sms");
    events.done("sms", "event");
    events.prune(now);
    ReplyCodes codes = journal.replyCodes();
    codes.assign("sms", "+43", Sample.EXCHANGE, "r1", "d1");
    codes.assign("sms", "+43", Sample.EXCHANGE, "r2", "d2");
    codes.at("sms", "+43");
    codes.free(Sample.EXCHANGE, "r1");
    journal.asked().take(new RequestLog.TaskRequest("kitchen", false, "r1", now), 6, TEN_MINUTES);
  }

  /** Nor one of its columns by which all rows are alike, as all threads are of one exchange. */
  private void readsNoWholeTable(String sql) {
    for (String step : plan(sql)) {
      // Accounts are few: one a channel.
      assertFalse(
          step.matches(
              "SCAN (d|delivery|q|queue_entry|named_receipt|l|lane|t|thread|w|dependency|attempt|r|reply|answer|event|claim|task_result)|SEARCH"
                  + " \\w+ USING (COVERING )?INDEX (thread_\\w+|claim\\w*) \\(exchange=\\?\\)"),
          () -> step + " in " + sql);
    }
  }

  @Test
  void theHotIndexesAreUsedInTheirOrder() {
    plan(
        "lane_wake",
        """
        SELECT id FROM lane WHERE channel = ? AND node IS NULL AND work_at IS NOT NULL
        AND wake_at <= ? AND state = 'closed' ORDER BY wake_at LIMIT ?\
        """);
    plan(
        "lane_probe",
        """
        SELECT id FROM lane WHERE channel = ? AND node IS NULL AND work_at IS NOT NULL
        AND wake_at <= ? AND state <> 'closed' ORDER BY wake_at LIMIT ?\
        """);
    plan(
        "queue_entry_ready",
        """
        SELECT d.seq, t.ref FROM queue_entry q CROSS JOIN delivery d CROSS JOIN thread t
        WHERE q.lane = ? AND q.waits_for = 'lane' AND d.seq = q.delivery AND t.id = d.thread
        ORDER BY q.priority DESC, q.delivery LIMIT ?\
        """);
    plan(
        "queue_entry_waiting",
        """
        SELECT delivery FROM queue_entry WHERE lane = ? AND waits_for = 'time' AND due <= ?
        ORDER BY due LIMIT ?\
        """);
    plan(
        "queue_entry_waiting",
        "SELECT min(due) FROM queue_entry WHERE lane = ? AND waits_for = 'time'");
    plan(
        "SEARCH p USING INTEGER PRIMARY KEY",
        """
        SELECT p.delivery, d.thread FROM pending_history p CROSS JOIN delivery d
        WHERE p.delivery > ? AND d.seq = p.delivery ORDER BY p.delivery LIMIT ?\
        """);
  }

  private void plan(String index, String sql) {
    List<String> steps = plan(sql);
    assertTrue(steps.stream().anyMatch(step -> step.contains(index)), () -> index + " in " + steps);
    assertTrue(
        steps.stream().noneMatch(step -> step.contains("TEMP B-TREE")), () -> "sorted: " + steps);
  }

  private List<String> plan(String sql) {
    return queue.write(session ->
        session.list(
            "EXPLAIN QUERY PLAN " + sql,
            row -> {
              row.number();
              row.number();
              row.number();
              return row.text();
            },
            new Object[(int) sql.chars().filter(c -> c == '?').count()]));
  }
}
