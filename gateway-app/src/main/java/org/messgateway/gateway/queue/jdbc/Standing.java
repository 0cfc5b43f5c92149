package org.messgateway.gateway.queue.jdbc;

import java.sql.SQLException;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.NotificationKind;
import org.messgateway.gateway.queue.DeliveryState;
import org.messgateway.gateway.queue.WantedDelivery;

/** A row of a thread as a reconcile finds it. */
record Standing(
    long seq,
    String id,
    long lane,
    String channel,
    String address,
    String executor,
    NotificationKind kind,
    int serial,
    DeliveryState state,
    int level,
    long turn,
    long due,
    @Nullable Long retryAt,
    @Nullable Long deadline,
    boolean unwanted,
    boolean postponed) {

  static List<Standing> of(Session session, long thread) throws SQLException {
    return session.list(
        """
        SELECT d.seq, d.id, d.lane, l.channel, l.address, d.executor, d.kind, d.serial, d.state,
          d.priority, d.turn, d.due, d.retry_at, d.deadline, d.unwanted,
          d.unrecorded = 2
        FROM delivery d JOIN lane l ON l.id = d.lane WHERE d.thread = ?\
        """,
        Standing::read,
        thread);
  }

  private static Standing read(Row row) throws SQLException {
    return new Standing(
        row.number(),
        Columns.id(row.bytes()),
        row.number(),
        row.text(),
        row.text(),
        row.text(),
        Columns.kind(row.text()),
        row.count(),
        Columns.state(row.text()),
        row.count(),
        row.number(),
        row.number(),
        row.numberOrNull(),
        row.numberOrNull(),
        row.flag(),
        row.flag());
  }

  boolean open() {
    return !state.settled();
  }

  /** Its thread could not be read, and can now that somebody reconciles it. */
  private boolean setAside() {
    return due > (retryAt == null ? turn : Math.max(turn, retryAt));
  }

  /** Whether a wish differs from what the row says; two instants of the past are the same. */
  boolean differs(WantedDelivery wanted, long now) {
    long wish = wanted.due().toEpochMilli();
    boolean moved = turn != wish && Math.max(turn, wish) > now;
    return moved
        || setAside()
        || level != Columns.level(wanted.priority())
        || !Objects.equals(deadline, Columns.millis(wanted.deadline()));
  }
}
