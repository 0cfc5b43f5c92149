package org.messgateway.gateway.queue.jdbc;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The table {@code in_flight}: a row for each delivery that is {@code sending}. */
final class InFlightSql {

  private static final MultiRowSql INSERT =
      MultiRowSql.ofRows(
          "INSERT INTO in_flight (delivery, lane, taken_at) VALUES %s",
          MultiRowSql.Column.NUMBER, MultiRowSql.Column.NUMBER, MultiRowSql.Column.NUMBER);

  private static final MultiRowSql DELETE =
      MultiRowSql.ofKeys(MultiRowSql.Column.NUMBER, "DELETE FROM in_flight WHERE delivery IN (%s)");

  private InFlightSql() {}

  /**
   * @param taken deliveries, each with the lane that it was taken on
   */
  static void insert(SqlSession session, long now, Map<Long, Long> taken) throws SQLException {
    List<Long> values = new ArrayList<>(3 * taken.size());
    for (Map.Entry<Long, Long> one : taken.entrySet()) {
      values.add(one.getKey());
      values.add(one.getValue());
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
