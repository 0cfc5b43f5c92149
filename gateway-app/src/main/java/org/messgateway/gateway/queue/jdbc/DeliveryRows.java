package org.messgateway.gateway.queue.jdbc;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.Receipt;
import org.messgateway.gateway.queue.DeliveryFilter;
import org.messgateway.gateway.queue.DeliveryRow;

/** Deliveries as readers see them, with what their lane or, above it, their account waits for. */
final class DeliveryRows {

  private static final String SELECT =
      """
      SELECT d.id, e.name, t.ref, d.executor, l.channel, l.address, d.kind, d.serial,
        t.generation, d.state, d.priority, d.created, d.due, d.deadline, d.spent, d.reason, d.sentence, d.receipt,
        d.settled_at, CASE a.state WHEN 'closed' THEN l.state ELSE a.state END,
        CASE WHEN a.state = 'closed' THEN l.probe_at
             WHEN l.state = 'closed' THEN a.probe_at
             WHEN l.probe_at IS NULL OR l.probe_at > a.probe_at THEN l.probe_at
             ELSE a.probe_at END,
        CASE a.state WHEN 'closed' THEN l.reason ELSE a.reason END, d.tries
      FROM delivery d JOIN thread t ON t.id = d.thread JOIN exchange e ON e.id = t.exchange
        JOIN lane l ON l.id = d.lane JOIN account a ON a.channel = l.channel
      """;

  List<DeliveryRow> list(SqlSession session, String where, @Nullable Object... values)
      throws SQLException {
    return session.list(SELECT + where, DeliveryRows::read, values);
  }

  List<DeliveryRow> ofThread(SqlSession session, String exchange, String ref) throws SQLException {
    return list(session, "WHERE e.name = ? AND t.ref = ? ORDER BY d.seq", exchange, ref);
  }

  @Nullable DeliveryRow one(SqlSession session, String id) throws SQLException {
    Long row = DeliveryIdLookup.row(session, id);
    return row == null ? null : session.first(SELECT + "WHERE d.seq = ?", DeliveryRows::read, row);
  }

  List<DeliveryRow> byReceipt(SqlSession session, String channel, Receipt receipt)
      throws SQLException {
    return list(
        session,
        """
        WHERE d.seq IN (SELECT delivery FROM named_receipt WHERE receipt = ?) AND d.receipt = ?
          AND l.channel = ?
        ORDER BY d.seq DESC LIMIT 1\
        """,
        ColumnValues.json(receipt),
        ColumnValues.json(receipt),
        channel);
  }

  List<DeliveryRow> deliveredAt(SqlSession session, String channel, String address, int max)
      throws SQLException {
    return list(
        session,
        """
        WHERE l.channel = ? AND l.address = ? AND d.state = 'delivered' AND d.one_per_address = 1
          AND t.ended_at IS NULL
        ORDER BY d.seq DESC LIMIT ?\
        """,
        channel,
        address,
        max);
  }

  List<DeliveryRow> sendingTo(SqlSession session, String channel, String address, int max)
      throws SQLException {
    return list(
        session,
        """
        WHERE d.seq IN (SELECT f.delivery FROM in_flight f WHERE f.lane =
            (SELECT id FROM lane WHERE channel = ? AND address = ?))
        LIMIT ?\
        """,
        channel,
        address,
        max);
  }

  List<DeliveryRow> find(SqlSession session, DeliveryFilter filter, int max) throws SQLException {
    List<String> conditions = new ArrayList<>();
    List<Object> values = new ArrayList<>();
    equal("t.ref", filter.ref(), conditions, values);
    equal("d.executor", filter.executor(), conditions, values);
    equal("l.channel", filter.channel(), conditions, values);
    if (!filter.states().isEmpty()) {
      conditions.add("d.state IN (" + "?, ".repeat(filter.states().size() - 1) + "?)");
      filter.states().forEach(state -> values.add(state.code()));
    }
    String where = conditions.isEmpty() ? "" : "WHERE " + String.join(" AND ", conditions);
    values.add(max);
    return list(session, where + " ORDER BY d.seq DESC LIMIT ?", values.toArray());
  }

  private static void equal(
      String column, @Nullable String value, List<String> conditions, List<Object> values) {
    if (value != null) {
      conditions.add(column + " = ?");
      values.add(value);
    }
  }

  private static DeliveryRow read(ResultRow row) throws SQLException {
    return new DeliveryRow(
        ColumnValues.id(row.bytes()),
        ColumnValues.identity(row),
        ColumnValues.state(row.text()),
        ColumnValues.priority(row.count()),
        row.instant(),
        row.instant(),
        row.instantOrNull(),
        row.count(),
        ColumnValues.reason(row.textOrNull()),
        row.textOrNull(),
        ColumnValues.receipt(row.textOrNull()),
        row.instantOrNull(),
        ColumnValues.laneState(row.text()),
        row.instantOrNull(),
        ColumnValues.reason(row.textOrNull()),
        row.count());
  }
}
