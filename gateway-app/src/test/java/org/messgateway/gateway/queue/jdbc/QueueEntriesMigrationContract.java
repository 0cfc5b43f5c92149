package org.messgateway.gateway.queue.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.messgateway.gateway.queue.Sample.EXCHANGE;

import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.messgateway.api.Receipt;
import org.messgateway.gateway.queue.DeliveryState;
import org.messgateway.gateway.queue.LaneLease;
import org.messgateway.gateway.queue.MovableClock;
import org.messgateway.gateway.queue.PendingHistory;
import org.messgateway.gateway.queue.Sample;
import org.messgateway.gateway.queue.TakenDelivery;

/**
 * A store of before {@code 016_queue_entries} with a delivery in every state: all of them are found
 * and go on where they stood.
 */
abstract class QueueEntriesMigrationContract {

  private static final int BEFORE = Migrations.NAMES.indexOf("016_queue_entries");

  /** Each with a thread and a lane of its own, but for the one that waits behind another. */
  private static final List<String> ROWS =
      List.of(
          "ready queued 'lane' 0 0 NULL",
          "later queued 'time' 60000 0 NULL",
          "behind queued 'thread' 0 0 NULL",
          "sending sending NULL 0 0 NULL",
          "shown delivered NULL 0 0 '{}'",
          "unshown delivered NULL 0 1 '{\"sid\":\"SM1\"}'",
          "gone dead NULL 0 2 NULL",
          "withdrawn withdrawn NULL 0 0 NULL",
          "rejected rejected NULL 0 1 NULL",
          "expired expired NULL 0 0 NULL");

  @TempDir Path folder;
  private final MovableClock clock = new MovableClock();
  private JdbcDeliveryQueue queue;

  /** Where the rows of before are put, and the queue that is opened there afterwards. */
  abstract SqlDialect dialect(Path folder);

  abstract QueueStore store(Path folder, MovableClock clock);

  @BeforeEach
  void migrate() throws SQLException {
    SqlDialect dialect = dialect(folder);
    try (SqlSession session = new SqlSession(dialect.connectForWriting())) {
      new Migrations(dialect, Migrations.NAMES.subList(0, BEFORE)).migrate(session, 5L);
      session.update("INSERT INTO exchange (name, known_since) VALUES (?, 5)", EXCHANGE);
      session.update("INSERT INTO account (channel) VALUES ('webhook')");
      for (String row : ROWS) {
        insert(session, row.split(" "));
      }
      insertBehind(session);
    }
    queue = (JdbcDeliveryQueue) store(folder, clock).open("node-1").queue();
    if (dialect.shared()) {
      // The node of before is gone.
      clock.advance(AbandonedRowsSql.LOST_AFTER.plusSeconds(1));
    }
  }

  @AfterEach
  void close() {
    queue.close();
  }

  private void insert(SqlSession session, String[] row) throws SQLException {
    long now = clock.millis();
    session.update(
        """
        INSERT INTO thread (exchange, ref, place, inode, size, modified, status, round)
        VALUES (1, ?, ?, 1, 1, 1, 'pending', 0)\
        """,
        row[0],
        "state=received/" + row[0]);
    boolean open = row[1].equals("queued");
    session.update(
        "INSERT INTO lane (channel, address, work_at) VALUES ('webhook', ?, ?)",
        "http://" + row[0],
        open ? (Long) (now + Long.parseLong(row[3])) : null);
    session.update(
        """
        INSERT INTO delivery (id, thread, lane, executor, kind, serial, one_per_address, priority,
          state, waits_for, unrecorded, created, wished_at, turn, due, tries, taken_at, settled_at,
          receipt)
        SELECT ?, t.id, l.id, 'roomba', 'request', 0, 1, 1, ?, %s, ?, 5, ?, 5, ?, 1, ?, ?, %s
        FROM thread t CROSS JOIN lane l WHERE t.ref = ? AND l.address = ?\
        """
            .formatted(row[2], row[5]),
        ColumnValues.key(id(row[0])),
        row[1],
        Integer.parseInt(row[4]),
        now,
        now + Long.parseLong(row[3]),
        row[1].equals("sending") ? (Long) now : (Long) 5L,
        open || row[1].equals("sending") ? null : (Long) now,
        row[0],
        "http://" + row[0]);
  }

  /** Another executor's row of the same thread on the same lane as the first. */
  private void insertBehind(SqlSession session) throws SQLException {
    session.update(
        """
        UPDATE delivery SET thread = (SELECT id FROM thread WHERE ref = 'ready'),
          lane = (SELECT id FROM lane WHERE address = 'http://ready'), executor = 'kitchen', turn = 6
        WHERE waits_for = 'thread'\
        """);
  }

  private static String id(String ref) {
    return Sample.wish(ref, "roomba", "http://" + ref).id();
  }

  private Map<String, TakenDelivery> takeAll() {
    Map<String, TakenDelivery> taken = new HashMap<>();
    for (LaneLease lane : queue.lease(9)) {
      queue.take(lane, 9).forEach(one -> taken.put(one.id(), one));
    }
    return taken;
  }

  private boolean settle(TakenDelivery delivery) {
    return queue.settle(delivery, clock.instant(), Sample.delivered(), Sample.HEALTHY);
  }

  @Test
  void everyRowKeepsItsState() {
    Map<DeliveryState, Long> states = queue.figures().deliveries();

    assertEquals(2, states.get(DeliveryState.DELIVERED));
    assertEquals(
        ROWS.size(), states.values().stream().mapToLong(Long::longValue).sum(), states::toString);
    for (String row : ROWS) {
      assertTrue(queue.delivery(id(row.substring(0, row.indexOf(' ')))).isPresent(), row);
    }
  }

  @Test
  void whatWasReadyAndWhatWasInFlightIsSentAndTheNextOfTheThreadAfterIt() {
    Map<String, TakenDelivery> taken = takeAll();
    assertTrue(taken.containsKey(id("ready")), taken::toString);
    assertTrue(Objects.requireNonNull(taken.get(id("sending"))).uncertain());
    assertTrue(!taken.containsKey(id("behind")), taken::toString);

    TakenDelivery ready = Objects.requireNonNull(taken.get(id("ready")));
    assertTrue(settle(ready));
    assertEquals(id("behind"), queue.take(ready.lane(), 9).getFirst().id());
  }

  @Test
  void whatWaitedForItsTimeIsSentThen() {
    Map<String, TakenDelivery> before = takeAll();
    clock.advance(Duration.ofMinutes(1));

    assertTrue(before.containsKey(id("later")) || takeAll().containsKey(id("later")));
  }

  @Test
  void historyAsksForWhatItDidNotShowAndForWhatIsThereAgain() {
    assertEquals(Set.of("unshown", "rejected"), pending());

    Sample.reconcile(queue, "gone");
    assertEquals(Set.of("unshown", "rejected", "gone"), pending());

    queue.markRecorded(queue.pendingHistory(EXCHANGE, 9));
    assertEquals(Set.of(), pending());
  }

  private Set<String> pending() {
    return queue.pendingHistory(EXCHANGE, 9).stream()
        .map(PendingHistory::ref)
        .collect(Collectors.toSet());
  }

  @Test
  void whatTheServiceNamedIsFoundByItsName() {
    assertEquals(
        id("unshown"), queue.byReceipt("webhook", Receipt.of("sid", "SM1")).orElseThrow().id());
    assertEquals(id("shown"), queue.deliveredAt("webhook", "http://shown", 9).getFirst().id());
  }

  @Test
  void whatFailedCanBeReplayed() {
    assertEquals(3, queue.replay(List.of(id("rejected"), id("gone"), id("expired"))));
    assertTrue(takeAll().keySet().containsAll(Set.of(id("rejected"), id("gone"), id("expired"))));
    assertEquals(Set.of("unshown"), pending());
  }
}
