package org.messgateway.gateway.queue.jdbc;

import java.sql.SQLException;
import java.util.EnumMap;
import java.util.Map;
import org.messgateway.gateway.queue.DeliveryState;
import org.messgateway.gateway.queue.LaneState;
import org.messgateway.gateway.queue.QueueFigures;

/** Counts for {@code /health} and metrics; states without a row are absent. */
final class FigureSql {

  QueueFigures count(Session session) throws SQLException {
    Map<DeliveryState, Long> deliveries = new EnumMap<>(DeliveryState.class);
    for (Map.Entry<String, Long> entry :
        session.list("SELECT state, count(*) FROM delivery GROUP BY state", FigureSql::read)) {
      deliveries.put(Columns.state(entry.getKey()), entry.getValue());
    }
    Map<LaneState, Long> lanes = new EnumMap<>(LaneState.class);
    for (Map.Entry<String, Long> entry :
        session.list("SELECT state, count(*) FROM lane GROUP BY state", FigureSql::read)) {
      lanes.put(Columns.laneState(entry.getKey()), entry.getValue());
    }
    return new QueueFigures(deliveries, lanes);
  }

  private static Map.Entry<String, Long> read(Row row) throws SQLException {
    return Map.entry(row.text(), row.number());
  }
}
