package org.messgateway.gateway.queue.jdbc;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.messgateway.gateway.queue.Sample.EXCHANGE;
import static org.messgateway.gateway.queue.Sample.HEALTHY;
import static org.messgateway.gateway.queue.Sample.delivered;
import static org.messgateway.gateway.queue.Sample.reconcile;
import static org.messgateway.gateway.queue.Sample.wish;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.messgateway.api.Receipt;
import org.messgateway.api.Reply;
import org.messgateway.gateway.journal.AnswerJournal;
import org.messgateway.gateway.journal.KeptEvents;
import org.messgateway.gateway.journal.ReplyCodes;
import org.messgateway.gateway.queue.AttemptRow;
import org.messgateway.gateway.queue.DeliveryQueue;
import org.messgateway.gateway.queue.DeliveryRow;
import org.messgateway.gateway.queue.DeliveryState;
import org.messgateway.gateway.queue.LaneLease;
import org.messgateway.gateway.queue.MovableClock;
import org.messgateway.gateway.queue.Settlement;
import org.messgateway.gateway.queue.TakenDelivery;
import org.messgateway.gateway.queue.Unrecorded;

/** What a damaged queue alone knew is in the new one. */
final class SalvageTest {

  private static final int THREADS = 120;
  private static final int PAGE = 4096;

  @TempDir Path folder;
  private final MovableClock clock = new MovableClock();

  private OpenedQueue open(Path where) {
    return SqliteStore.in(where, clock).open("node-1");
  }

  /** As what found damage leaves it. */
  private OpenedQueue openDamaged(Path where) throws IOException {
    new QueueFile(where.resolve(SqliteStore.FILE)).distrust();
    OpenedQueue opened = open(where);
    assertTrue(opened.setAside() != null);
    return opened;
  }

  private void deliverAll(DeliveryQueue queue, Settlement settlement) {
    for (LaneLease lane : queue.lease(99)) {
      for (TakenDelivery taken : queue.take(lane, 99)) {
        queue.settle(taken, clock.instant(), settlement, HEALTHY);
      }
      queue.release(lane);
    }
  }

  private static void want(DeliveryQueue queue, int thread) {
    reconcile(queue, "r" + thread, wish("r" + thread, "roomba" + thread, "http://" + thread % 7));
  }

  @Test
  void whoWasToldIsNotToldAgainAndHistorySaysWhenAndHow() throws IOException {
    Instant started = clock.instant();
    try (DeliveryQueue queue = open(folder).queue()) {
      reconcile(queue, "r1", wish("r1", "roomba", "http://a"));
      LaneLease lane = queue.lease(1).getFirst();
      TakenDelivery taken = queue.take(lane, 1).getFirst();
      clock.advance(Duration.ofSeconds(2));
      queue.settle(taken, started, delivered(), HEALTHY);
    }
    clock.advance(Duration.ofMinutes(5));

    OpenedQueue opened = openDamaged(folder);
    try (DeliveryQueue queue = opened.queue()) {
      assertEquals(new Salvaged(1, 0), opened.salvaged());
      reconcile(
          queue, "r1", wish("r1", "roomba", "http://a"), wish("r1", "kitchen", "http://kitchen"));

      assertEquals(List.of("http://kitchen"), leased(queue));
      Unrecorded history = queue.unrecorded(EXCHANGE, 9).getFirst();
      DeliveryRow told = history.deliveries().getFirst();
      assertEquals(Receipt.of("sid", "SM1"), told.receipt());
      assertEquals(started.plusSeconds(2), told.settledAt());
      AttemptRow attempt = queue.attempts(told.identity().id()).getFirst();
      assertEquals(started, attempt.startedAt());
    }
  }

  private static List<String> leased(DeliveryQueue queue) {
    return queue.lease(99).stream().map(LaneLease::address).toList();
  }

  @Test
  void whatHistoryShowsOrWasNotDeliveredIsLeftToTheThreads() throws IOException {
    try (DeliveryQueue queue = open(folder).queue()) {
      want(queue, 1);
      deliverAll(queue, delivered());
      queue.recorded(queue.unrecorded(EXCHANGE, 9));
      want(queue, 2);
    }

    OpenedQueue opened = openDamaged(folder);
    try (DeliveryQueue queue = opened.queue()) {
      assertEquals(Salvaged.NOTHING, opened.salvaged());
      assertEquals(List.of(), queue.threads(EXCHANGE));
      want(queue, 2);
      assertEquals(1, queue.lease(9).size());
    }
  }

  @Test
  void aReplyThatNobodyLookedAtIsThereToBeLookedAt() throws IOException {
    Reply reply = new Reply("application/yaml", "- claim\n".getBytes(UTF_8), true);
    try (DeliveryQueue queue = open(folder).queue()) {
      want(queue, 1);
      deliverAll(queue, new Settlement.Delivered(Receipt.NONE, reply));
    }

    OpenedQueue opened = openDamaged(folder);
    try (DeliveryQueue queue = opened.queue()) {
      assertEquals(1, opened.salvaged().told());
      assertArrayEquals(
          reply.body(), opened.journal().replies().open(EXCHANGE, 9).getFirst().reply().body());
      want(queue, 1);
      assertEquals(List.of(), queue.lease(9));
    }
  }

  @Test
  void whatPeopleWereToldIsTakenIsKept() throws IOException {
    OpenedQueue before = open(folder);
    AnswerJournal.Entry answer =
        before
            .journal()
            .answers()
            .put(
                new AnswerJournal.Entry(
                    0,
                    EXCHANGE,
                    "r1",
                    "ana",
                    "key-1",
                    clock.instant(),
                    "from: ana\nmess:\n  - ack: Milk ✓\n".getBytes(UTF_8),
                    null,
                    null))
            .entry();
    before.journal().events().keep("slack", "event-1", "payload=%7B%7D".getBytes(UTF_8));
    before.journal().events().keep("slack", "event-2", "payload=%7B%7D".getBytes(UTF_8));
    before.journal().events().done("slack", "event-2");
    ReplyCodes letters = before.journal().replyCodes();
    letters.assign("sms", "+43", EXCHANGE, "r1", "d1");
    ReplyCodes.Code second = letters.assign("sms", "+43", EXCHANGE, "r2", "d2");
    letters.free(EXCHANGE, "r1");
    before.queue().close();

    OpenedQueue opened = openDamaged(folder);
    try (DeliveryQueue _ = opened.queue()) {
      assertEquals(new Salvaged(0, 2), opened.salvaged());
      AnswerJournal.Entry kept = opened.journal().answers().open(EXCHANGE, 9).getFirst();
      assertArrayEquals(answer.message(), kept.message());
      assertEquals("key-1", kept.key());
      List<KeptEvents.Event> events = opened.journal().events().open("slack");
      assertEquals(List.of("event-1"), events.stream().map(KeptEvents.Event::id).toList());
      assertEquals(List.of(second), opened.journal().replyCodes().at("sms", "+43"));
    }
  }

  @Test
  void aRowThatContradictsItselfIsNotBelieved() throws IOException, SQLException {
    try (DeliveryQueue queue = open(folder).queue()) {
      for (int thread = 1; thread <= 4; thread++) {
        want(queue, thread);
      }
      deliverAll(queue, delivered());
    }
    change(
        "UPDATE thread SET ref = 'r9' WHERE ref = 'r1'",
        "UPDATE delivery SET kind = 'nonsense' WHERE executor = 'roomba2'",
        "UPDATE delivery SET receipt = '{\"sid' WHERE executor = 'roomba3'",
        "INSERT INTO event (channel, id, body, kept_at) VALUES ('sms', 'e', x'00000000', 1)");

    OpenedQueue opened = openDamaged(folder);
    try (DeliveryQueue queue = opened.queue()) {
      assertEquals(new Salvaged(1, 0), opened.salvaged());
      for (int thread = 1; thread <= 4; thread++) {
        want(queue, thread);
      }
      assertEquals(Set.of("http://1", "http://2", "http://3"), Set.copyOf(leased(queue)));
    }
  }

  private void change(String... statements) throws SQLException {
    try (Connection connection =
            DriverManager.getConnection("jdbc:sqlite:" + folder.resolve(SqliteStore.FILE));
        Statement statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.executeUpdate(sql);
      }
    }
  }

  /** Each page in turn, as zeros and as noise: nothing is believed that was not so. */
  @Test
  void whateverPageIsLostMostIsFoundAndNothingElse() throws IOException {
    Path whole = Files.createDirectory(folder.resolve("whole"));
    try (DeliveryQueue queue = open(whole).queue()) {
      for (int thread = 0; thread < THREADS; thread++) {
        want(queue, thread);
      }
      deliverAll(queue, delivered());
    }
    Path file = whole.resolve(SqliteStore.FILE);
    long pages = Files.size(file) / PAGE;
    long most = 0;
    for (int page = 1; page < pages; page++) {
      int found = foundWithout(file, page);
      most += found > THREADS * 3 / 4 ? 1 : 0;
    }
    assertTrue(most > pages * 2 / 3, most + " of " + pages);
  }

  private int foundWithout(Path whole, int page) throws IOException {
    Path place = Files.createDirectory(folder.resolve("without-" + page));
    Path file = Files.copy(whole, place.resolve(SqliteStore.FILE));
    byte[] nonsense = new byte[PAGE];
    if (page % 2 == 0) {
      new Random(page).nextBytes(nonsense);
    }
    try (RandomAccessFile database = new RandomAccessFile(file.toFile(), "rw")) {
      database.seek((long) page * PAGE);
      database.write(nonsense);
    }
    OpenedQueue opened = openDamaged(place);
    try (DeliveryQueue queue = opened.queue()) {
      assertEquals(0, queue.lease(9).size(), "nothing is due by what was found");
      for (int thread = 0; thread < THREADS; thread++) {
        want(queue, thread);
      }
      long told = states(queue).filter(DeliveryState.DELIVERED::equals).count();
      assertEquals(opened.salvaged().told(), told);
      assertEquals(THREADS - told, states(queue).filter(DeliveryState.QUEUED::equals).count());
      return opened.salvaged().told();
    }
  }

  private static Stream<DeliveryState> states(DeliveryQueue queue) {
    return Stream.iterate(0, thread -> thread < THREADS, thread -> thread + 1)
        .flatMap(thread -> queue.deliveries(EXCHANGE, "r" + thread).stream())
        .map(DeliveryRow::state);
  }

  @Test
  void aFileOfNothingButNoiseGivesNothing() throws IOException {
    byte[] noise = new byte[20 * PAGE];
    new Random(7).nextBytes(noise);
    Files.write(folder.resolve(SqliteStore.FILE), noise);

    OpenedQueue opened = open(folder);
    opened.queue().close();

    assertEquals(Salvaged.NOTHING, opened.salvaged());
  }
}
