package org.messgateway.gateway.queue.jdbc;

import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.Receipt;
import org.messgateway.api.ServiceReply;
import org.messgateway.gateway.queue.AttemptRow;

/**
 * Stores attempts and the replies to them. Of each delivery the first {@value #FIRST_KEPT} and the
 * latest {@value #LATEST_KEPT} attempts are kept, because a lane that is down for weeks probes with
 * the same row.
 *
 * <p>The successful attempt has no row of its own: the delivery's row holds all of it, which saves
 * each delivery one write.
 */
final class AttemptSql {

  static final int FIRST_KEPT = 10;
  static final int LATEST_KEPT = 40;

  /** Bytes of a reply that are kept. */
  static final int LARGEST_REPLY = ServiceReply.MOST;

  void insert(
      SqlSession session,
      long delivery,
      int number,
      long startedAt,
      long endedAt,
      String outcome,
      @Nullable String reason,
      @Nullable String sentence)
      throws SQLException {
    session.update(
        """
        INSERT INTO attempt (delivery, number, started_at, ended_at, outcome, reason, sentence)
        VALUES (?, ?, ?, ?, ?, ?, ?)\
        """,
        delivery,
        number,
        startedAt,
        endedAt,
        outcome,
        reason,
        ColumnValues.cut(sentence));
    forgetMiddle(session, delivery, number);
  }

  private static void forgetMiddle(SqlSession session, long delivery, int number)
      throws SQLException {
    int last = number - LATEST_KEPT;
    if (last > FIRST_KEPT) {
      session.update(
          "DELETE FROM attempt WHERE delivery = ? AND number > ? AND number <= ?",
          delivery,
          FIRST_KEPT,
          last);
      session.update(
          "DELETE FROM reply WHERE delivery = ? AND number > ? AND number <= ?",
          delivery,
          FIRST_KEPT,
          last);
    }
  }

  /** The attempt of this number turned out to be a delivery after all. */
  void retract(SqlSession session, long delivery, int number) throws SQLException {
    session.update("DELETE FROM attempt WHERE delivery = ? AND number = ?", delivery, number);
  }

  static void reply(SqlSession session, long delivery, int number, ServiceReply reply)
      throws SQLException {
    byte[] body = reply.body();
    boolean whole = body.length <= LARGEST_REPLY;
    session.update(
        """
        INSERT INTO reply (delivery, number, media_type, body, complete) VALUES (?, ?, ?, ?, ?)
        ON CONFLICT DO NOTHING\
        """,
        delivery,
        number,
        reply.mediaType(),
        whole ? body : Arrays.copyOf(body, LARGEST_REPLY),
        whole && reply.complete());
  }

  /** Remembers by what the service calls it: people answer by that. Most services name nothing. */
  static void name(SqlSession session, long delivery, Receipt receipt) throws SQLException {
    if (!receipt.parts().isEmpty()) {
      session.update(
          """
          INSERT INTO named_receipt (delivery, receipt) VALUES (?, ?)
          ON CONFLICT (delivery) DO UPDATE SET receipt = excluded.receipt\
          """,
          delivery,
          ColumnValues.json(receipt));
    }
  }

  /**
   * Stores a reply that was given later, and the delivery's receipt from now on.
   *
   * @return false when the delivery has another receipt than the one that was asked by
   */
  static boolean later(
      SqlSession session, String id, Receipt asked, Receipt next, ServiceReply reply)
      throws SQLException {
    Long delivery = DeliveryIdLookup.row(session, id);
    if (delivery == null
        || session.update(
                "UPDATE delivery SET receipt = ? WHERE seq = ? AND state = 'delivered'"
                    + " AND receipt = ?",
                ColumnValues.json(next),
                delivery,
                ColumnValues.json(asked))
            == 0) {
      return false;
    }
    name(session, delivery, next);
    int before =
        session
            .list(
                "SELECT coalesce(min(number), 0) FROM reply WHERE delivery = ? AND number < 0",
                ResultRow::count,
                delivery)
            .getFirst();
    reply(session, delivery, before - 1, reply);
    return true;
  }

  List<AttemptRow> of(SqlSession session, String id) throws SQLException {
    Long delivery = DeliveryIdLookup.row(session, id);
    if (delivery == null) {
      return List.of();
    }
    return session.list(
        """
        SELECT a.number, a.started_at, a.ended_at, a.outcome, a.reason, a.sentence,
          r.media_type, r.body, r.complete
        FROM (
          SELECT a.delivery, a.number, a.started_at, a.ended_at, a.outcome, a.reason, a.sentence
          FROM delivery d JOIN attempt a ON a.delivery = d.seq WHERE d.seq = ?
          UNION ALL
          SELECT d.seq, d.tries, d.taken_at, d.settled_at, 'delivered', NULL, NULL
          FROM delivery d WHERE d.seq = ? AND d.state = 'delivered' AND d.tries > 0) a
        LEFT JOIN reply r ON r.delivery = a.delivery AND r.number = a.number
        ORDER BY a.number\
        """,
        row ->
            new AttemptRow(
                id,
                row.count(),
                row.instant(),
                row.instant(),
                row.text(),
                ColumnValues.reason(row.textOrNull()),
                row.textOrNull(),
                replyOf(row)),
        delivery,
        delivery);
  }

  private static @Nullable ServiceReply replyOf(ResultRow row) throws SQLException {
    String mediaType = row.textOrNull();
    return mediaType == null ? null : new ServiceReply(mediaType, row.bytes(), row.flag());
  }
}
