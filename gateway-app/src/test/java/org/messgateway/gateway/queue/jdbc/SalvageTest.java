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
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
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
  private static final int PAGE = TableLeaf.SIZE;
  private static final int MOST_IN_A_PAGE = 40;

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
      assertEquals(Optional.empty(), queue.thread(EXCHANGE, "r1"));
      want(queue, 2);
      assertEquals(1, queue.lease(9).size());
    }
  }

  /** The reply may be an answer, and was not kept: so it is asked for again. */
  @Test
  void whoeverRepliedAndWasNotHeardIsToldAgain() throws IOException {
    Reply reply = new Reply("application/yaml", "- claim\n".getBytes(UTF_8), true);
    try (DeliveryQueue queue = open(folder).queue()) {
      want(queue, 1);
      deliverAll(queue, new Settlement.Delivered(Receipt.NONE, reply));
      want(queue, 2);
      deliverAll(queue, delivered());
    }

    OpenedQueue opened = openDamaged(folder);
    try (DeliveryQueue queue = opened.queue()) {
      want(queue, 1);
      want(queue, 2);
      assertEquals(List.of("http://1"), leased(queue));
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
  void anIdThatIsReadWrongIsWantedByNobody() throws IOException, SQLException {
    try (DeliveryQueue queue = open(folder).queue()) {
      for (int thread = 1; thread <= 4; thread++) {
        want(queue, thread);
      }
      deliverAll(queue, delivered());
    }
    change(
        "UPDATE delivery SET id = randomblob(16) WHERE executor = 'roomba1'",
        "UPDATE delivery SET state = 'delivere_' WHERE executor = 'roomba2'",
        "UPDATE delivery SET receipt = '{\"sid' WHERE executor = 'roomba3'",
        "INSERT INTO event (channel, id, body, kept_at) VALUES ('sms', 'e', x'00000000', 1)");

    OpenedQueue opened = openDamaged(folder);
    try (DeliveryQueue queue = opened.queue()) {
      assertEquals(0, opened.salvaged().said());
      for (int thread = 1; thread <= 4; thread++) {
        want(queue, thread);
      }
      assertEquals(Set.of("http://1", "http://2"), Set.copyOf(leased(queue)));
      assertEquals(
          Receipt.NONE, queue.deliveries(EXCHANGE, "r3").getFirst().receipt(), "it is none");
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

  /** Each page in turn, the first included, as zeros and as noise. */
  @Test
  void whateverPageIsLostCostsItsOwnRowsOnly() throws IOException {
    Path whole = Files.createDirectory(folder.resolve("whole"));
    try (DeliveryQueue queue = open(whole).queue()) {
      for (int thread = 1; thread < THREADS; thread++) {
        want(queue, thread);
      }
      deliverAll(queue, delivered());
      clock.advance(Duration.ofSeconds(10));
      want(queue, 0);
      deliverAll(queue, delivered());
    }
    Path file = whole.resolve(SqliteStore.FILE);
    for (int page = 0; page < Files.size(file) / PAGE; page++) {
      int found = foundWithout(file, page);
      assertTrue(found >= THREADS - MOST_IN_A_PAGE, "without page " + page + ": " + found);
    }
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

  private Path logAlone() throws IOException {
    Path killed = Files.createDirectory(folder.resolve("killed"));
    Files.copy(
        folder.resolve(SqliteStore.FILE + "-wal"), killed.resolve(SqliteStore.FILE + "-wal"));
    Files.write(killed.resolve(SqliteStore.FILE), new byte[8 * PAGE]);
    return killed;
  }

  @Test
  void whatStandsInTheLogAloneIsFoundThere() throws IOException {
    Path killed;
    try (DeliveryQueue queue = open(folder).queue()) {
      want(queue, 1);
      deliverAll(queue, delivered());
      killed = logAlone();
    }

    OpenedQueue opened = openDamaged(killed);
    try (DeliveryQueue queue = opened.queue()) {
      assertEquals(1, opened.salvaged().told());
      want(queue, 1);
      assertEquals(List.of(), leased(queue));
    }
  }

  /** 20,000 bytes go on in other pages. */
  @ParameterizedTest
  @ValueSource(ints = {10, 20_000})
  void whereRepliesCannotBeAskedForWhoeverWasToldLastIsToldAgain(int length) throws IOException {
    Reply reply = new Reply("application/yaml", new byte[length], true);
    Path killed;
    try (DeliveryQueue queue = open(folder).queue()) {
      want(queue, 1);
      deliverAll(queue, delivered());
      want(queue, 2);
      deliverAll(queue, new Settlement.Delivered(Receipt.NONE, reply));
      clock.advance(Duration.ofSeconds(4));
      want(queue, 3);
      deliverAll(queue, delivered());
      killed = logAlone();
    }

    OpenedQueue opened = openDamaged(killed);
    try (DeliveryQueue queue = opened.queue()) {
      for (int thread = 1; thread <= 3; thread++) {
        want(queue, thread);
      }
      assertEquals(Set.of("http://2", "http://3"), Set.copyOf(leased(queue)));
    }
  }

  @Test
  void rowsAreReadAsTheyAreWritten() throws SQLException {
    try (DeliveryQueue queue = open(folder).queue()) {
      JdbcDeliveryQueue store = (JdbcDeliveryQueue) queue;
      assertEquals(
          DeliveredRows.COLUMNS,
          store.write(session ->
              session.list("SELECT name FROM pragma_table_info('delivery')", Row::text)));
      assertEquals(
          ReplyRows.COLUMNS,
          store.write(
              session -> session.list("SELECT name FROM pragma_table_info('reply')", Row::text)));
      assertEquals(PAGE, (long) store.write(session -> session.number("PRAGMA page_size")));
    }
  }
}
