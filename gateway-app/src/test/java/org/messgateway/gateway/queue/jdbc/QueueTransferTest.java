package org.messgateway.gateway.queue.jdbc;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.messgateway.gateway.queue.Sample.EXCHANGE;
import static org.messgateway.gateway.queue.Sample.HEALTHY;
import static org.messgateway.gateway.queue.Sample.UNCHANGED;
import static org.messgateway.gateway.queue.Sample.reconcile;
import static org.messgateway.gateway.queue.Sample.wish;

import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.messgateway.api.FailureReason;
import org.messgateway.api.Receipt;
import org.messgateway.api.ServiceReply;
import org.messgateway.gateway.queue.BreakerUpdate;
import org.messgateway.gateway.queue.DeliveryFilter;
import org.messgateway.gateway.queue.DeliveryQueue;
import org.messgateway.gateway.queue.DeliveryRow;
import org.messgateway.gateway.queue.DeliveryState;
import org.messgateway.gateway.queue.LookupKey;
import org.messgateway.gateway.queue.MovableClock;
import org.messgateway.gateway.queue.QueueException;
import org.messgateway.gateway.queue.ReconcileRequest;
import org.messgateway.gateway.queue.Sample;
import org.messgateway.gateway.queue.Settlement;
import org.messgateway.gateway.queue.TakenDelivery;
import org.messgateway.gateway.queue.TaskResult;
import org.messgateway.gateway.queue.journal.AnswerJournal.Entry;
import org.messgateway.gateway.queue.journal.Journal;
import org.messgateway.gateway.queue.journal.RequestLog.TaskRequest;

/** A household's queue moves to PostgreSQL, and finds there what it left. */
@Tag("postgres")
final class QueueTransferTest {

  @TempDir Path folder;
  private final MovableClock clock = new MovableClock();
  private final PostgresStore target = PostgresServer.fresh().by(clock);
  private SqliteStore file;

  @BeforeEach
  void aFile() {
    file = SqliteStore.in(folder, clock);
  }

  private Map<String, Long> move() {
    return new QueueTransfer(file, target)
        .copy(Map.of("people", "paused: {}".getBytes(UTF_8)), InstantSource.system());
  }

  /** One delivery in every state, one lane that waits, and something of everything else. */
  private void fill() {
    OpenedQueue opened = file.open("gateway");
    try (DeliveryQueue queue = opened.queue()) {
      settled(queue, "delivered", delivered("sid", "S\u0000M1"));
      for (DeliveryState state :
          List.of(DeliveryState.REJECTED, DeliveryState.EXPIRED, DeliveryState.DEAD)) {
        settled(queue, state.code(), new Settlement.Ended(state, null, "So it is."));
      }
      reconcile(queue, "withdrawn", wish("withdrawn", "ana", "http://withdrawn"));
      reconcile(queue, "withdrawn");
      settled(
          queue,
          "waits",
          Sample.again(clock.in(Duration.ofMinutes(2)), FailureReason.UNREACHABLE),
          Sample.laneWaits(clock, Duration.ofMinutes(5)));
      queue.reconcileAll(List.of(done()));
      queue.reconcile(Sample.thread("held"), Set.of("r1", "other"), List.of(), List.of());
      fill(opened.journal());
      settled(queue, "sending", null, UNCHANGED);
    }
  }

  private static ReconcileRequest done() {
    TaskResult result =
        new TaskResult(
            0,
            "ana",
            MovableClock.START,
            MovableClock.START,
            MovableClock.START,
            TaskResult.TaskOutcome.COMPLETED,
            List.of("mop"));
    return new ReconcileRequest(
        Sample.thread("done", "completed"), Set.of(), List.of(), Set.of(), List.of(result));
  }

  private Settlement delivered(String key, String value) {
    ServiceReply reply = new ServiceReply("application/yaml", new byte[] {0, 1, (byte) 0xff}, true);
    return new Settlement.Delivered(Receipt.of(key, value), reply);
  }

  private void settled(DeliveryQueue queue, String ref, Settlement settlement) {
    settled(queue, ref, settlement, settlement instanceof Settlement.Ended ? UNCHANGED : HEALTHY);
  }

  private void settled(
      DeliveryQueue queue, String ref, @Nullable Settlement settlement, BreakerUpdate breaker) {
    reconcile(queue, ref, wish(ref, "ana", "http://" + ref));
    TakenDelivery delivery =
        queue.lease(9).stream()
            .flatMap(lane -> queue.take(lane, 1).stream())
            .findFirst()
            .orElseThrow();
    if (settlement != null) {
      queue.settle(delivery, clock.instant(), settlement, breaker);
      queue.release(delivery.lane());
    }
  }

  private void fill(Journal journal) {
    journal
        .answers()
        .put(
            new Entry(
                0, EXCHANGE, "r1", "ana", "k", clock.instant(), "Hi".getBytes(UTF_8), null, null));
    journal.claims().claim(EXCHANGE, "r1", 0, "ana");
    journal.events().keep("slack", "e1", "{}".getBytes(UTF_8));
    journal.replyCodes().assign("sms", "+1", EXCHANGE, "r1", "d1");
    journal
        .asked()
        .take(new TaskRequest("ana", false, "r1", clock.instant()), 6, Duration.ofMinutes(10));
  }

  @Test
  void everyRowInEveryStateIsThereAfterwards() {
    fill();
    Map<String, DeliveryRow> before;
    // What the next start finds: what was in flight is uncertain by then.
    try (DeliveryQueue queue = file.open("gateway").queue()) {
      before = rows(queue);
    }

    Map<String, Long> copied = move();

    try (DeliveryQueue queue = target.open("node").queue()) {
      assertEquals(before, rows(queue));
      assertEquals(
          EnumSet.complementOf(EnumSet.of(DeliveryState.SENDING)),
          queue.figures().deliveries().keySet());
      assertEquals(List.of("other", "r1"), queue.dependsOn(EXCHANGE, "held"));
      assertEquals(9, copied.get("thread"));
      assertEquals(Set.of("ana"), queue.lastResults("mop").keySet());
      assertTrue(copied.values().stream().allMatch(count -> count > 0), copied::toString);
    }
  }

  @Test
  void workGoesOnWhereItStood() {
    fill();
    move();

    OpenedQueue opened = target.open("node");
    try (DeliveryQueue queue = opened.queue()) {
      TakenDelivery uncertain =
          queue.lease(9).stream()
              .flatMap(lane -> queue.take(lane, 1).stream())
              .findFirst()
              .orElseThrow();
      assertEquals("sending", uncertain.identity().ref());
      assertTrue(uncertain.uncertain());
      reconcile(queue, "new", wish("new", "ana", "http://new"));
      assertEquals(1, queue.deliveries(EXCHANGE, "new").size(), "new keys follow the old ones");
      assertEquals("ana", opened.journal().claims().claim(EXCHANGE, "r1", 0, "ben"));
      assertEquals(
          "Hi",
          new String(opened.journal().answers().open(EXCHANGE, 9).getFirst().message(), UTF_8));
      assertEquals(
          3, opened.journal().replies().open(EXCHANGE, null, 9).getFirst().reply().body().length);
    }
  }

  private static Map<String, DeliveryRow> rows(DeliveryQueue queue) {
    return queue.find(DeliveryFilter.ALL, 100).stream()
        .collect(Collectors.toMap(row -> row.identity().ref(), row -> row));
  }

  /** One that an earlier version took: an index here has no room for it. */
  @Test
  void anAddressTooLongToKeepCostsTheMoveNothing() {
    String address =
        "http://"
            + new Random(7)
                .ints(3_000, 0x100, 0x2000)
                .mapToObj(Character::toString)
                .collect(Collectors.joining());
    try (DeliveryQueue queue = file.open("gateway").queue()) {
      reconcile(queue, "r1", wish("r1", "ana", address), wish("r1", "ben", "http://b"));
    }

    move();

    try (DeliveryQueue queue = target.open("node").queue()) {
      List<String> addresses =
          queue.deliveries(EXCHANGE, "r1").stream().map(row -> row.identity().address()).toList();
      assertEquals(List.of(LookupKey.of(address), "http://b"), addresses);
    }
  }

  @Test
  void aTargetThatIsInUseIsRefusedAndLeftAsItIs() {
    fill();
    try (DeliveryQueue queue = target.open("node").queue()) {
      reconcile(queue, "theirs", wish("theirs", "ben", "http://b"));
    }

    QueueException failure = assertThrows(QueueException.class, this::move);

    assertTrue(failure.getMessage().contains("not empty"), failure::getMessage);
    try (DeliveryQueue queue = target.open("node").queue()) {
      assertEquals(Set.of("theirs"), rows(queue).keySet());
    }
  }

  @Test
  void aTargetThatDoesNotAnswerIsToldInTheWordsOfTheCommand() {
    fill();
    PostgresStore nobody = PostgresStore.at("jdbc:postgresql://127.0.0.1:1/mess", null, null);

    QueueException failure =
        assertThrows(
            QueueException.class, () -> new QueueTransfer(file, nobody).copy(Map.of(), clock));

    String said = String.valueOf(failure.getMessage());
    assertTrue(said.contains("--to; then run it again: nothing was copied."), said);
    assertFalse(said.contains("store.url"), said);
  }

  @Test
  void aMoveThatFailsHalfWayLeavesNothingBehind() {
    fill();
    target.open("node").queue().close();
    try (DeliveryQueue queue = target.open("node").queue()) {
      ((JdbcDeliveryQueue) queue)
          .write(s -> s.update("ALTER TABLE event ADD CONSTRAINT never CHECK (number < 0)"));
    }

    assertThrows(QueueException.class, this::move);

    try (DeliveryQueue queue = target.open("node").queue()) {
      assertEquals(Map.of(), rows(queue));
      long exchanges =
          ((JdbcDeliveryQueue) queue).write(s -> s.number("SELECT count(*) FROM exchange"));
      assertEquals(0, exchanges);
    }
  }
}
