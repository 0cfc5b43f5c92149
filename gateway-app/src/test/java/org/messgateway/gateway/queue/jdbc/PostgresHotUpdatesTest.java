package org.messgateway.gateway.queue.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.messgateway.gateway.queue.Sample.EXCHANGE;
import static org.messgateway.gateway.queue.Sample.HEALTHY;
import static org.messgateway.gateway.queue.Sample.delivered;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.messgateway.gateway.queue.LaneAdmission;
import org.messgateway.gateway.queue.LaneLease;
import org.messgateway.gateway.queue.MovableClock;
import org.messgateway.gateway.queue.ReconcileRequest;
import org.messgateway.gateway.queue.Sample;
import org.messgateway.gateway.queue.TakenDelivery;

/** What an attempt and its settlement change is in no index of the deliveries. */
@Tag("postgres")
final class PostgresHotUpdatesTest {

  private static final int BATCH = 128;
  private static final int BATCHES = 4;

  private final MovableClock clock = new MovableClock();
  private final String url = PostgresServer.freshUrl();
  private final JdbcDeliveryQueue queue =
      (JdbcDeliveryQueue) PostgresStore.at(url, null, null).by(clock).open("node-1").queue();

  @AfterEach
  void close() {
    queue.close();
  }

  private static ReconcileRequest wish(String ref) {
    return new ReconcileRequest(
        Sample.thread(ref),
        Set.of(),
        List.of(Sample.wish(ref, "robot", "http://robot").wanted()),
        Set.of());
  }

  private static List<ReconcileRequest> wishes(int batch) {
    int first = batch * BATCH;
    return IntStream.range(first, first + BATCH).mapToObj(i -> wish("r" + i)).toList();
  }

  private record Updates(long all, long inPlace, long others) {}

  private Updates updates() {
    return queue.write(session -> {
      session.list("SELECT pg_stat_force_next_flush()", ResultRow::text);
      return Objects.requireNonNull(
          session.first(
              """
              SELECT sum(n_tup_upd) FILTER (WHERE relname = 'delivery'),
                sum(n_tup_hot_upd) FILTER (WHERE relname = 'delivery'),
                sum(n_tup_upd) FILTER (WHERE relname IN
                  ('queue_entry', 'in_flight', 'pending_history', 'named_receipt'))
              FROM pg_stat_user_tables WHERE schemaname = current_schema()\
              """,
              row -> new Updates(row.number(), row.number(), row.number())));
    });
  }

  /** Old versions of a row stay in its page until the last who can see them is done. */
  private static Connection longReader(String url) throws SQLException {
    Connection reader = DriverManager.getConnection(url);
    reader.setAutoCommit(false);
    reader.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
    try (Statement statement = reader.createStatement()) {
      statement.execute("SELECT count(*) FROM delivery");
    }
    return reader;
  }

  private Updates counted() {
    updates();
    // What was counted so far is seen by the next transaction.
    return updates();
  }

  @Test
  void aDeliveryIsTakenSettledAndRecordedWithoutAChangeOfItsIndexes() throws SQLException {
    // Room for three versions of each row, so that nothing but an index can hinder.
    PostgresServer.run(url, "ALTER TABLE delivery SET (fillfactor = 20)");
    try (Connection _ = longReader(url)) {
      for (int batch = 0; batch < BATCHES; batch++) {
        queue.reconcileAll(wishes(batch));
        LaneLease lane = queue.lease(1).getFirst();
        List<TakenDelivery> taken = queue.take(lane, BATCH);
        assertEquals(BATCH, taken.size());
        Sample.together(taken, one -> queue.settle(one, clock.instant(), delivered(), HEALTHY));
        queue.release(lane);
        queue.markRecorded(queue.pendingHistory(EXCHANGE, BATCH));
      }

      Updates updates = counted();
      assertEquals(2 * BATCH * BATCHES, updates.all(), "taken and settled");
      assertEquals(updates.all(), updates.inPlace(), updates::toString);
      assertEquals(0, updates.others(), "these are inserted and deleted only");
    }
  }

  @Test
  void whatIsBornSendingHasRoomForItsSettlementHoweverLongOthersRead() throws SQLException {
    List<TakenDelivery> born = new CopyOnWriteArrayList<>();
    queue.admitWith(new AdmittingAll(born));
    try (Connection _ = longReader(url)) {
      for (int batch = 0; batch < BATCHES; batch++) {
        queue.reconcileAll(wishes(batch));
        assertEquals(BATCH, born.size());
        Sample.together(born, one -> queue.settle(one, clock.instant(), delivered(), HEALTHY));
        born.clear();
        queue.markRecorded(queue.pendingHistory(EXCHANGE, BATCH));
      }

      Updates updates = counted();
      assertEquals(BATCH * BATCHES, updates.all(), "settled");
      assertEquals(updates.all(), updates.inPlace(), updates::toString);
      assertEquals(0, updates.others(), "these are inserted and deleted only");
    }
  }

  /** Has room on every lane. */
  private static final class AdmittingAll implements LaneAdmission {
    private final List<TakenDelivery> born;
    private @Nullable LaneLease held;

    AdmittingAll(List<TakenDelivery> born) {
      this.born = born;
    }

    @Override
    public boolean mayLease(String channel) {
      return true;
    }

    @Override
    public void leased(LaneLease lane) {
      held = lane;
    }

    @Override
    public @Nullable LaneLease admit(long lane) {
      return held;
    }

    @Override
    public void born(List<TakenDelivery> rows) {
      born.addAll(rows);
    }

    @Override
    public void queued(Collection<Long> lanes) {}

    @Override
    public void undone() {}
  }
}
