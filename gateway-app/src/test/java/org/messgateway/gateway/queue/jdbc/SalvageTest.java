package org.messgateway.gateway.queue.jdbc;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
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
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.messgateway.gateway.queue.DeliveryQueue;
import org.messgateway.gateway.queue.LaneLease;
import org.messgateway.gateway.queue.MovableClock;
import org.messgateway.gateway.queue.Settlement;
import org.messgateway.gateway.queue.TakenDelivery;
import org.messgateway.gateway.queue.journal.AnswerJournal;
import org.messgateway.gateway.queue.journal.EventInbox;
import org.messgateway.gateway.queue.journal.ReplyCodes;

/** Acknowledged answers, presses and letters of a damaged queue are in the new one. */
final class SalvageTest {

  private static final int ANSWERS = 120;
  private static final int THREADS = 20;

  /** Bytes; SQLite's default. */
  private static final int PAGE = 4096;

  /** An answer's row has about 80 bytes. */
  private static final int MOST_IN_A_PAGE = 60;

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
      for (TakenDelivery delivery : queue.take(lane, 99)) {
        queue.settle(delivery, clock.instant(), settlement, HEALTHY);
      }
      queue.release(lane);
    }
  }

  private static void want(DeliveryQueue queue, int thread) {
    reconcile(queue, "r" + thread, wish("r" + thread, "roomba" + thread, "http://" + thread % 7));
  }

  private AnswerJournal.Entry answer(int number) {
    return new AnswerJournal.Entry(
        0,
        EXCHANGE,
        "r" + number,
        "ana",
        "key-" + number,
        clock.instant(),
        "from: ana\nmess:\n  - ack: Milk ✓\n".getBytes(UTF_8),
        null,
        null);
  }

  private static List<String> leased(DeliveryQueue queue) {
    return queue.lease(99).stream().map(LaneLease::address).toList();
  }

  @Test
  void deliveriesAreLeftToTheThreadsAndMadeAgainWhereNoHistoryShowsThem() throws IOException {
    try (DeliveryQueue queue = open(folder).queue()) {
      want(queue, 1);
      deliverAll(queue, delivered());
      want(queue, 2);
    }

    OpenedQueue opened = openDamaged(folder);
    try (DeliveryQueue queue = opened.queue()) {
      assertEquals(0, opened.salvaged());
      assertEquals(Optional.empty(), queue.thread(EXCHANGE, "r1"));
      assertEquals(List.of(), leased(queue), "nothing is due by what was found");
      want(queue, 1);
      want(queue, 2);
      assertEquals(Set.of("http://1", "http://2"), Set.copyOf(leased(queue)));
    }
  }

  @Test
  void whatPeopleWereToldIsTakenIsKept() throws IOException {
    OpenedQueue before = open(folder);
    AnswerJournal.Entry answer = before.journal().answers().put(answer(1)).entry();
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
      assertEquals(2, opened.salvaged());
      AnswerJournal.Entry kept = opened.journal().answers().open(EXCHANGE, 9).getFirst();
      assertArrayEquals(answer.message(), kept.message());
      assertEquals("key-1", kept.key());
      List<EventInbox.Event> events = opened.journal().events().open("slack");
      assertEquals(List.of("event-1"), events.stream().map(EventInbox.Event::id).toList());
      assertEquals(List.of(second), opened.journal().replyCodes().at("sms", "+43"));
    }
  }

  @Test
  void whatIsNoTextWasNotSaidByAnybody() throws IOException, SQLException {
    open(folder).queue().close();
    try (Connection connection =
            DriverManager.getConnection("jdbc:sqlite:" + folder.resolve(SqliteStore.FILE));
        Statement statement = connection.createStatement()) {
      statement.executeUpdate(
          "INSERT INTO event (channel, id, body, kept_at) VALUES ('sms', 'e', x'00000000', 1)");
    }

    OpenedQueue opened = openDamaged(folder);
    opened.queue().close();

    assertEquals(0, opened.salvaged());
  }

  @Test
  void whateverPageIsLostCostsItsOwnRowsOnly() throws IOException, SQLException {
    losesItsOwnRowsOnly(8);
  }

  @Test
  @Tag("proof")
  void whicheverOfAllPagesIsLostCostsItsOwnRowsOnly() throws IOException, SQLException {
    losesItsOwnRowsOnly(1);
  }

  /** Every so many pages, as zeros and as noise; but those that alone lead to the answers. */
  private void losesItsOwnRowsOnly(int step) throws IOException, SQLException {
    Path whole = Files.createDirectory(folder.resolve("whole"));
    OpenedQueue before = open(whole);
    try (DeliveryQueue queue = before.queue()) {
      for (int thread = 0; thread < THREADS; thread++) {
        want(queue, thread);
      }
      deliverAll(queue, delivered());
      for (int number = 0; number < ANSWERS; number++) {
        before.journal().answers().put(answer(number));
      }
    }
    Path file = whole.resolve(SqliteStore.FILE);
    Set<Long> leading = pagesThatLeadToAnswers(file);
    for (long page = 0; page < Files.size(file) / PAGE; page += step) {
      int found = foundWithout(file, page);
      assertTrue(
          found >= ANSWERS - MOST_IN_A_PAGE || leading.contains(page),
          "without page " + page + ": " + found);
    }
  }

  /** Counted from 0: those of the schema, and those of the table that hold no rows. */
  private static Set<Long> pagesThatLeadToAnswers(Path file) throws SQLException {
    Set<Long> pages = new HashSet<>();
    try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
        Statement statement = connection.createStatement();
        ResultSet found =
            statement.executeQuery(
                """
                SELECT pageno - 1 FROM dbstat
                WHERE name = 'sqlite_schema' OR (name = 'answer' AND pagetype = 'internal')\
                """)) {
      while (found.next()) {
        pages.add(found.getLong(1));
      }
    }
    assertTrue(pages.contains(0L));
    return pages;
  }

  private int foundWithout(Path whole, long page) throws IOException {
    Path place = Files.createDirectory(folder.resolve("without-" + page));
    Path file = Files.copy(whole, place.resolve(SqliteStore.FILE));
    byte[] nonsense = new byte[PAGE];
    if (page % 16 < 8 == (page % 2 == 0)) {
      new Random(page).nextBytes(nonsense);
    }
    try (RandomAccessFile database = new RandomAccessFile(file.toFile(), "rw")) {
      database.seek(page * PAGE);
      database.write(nonsense);
    }
    OpenedQueue opened = openDamaged(place);
    try (DeliveryQueue queue = opened.queue()) {
      List<AnswerJournal.Entry> answers = opened.journal().answers().open(EXCHANGE, ANSWERS + 1);
      assertEquals(opened.salvaged(), answers.size());
      for (AnswerJournal.Entry one : answers) {
        assertArrayEquals(answer(0).message(), one.message(), "without page " + page);
      }
      assertEquals(List.of(), leased(queue), "nothing is due by what was found");
      return answers.size();
    }
  }

  @Test
  void aFileOfNothingButNoiseGivesNothing() throws IOException {
    byte[] noise = new byte[20 * PAGE];
    new Random(7).nextBytes(noise);
    Files.write(folder.resolve(SqliteStore.FILE), noise);

    OpenedQueue opened = open(folder);
    opened.queue().close();

    assertEquals(0, opened.salvaged());
  }

  @Test
  void anAnswerThatStandsInTheLogAloneIsFoundThere() throws IOException {
    Path killed = Files.createDirectory(folder.resolve("killed"));
    OpenedQueue before = open(folder);
    try (DeliveryQueue _ = before.queue()) {
      before.journal().answers().put(answer(1));
      for (String name : List.of(SqliteStore.FILE, SqliteStore.FILE + "-wal")) {
        Files.copy(folder.resolve(name), killed.resolve(name));
      }
    }
    assertFalse(Files.readString(killed.resolve(SqliteStore.FILE), ISO_8859_1).contains("key-1"));

    OpenedQueue opened = openDamaged(killed);
    opened.queue().close();

    assertEquals(1, opened.salvaged());
  }
}
