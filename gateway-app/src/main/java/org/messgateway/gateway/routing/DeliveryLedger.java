package org.messgateway.gateway.routing;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.FailureReason;
import org.messgateway.api.NotificationKind;
import org.messgateway.gateway.queue.DeliveryRow;
import org.messgateway.gateway.queue.DeliveryState;
import org.messgateway.gateway.queue.Identity;
import org.messgateway.gateway.queue.LaneState;

/**
 * All deliveries of one thread with their states. After the loss of a queue it also has the
 * deliveries that the thread's history tells, as delivered.
 */
public record DeliveryLedger(List<Delivery> deliveries) {

  /** No deliveries. */
  public static final DeliveryLedger NOTHING = new DeliveryLedger(List.of());

  public DeliveryLedger {
    deliveries = List.copyOf(deliveries);
  }

  /**
   * The ledger of the queue's rows.
   *
   * @param editable whether messages of a channel can be edited
   */
  public static DeliveryLedger of(Collection<DeliveryRow> rows, Predicate<String> editable) {
    List<Delivery> deliveries = new ArrayList<>(rows.size());
    for (DeliveryRow row : rows) {
      deliveries.add(Delivery.of(row, editable));
    }
    return new DeliveryLedger(deliveries);
  }

  /**
   * One delivery.
   *
   * @param settledAt when the delivery was settled; null before
   * @param laneOpen whether the breaker of its lane or account is open because the destination was
   *     out of reach
   * @param changeable whether the sent message can be edited
   */
  public record Delivery(
      String executor,
      String channel,
      String address,
      NotificationKind kind,
      int serial,
      DeliveryState state,
      @Nullable Instant settledAt,
      boolean laneOpen,
      boolean changeable) {

    /** A delivery whose message cannot be edited. */
    public Delivery(
        String executor,
        String channel,
        String address,
        NotificationKind kind,
        int serial,
        DeliveryState state,
        @Nullable Instant settledAt,
        boolean laneOpen) {
      this(executor, channel, address, kind, serial, state, settledAt, laneOpen, false);
    }

    private static boolean outOfReach(DeliveryRow row) {
      // A rate limit does not make a lane unreachable.
      return row.laneState() != LaneState.CLOSED
          && row.reason() != FailureReason.RATE_LIMITED
          && row.reason() != FailureReason.ACCOUNT_RATE_LIMITED;
    }

    static Delivery of(DeliveryRow row, Predicate<String> editable) {
      Identity identity = row.identity();
      return new Delivery(
          identity.executor(),
          identity.channel(),
          identity.address(),
          identity.kind(),
          identity.serial(),
          row.state(),
          row.settledAt(),
          outOfReach(row),
          row.receipt() != null && editable.test(identity.channel()));
    }
  }
}
