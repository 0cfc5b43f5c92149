package org.messgateway.gateway.queue.jdbc;

import java.sql.SQLException;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.NotificationKind;
import org.messgateway.gateway.queue.DeliveryState;
import org.messgateway.gateway.queue.DesiredDelivery;
import org.messgateway.gateway.queue.Identity;

/** A row of a thread as a reconcile reads it. */
record ExistingDelivery(
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

  static List<ExistingDelivery> of(SqlSession session, long thread) throws SQLException {
    return session.list(
        """
        SELECT d.seq, d.id, d.lane, l.channel, l.address, d.executor, d.kind, d.serial, d.state,
          d.priority, d.turn, d.due, d.retry_at, d.deadline, d.unwanted,
          d.history_postponed
        FROM delivery d JOIN lane l ON l.id = d.lane WHERE d.thread = ?\
        """,
        ExistingDelivery::read,
        thread);
  }

  private static ExistingDelivery read(ResultRow row) throws SQLException {
    return new ExistingDelivery(
        row.number(),
        ColumnValues.id(row.bytes()),
        row.number(),
        row.text(),
        row.text(),
        row.text(),
        ColumnValues.kind(row.text()),
        row.count(),
        ColumnValues.state(row.text()),
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

  /** Whether it is the same news for the same executor, or for an address that they share. */
  boolean tells(DesiredDelivery desired) {
    Identity identity = desired.identity();
    return kind == identity.kind()
        && serial == identity.serial()
        && channel.equals(identity.channel())
        && (executor.equals(identity.executor())
            || (desired.oneMessagePerAddress() && address.equals(identity.address())));
  }

  /**
   * The row waits because its thread could not be read; a reconcile of the thread ends that wait.
   */
  private boolean setAside() {
    return due > (retryAt == null ? turn : Math.max(turn, retryAt));
  }

  /** Whether a wish differs from what the row says; two instants of the past are the same. */
  boolean differs(DesiredDelivery desired, long now) {
    long wish = desired.due().toEpochMilli();
    boolean moved = turn != wish && Math.max(turn, wish) > now;
    return moved
        || setAside()
        || level != ColumnValues.level(desired.priority())
        || !Objects.equals(deadline, ColumnValues.millis(desired.deadline()));
  }
}
