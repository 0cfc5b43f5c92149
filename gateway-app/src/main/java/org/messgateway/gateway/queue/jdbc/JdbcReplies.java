package org.messgateway.gateway.queue.jdbc;

import java.sql.SQLException;
import java.time.InstantSource;
import java.util.List;
import org.messgateway.api.Reply;
import org.messgateway.gateway.journal.KeptReplies;

/** Table {@code reply}, as the way back reads it; {@link AttemptSql} writes it. */
final class JdbcReplies implements KeptReplies {

  private final JdbcDeliveryQueue store;
  private final InstantSource clock;

  JdbcReplies(JdbcDeliveryQueue store, InstantSource clock) {
    this.store = store;
    this.clock = clock;
  }

  /** Asked every second: CROSS JOIN begins at the few replies, not at all threads there are. */
  @Override
  public List<KeptReply> open(String exchange, int max) {
    return store
        .reader()
        .read(session ->
            session.list(
                """
                SELECT d.id, r.number, t.ref, d.executor, r.media_type, r.body, r.complete
                FROM reply r CROSS JOIN delivery d CROSS JOIN thread t CROSS JOIN exchange e
                WHERE r.looked_at IS NULL AND d.seq = r.delivery AND t.id = d.thread
                  AND e.id = t.exchange AND e.name = ?
                ORDER BY r.delivery, r.number LIMIT ?\
                """,
                JdbcReplies::reply,
                exchange,
                max));
  }

  @Override
  public void done(KeptReply reply) {
    store.write(session ->
        session.update(
            "UPDATE reply SET looked_at = ? WHERE delivery = ? AND number = ?",
            clock.millis(),
            DeliveryIds.row(session, reply.delivery()),
            reply.attempt()));
  }

  private static KeptReply reply(Row row) throws SQLException {
    return new KeptReply(
        Columns.id(row.bytes()),
        row.count(),
        row.text(),
        row.text(),
        new Reply(row.text(), row.bytes(), row.flag()));
  }
}
