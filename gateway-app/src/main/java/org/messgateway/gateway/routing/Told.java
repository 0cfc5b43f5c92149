package org.messgateway.gateway.routing;

import java.time.Instant;
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
 * What became of the deliveries of one thread so far. Where a queue was lost, what history says was
 * dispatched belongs here too, as delivered.
 */
public record Told(List<Delivery> deliveries) {

  /** Nothing yet. */
  public static final Told NOTHING = new Told(List.of());

  public Told {
    deliveries = List.copyOf(deliveries);
  }

  /**
   * From the rows of the queue.
   *
   * @param editable whether what was sent over a channel can be changed
   */
  public static Told of(Collection<DeliveryRow> rows, Predicate<String> editable) {
    return new Told(rows.stream().map(row -> Delivery.of(row, editable)).toList());
  }

  /**
   * One delivery.
   *
   * @param settledAt when it came to a final state; null before
   * @param laneOpen whether its lane, or the account behind it, waits because the other side was
   *     out of reach
   * @param changeable whether the message can be made to say something else
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

    /** One whose message stays as it is. */
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
      // A lane that waits because we were too fast is not out of reach.
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
