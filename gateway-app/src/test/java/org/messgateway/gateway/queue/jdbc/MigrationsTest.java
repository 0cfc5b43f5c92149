package org.messgateway.gateway.queue.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.messgateway.gateway.queue.DeliveryQueue;
import org.messgateway.gateway.queue.DeliveryState;
import org.messgateway.gateway.queue.LaneState;
import org.messgateway.gateway.queue.MovableClock;
import org.messgateway.gateway.queue.QueueException;
import org.messgateway.gateway.queue.Sample;
import org.messgateway.gateway.queue.TakenDelivery;

/** Numbered files, each once, in order. */
final class MigrationsTest {

  @TempDir Path folder;

  private SqlSession session() throws SQLException {
    return new SqlSession(new SqliteDialect(folder.resolve("m.db")).connectForWriting());
  }

  private SqlDialect dialect() {
    return new SqliteDialect(folder.resolve("m.db"));
  }

  @Test
  void eachIsAppliedOnceAndRecorded() throws SQLException {
    try (SqlSession session = session()) {
      Migrations migrations = new Migrations(dialect());
      migrations.migrate(session, 5L);
      migrations.migrate(session, 6L);

      assertEquals(Migrations.NAMES.size(), Migrations.version(session));
      assertEquals(
          List.of(
              "001_queue@5",
              "002_way_back@5",
              "003_receipts@5",
              "004_nodes@5",
              "005_documents@5",
              "006_together@5",
              "007_named_receipts@5",
              "008_shelves@5",
              "009_keepers@5",
              "010_probes_apart@5",
              "011_called@5",
              "012_asked_about@5",
              "013_successors@5",
              "014_generations@5",
              "015_task_results@5",
              "016_queue_entries@5",
              "017_partitions@5"),
          session.list(
              "SELECT name || '@' || applied_at FROM schema_version ORDER BY number",
              ResultRow::text));
    }
  }

  @Test
  void whatWasInFlightBeforeIdsStoodOnShelvesIsFoundAndMadeAfterwards() throws SQLException {
    Sample.Wish wish = Sample.wish("r1", "roomba", "http://a");
    Path file = folder.resolve(SqliteStore.FILE);
    try (SqlSession session = new SqlSession(new SqliteDialect(file).connectForWriting())) {
      new Migrations(new SqliteDialect(file), Migrations.NAMES.subList(0, 7)).migrate(session, 5L);
      session.update("INSERT INTO exchange (name, known_since) VALUES (?, 5)", Sample.EXCHANGE);
      session.update(
          """
          INSERT INTO thread (exchange, ref, place, inode, size, modified, status, round)
          VALUES (1, 'r1', 'state=received/r1.yaml', 1, 1, 1, 'pending', 0)\
          """);
      session.update("INSERT INTO account (channel) VALUES ('webhook')");
      session.update("INSERT INTO lane (channel, address) VALUES ('webhook', 'http://a')");
      session.update(
          """
          INSERT INTO delivery (id, thread, lane, executor, kind, serial, one_per_address, priority,
            state, created, wished_at, turn, due, tries, taken_at)
          VALUES (?, 1, 1, 'roomba', 'request', 0, 0, 1, 'sending', 5, ?, 5, 5, 1, 5)\
          """,
          ColumnValues.key(wish.id()),
          MovableClock.START.toEpochMilli());
    }

    try (DeliveryQueue queue = SqliteStore.in(folder, new MovableClock()).open("node-1").queue()) {
      TakenDelivery again = queue.take(queue.lease(1).getFirst(), 1).getFirst();
      assertEquals(wish.id(), again.id());
      assertEquals(2, again.attempt());
      assertTrue(queue.settle(again, MovableClock.START, Sample.delivered(), Sample.HEALTHY));
      assertEquals(DeliveryState.DELIVERED, queue.delivery(wish.id()).orElseThrow().state());
      assertEquals(2, queue.attempts(wish.id()).size());
    }
  }

  @Test
  void everyTableOfTheQueueIsThere() throws SQLException {
    try (SqlSession session = session()) {
      new Migrations(dialect()).migrate(session, 5L);

      assertEquals(
          List.of(
              "account",
              "answer",
              "asked",
              "attempt",
              "claim",
              "delivery",
              "dependency",
              "document",
              "event",
              "exchange",
              "in_flight",
              "lane",
              "named_receipt",
              "node",
              "pending_history",
              "queue_entry",
              "ref_partition",
              "reply",
              "reply_code",
              "schema_version",
              "task_result",
              "thread"),
          session.list(
              "SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name",
              ResultRow::text));
    }
  }

  @Test
  void namesAreNumberedInOrder() {
    for (int i = 0; i < Migrations.NAMES.size(); i++) {
      assertTrue(Migrations.NAMES.get(i).startsWith("%03d_".formatted(i + 1)));
    }
  }

  @Test
  void aNewerSchemaIsRefused() {
    Migrations older = new Migrations(dialect(), List.of());

    QueueException failure = assertThrows(QueueException.class, () -> older.refuseNewer(1));

    assertEquals(QueueException.StoreFailure.TOO_NEW, failure.trouble());
  }

  @Test
  void statementsEndAtTheSemicolonThatEndsALine() {
    assertEquals(
        List.of("CREATE a (x ';' y)", "CREATE b"),
        Migrations.statements("-- c;\nCREATE a (x ';' y);\n\nCREATE\n  -- in between;\n b;\n")
            .stream()
            .map(statement -> statement.replaceAll("\\s+", " "))
            .toList());
    assertThrows(IllegalStateException.class, () -> Migrations.statements("CREATE a"));
  }

  @Test
  void theWordsOfTheTablesAreThoseOfTheStates() {
    for (DeliveryState state : DeliveryState.values()) {
      assertEquals(state, ColumnValues.state(state.code()));
    }
    assertEquals(LaneState.PROBING, ColumnValues.laneState("probing"));
  }
}
