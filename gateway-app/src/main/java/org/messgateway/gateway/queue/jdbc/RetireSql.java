package org.messgateway.gateway.queue.jdbc;

import java.sql.SQLException;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import org.messgateway.api.mess.ThreadStatus;
import org.messgateway.gateway.queue.ReconcileRequest;
import org.messgateway.gateway.queue.ReconcileResult;
import org.messgateway.gateway.queue.ThreadRow;

/**
 * Takes the ref from a deleted thread whose ref another task has now. All that is known of the old
 * task stays together under a name that no thread has, as that of any thread that is gone.
 */
final class RetireSql {

  /** Characters of a ref that leave room for what is added. */
  private static final int LONGEST = 160;

  private final ReconcileSql reconciles;

  RetireSql(ReconcileSql reconciles) {
    this.reconciles = reconciles;
  }

  /** How many deliveries were withdrawn; empty when the row is not there or was retired already. */
  OptionalInt retire(SqlSession session, long now, ThreadRow old, String problem)
      throws SQLException {
    ThreadRows.Stored stored = ThreadRows.stored(session, old.exchange(), old.ref());
    if (stored == null || stored.row().origin().generation() != old.origin().generation()) {
      return OptionalInt.empty();
    }
    ReconcileRequest nothing =
        new ReconcileRequest(stored.row().with(problem, null), Set.of(), List.of(), Set.of());
    ReconcileResult result = reconciles.apply(session, now, List.of(nothing)).getFirst();
    rename(session, now, stored, name(stored));
    return OptionalInt.of(result.withdrawn());
  }

  private static String name(ThreadRows.Stored stored) {
    String ref = stored.row().ref();
    return "%s (gone %d)".formatted(ref.substring(0, Math.min(ref.length(), LONGEST)), stored.id());
  }

  private static void rename(SqlSession session, long now, ThreadRows.Stored stored, String name)
      throws SQLException {
    String exchange = stored.row().exchange();
    String ref = stored.row().ref();
    // It is over, and its requestor has the new task.
    session.update(
        """
        UPDATE thread SET ref = ?, place = '', status = ?, executor = NULL, requestor = NULL,
          client_id = NULL, ended_at = COALESCE(ended_at, ?) WHERE id = ?\
        """,
        name,
        ThreadStatus.CANCELLED.code(),
        now,
        stored.id());
    // Their history cannot be written any more.
    HistorySql.forgetThread(session, stored.id());
    session.update(
        """
        UPDATE answer SET ref = ?, settled_at = COALESCE(settled_at, ?),
          state = CASE state WHEN 'open' THEN 'refused' ELSE state END
        WHERE exchange = ? AND ref = ?\
        """,
        name,
        now,
        exchange,
        ref);
    session.update("UPDATE claim SET ref = ? WHERE exchange = ? AND ref = ?", name, exchange, ref);
    session.update(
        "UPDATE reply_code SET ref = ? WHERE exchange = ? AND ref = ?", name, exchange, ref);
  }
}
