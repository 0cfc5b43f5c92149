package org.messgateway.gateway.queue.jdbc;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** The table {@code in_flight}: a row for each delivery that is {@code sending}. */
final class InFlightSql {

  private static final MultiRowSql INSERT =
      MultiRowSql.ofRows(
          "INSERT INTO in_flight (delivery, lane, taken_at) VALUES %s",
          MultiRowSql.Column.NUMBER, MultiRowSql.Column.NUMBER, MultiRowSql.Column.NUMBER);

  private static final MultiRowSql DELETE =
      MultiRowSql.ofKeys(MultiRowSql.Column.NUMBER, "DELETE FROM in_flight WHERE delivery IN (%s)");

  /** A delivery that was taken on a lane. */
  record Taken(long delivery, long lane) {}

  private InFlightSql() {}

  static void insert(SqlSession session, long now, List<Taken> taken) throws SQLException {
    List<Long> values = new ArrayList<>(3 * taken.size());
    for (Taken one : taken) {
      values.add(one.delivery());
      values.add(one.lane());
      values.add(now);
    }
    INSERT.update(session, values);
  }

  static void delete(SqlSession session, List<Long> deliveries) throws SQLException {
    DELETE.update(session, deliveries);
  }

  /** Nothing where it is not sending. */
  static void delete(SqlSession session, long delivery) throws SQLException {
    DELETE.update(session, List.of(delivery));
  }
}
