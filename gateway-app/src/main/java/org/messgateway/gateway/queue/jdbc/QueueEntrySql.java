package org.messgateway.gateway.queue.jdbc;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * The table {@code queue_entry}: a row for each queued delivery, by which dispatch finds it. {@link
 * ThreadOrderSql} inserts it with what the delivery waits for; who takes or settles a queued
 * delivery deletes it.
 */
final class QueueEntrySql {

  private static final MultiRowSql INSERT =
      MultiRowSql.ofRows(
          "INSERT INTO queue_entry (delivery, lane, thread, priority, waits_for, due) VALUES %s",
          MultiRowSql.Column.NUMBER,
          MultiRowSql.Column.NUMBER,
          MultiRowSql.Column.NUMBER,
          MultiRowSql.Column.NUMBER,
          MultiRowSql.Column.TEXT,
          MultiRowSql.Column.NUMBER);

  private static final MultiRowSql DELETE =
      MultiRowSql.ofKeys(
          MultiRowSql.Column.NUMBER, "DELETE FROM queue_entry WHERE delivery IN (%s)");

  /** One queued delivery. */
  record QueueEntry(
      long delivery, long lane, long thread, int priority, String waitsFor, long due) {}

  private QueueEntrySql() {}

  static void insert(SqlSession session, List<QueueEntry> entries) throws SQLException {
    List<Object> values = new ArrayList<>(6 * entries.size());
    for (QueueEntry one : entries) {
      values.add(one.delivery());
      values.add(one.lane());
      values.add(one.thread());
      values.add(one.priority());
      values.add(one.waitsFor());
      values.add(one.due());
    }
    INSERT.update(session, values);
  }

  static void update(SqlSession session, QueueEntry entry) throws SQLException {
    session.update(
        "UPDATE queue_entry SET priority = ?, waits_for = ?, due = ? WHERE delivery = ?",
        entry.priority(),
        entry.waitsFor(),
        entry.due(),
        entry.delivery());
  }

  static void delete(SqlSession session, List<Long> deliveries) throws SQLException {
    DELETE.update(session, deliveries);
  }

  /** Nothing where it is not queued. */
  static void delete(SqlSession session, long delivery) throws SQLException {
    DELETE.update(session, List.of(delivery));
  }
}
