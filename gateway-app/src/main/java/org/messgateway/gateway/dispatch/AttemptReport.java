package org.messgateway.gateway.dispatch;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.FailureReason;
import org.messgateway.api.Receipt;
import org.messgateway.api.ServiceReply;
import org.messgateway.gateway.queue.DeliveryState;
import org.messgateway.gateway.queue.TakenDelivery;

/**
 * One attempt and what became of it.
 *
 * @param took the attempt
 * @param age since the row was made
 * @param resent whether it was sent although the service may have accepted an earlier attempt
 * @param counted false when the lease was lost and another node decides
 */
public record AttemptReport(
    TakenDelivery delivery,
    Result result,
    Duration took,
    Duration age,
    boolean resent,
    boolean counted) {

  /** What became of it. */
  public sealed interface Result {}

  /** It arrived. */
  public record Delivered(Receipt receipt, @Nullable ServiceReply reply) implements Result {}

  /**
   * It is tried again.
   *
   * @param sentence for people; may hold line breaks of a remote service, not secrets
   * @param next when it or its lane is tried again
   * @param uncertain whether it may have been sent all the same
   */
  public record Deferred(FailureReason reason, String sentence, Instant next, boolean uncertain)
      implements Result {}

  /**
   * It is over without a delivery.
   *
   * @param sentence for people; may hold line breaks of a remote service, not secrets
   */
  public record Ended(DeliveryState state, @Nullable FailureReason reason, String sentence)
      implements Result {}

  /** The word for log and metrics: delivered, deferred, rejected, expired, withdrawn, dead. */
  public String outcome() {
    return switch (result) {
      case Delivered _ -> DeliveryState.DELIVERED.code();
      case Deferred _ -> "deferred";
      case Ended(var state, _, _) -> state.code();
    };
  }

  /** Why it did not arrive; null where it did, or where no service is to blame. */
  public @Nullable FailureReason reason() {
    return switch (result) {
      case Delivered _ -> null;
      case Deferred(var reason, _, _, _) -> reason;
      case Ended(_, var reason, _) -> reason;
    };
  }
}
