package org.messgateway.gateway.queue.jdbc;

import java.sql.SQLException;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.ServiceReply;
import org.messgateway.gateway.queue.journal.AnswerJournal;
import org.messgateway.gateway.queue.journal.ClaimStore;
import org.messgateway.gateway.queue.journal.EventInbox;
import org.messgateway.gateway.queue.journal.Journal;
import org.messgateway.gateway.queue.journal.LaterReplies;
import org.messgateway.gateway.queue.journal.ReplyCodes;
import org.messgateway.gateway.queue.journal.ReplyInbox;
import org.messgateway.gateway.queue.journal.RequestLog;

/** The journal, in the tables beside the queue's and with its commits. */
final class JdbcJournal implements Journal {

  private final JdbcDeliveryQueue store;
  private final InstantSource clock;
  private final AnswerJournal answers;
  private final ClaimStore claimStore;
  private final EventInbox events;
  private final ReplyCodes replyCodes;
  private final ReplyInbox replies;
  private final RequestLog requestLog;

  /**
   * @param node name of this process among those that share the store
   */
  JdbcJournal(JdbcDeliveryQueue store, InstantSource clock, String node) {
    this.store = store;
    this.clock = clock;
    this.answers = new JdbcAnswers(store, clock);
    this.claimStore = new ClaimRows();
    this.events = new JdbcEventInbox(store, clock, node);
    this.replyCodes = new JdbcReplyCodes(store, clock);
    this.replies = new ReplyRows();
    this.requestLog = new JdbcRequestLog(store);
  }

  @Override
  public AnswerJournal answers() {
    return answers;
  }

  @Override
  public ClaimStore claims() {
    return claimStore;
  }

  @Override
  public EventInbox events() {
    return events;
  }

  @Override
  public ReplyCodes replyCodes() {
    return replyCodes;
  }

  @Override
  public ReplyInbox replies() {
    return replies;
  }

  @Override
  public LaterReplies laterReplies() {
    return (delivery, asked, next, reply) ->
        store.write(session -> AttemptSql.later(session, delivery, asked, next, reply));
  }

  @Override
  public RequestLog asked() {
    return requestLog;
  }

  /** Table {@code claim}: its key is what lets exactly one win. */
  private final class ClaimRows implements ClaimStore {

    @Override
    public String claim(String exchange, String ref, int round, String executor) {
      return store.write(session -> {
        session.update(
            """
            INSERT INTO claim (exchange, ref, round, executor, claimed_at) VALUES (?, ?, ?, ?, ?)
            ON CONFLICT (exchange, ref, round) DO NOTHING\
            """,
            exchange,
            ref,
            round,
            executor,
            clock.millis());
        return Objects.requireNonNull(
            session.first(
                "SELECT executor FROM claim WHERE exchange = ? AND ref = ? AND round = ?",
                ResultRow::text,
                exchange,
                ref,
                round));
      });
    }

    @Override
    public void release(String exchange, String ref, int round, String executor) {
      store.write(session ->
          session.update(
              "DELETE FROM claim WHERE exchange = ? AND ref = ? AND round = ? AND executor = ?",
              exchange,
              ref,
              round,
              executor));
    }
  }

  /** Table {@code reply}, as the way back reads it; {@link AttemptSql} writes it. */
  private final class ReplyRows implements ReplyInbox {

    /** Asked every second: the few are chosen apart, so that no plan begins with all threads. */
    @Override
    public List<KeptReply> open(String exchange, @Nullable KeptReply after, int max) {
      return store.read(session -> {
        Long behind = after == null ? null : DeliveryIdLookup.row(session, after.delivery());
        return session.list(
            """
            SELECT d.id, few.number, t.ref, d.executor, l.channel, few.media_type, few.body,
              few.complete
            FROM (SELECT * FROM reply r WHERE r.looked_at IS NULL AND ? =
                (SELECT e.name FROM delivery d CROSS JOIN thread t CROSS JOIN exchange e
                 WHERE d.seq = r.delivery AND t.id = d.thread AND e.id = t.exchange%s)
                AND (r.delivery, r.number) > (?, ?)
                ORDER BY r.delivery, r.number LIMIT ?) few
              CROSS JOIN delivery d CROSS JOIN lane l CROSS JOIN thread t
            WHERE d.seq = few.delivery AND l.id = d.lane AND t.id = d.thread
            ORDER BY few.delivery, few.number\
            """
                .formatted(PartitionSql.in(store.partitions().held(), "e.name", "t.ref")),
            ReplyRows::reply,
            exchange,
            behind == null ? Long.MIN_VALUE : behind,
            after == null ? 0 : after.attempt(),
            max);
      });
    }

    @Override
    public void done(KeptReply reply) {
      store.write(session ->
          session.update(
              "UPDATE reply SET looked_at = ? WHERE delivery = ? AND number = ?",
              clock.millis(),
              DeliveryIdLookup.row(session, reply.delivery()),
              reply.attempt()));
    }

    private static KeptReply reply(ResultRow row) throws SQLException {
      return new KeptReply(
          ColumnValues.id(row.bytes()),
          row.count(),
          row.text(),
          row.text(),
          row.text(),
          new ServiceReply(row.text(), row.bytes(), row.flag()));
    }
  }
}
