package org.messgateway.gateway.queue.jdbc;

import java.sql.SQLException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A row with its lane and account as a settlement finds them.
 *
 * @param tries number of its latest attempt
 */
record InFlightRow(
    long seq,
    String id,
    long thread,
    String state,
    long epoch,
    int tries,
    boolean unwanted,
    @Nullable Long takenAt,
    String executor,
    String kind,
    int serial,
    LaneView lane) {

  /**
   * @param failures different deliveries that failed in a row
   * @param probesAccount whether the account's probe is this lane's
   */
  record LaneView(
      long id,
      String channel,
      String state,
      int probes,
      @Nullable Long probe,
      int failures,
      @Nullable Long failedFirst,
      @Nullable Long failedSecond,
      String account,
      boolean probesAccount) {

    static LaneView of(SqlSession session, long lane) throws SQLException {
      return Objects.requireNonNull(
          session.first(
              """
              SELECT l.id, l.channel, l.state, l.probes, l.probe, l.failures, l.failed_first,
                l.failed_second, a.state, a.state = 'probing' AND a.probe_lane = l.id
              FROM lane l JOIN account a ON a.channel = l.channel WHERE l.id = ?\
              """,
              LaneView::read,
              lane));
    }

    static LaneView read(ResultRow row) throws SQLException {
      return new LaneView(
          row.number(),
          row.text(),
          row.text(),
          row.count(),
          row.numberOrNull(),
          row.count(),
          row.numberOrNull(),
          row.numberOrNull(),
          row.text(),
          row.flag());
    }
  }

  private static final String SELECT =
      """
      SELECT d.seq, d.id, d.thread, d.state, d.epoch, d.tries, d.unwanted, d.taken_at, d.executor, d.kind,
        d.serial, l.id, l.channel, l.state, l.probes, l.probe, l.failures, l.failed_first,
        l.failed_second, a.state, a.state = 'probing' AND a.probe_lane = l.id
      FROM delivery d JOIN lane l ON l.id = d.lane JOIN account a ON a.channel = l.channel
      """;

  private static final String BY_SEQ = SELECT + "WHERE d.seq = ?";

  static @Nullable InFlightRow bySeq(SqlSession session, long seq) throws SQLException {
    return session.first(BY_SEQ, InFlightRow::read, seq);
  }

  private static InFlightRow read(ResultRow row) throws SQLException {
    return new InFlightRow(
        row.number(),
        ColumnValues.id(row.bytes()),
        row.number(),
        row.text(),
        row.number(),
        row.count(),
        row.flag(),
        row.numberOrNull(),
        row.text(),
        row.text(),
        row.count(),
        LaneView.read(row));
  }

  boolean sending() {
    return state.equals("sending");
  }

  boolean delivered() {
    return state.equals("delivered");
  }
}
