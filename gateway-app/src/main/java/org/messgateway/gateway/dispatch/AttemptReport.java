package org.messgateway.gateway.dispatch;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.FailureReason;
import org.messgateway.gateway.queue.DeliveryState;
import org.messgateway.gateway.queue.Settlement;
import org.messgateway.gateway.queue.TakenDelivery;

/**
 * One attempt and what became of it.
 *
 * @param result a retry is due when it or its lane is tried again
 * @param took the attempt
 * @param age since the row was made
 * @param resent whether it was sent although the service may have accepted an earlier attempt
 * @param counted false when the lease was lost and another node decides
 */
public record AttemptReport(
    TakenDelivery delivery,
    Settlement.Result result,
    Duration took,
    Duration age,
    boolean resent,
    boolean counted) {

  /** The word for log and metrics: delivered, deferred, rejected, expired, withdrawn, dead. */
  public String outcome() {
    return switch (result) {
      case Settlement.Delivered _ -> DeliveryState.DELIVERED.code();
      case Settlement.Retry _ -> "deferred";
      case Settlement.Ended(var state, _, _) -> state.code();
    };
  }

  /** Why it did not arrive; null where it did, or where no service is to blame. */
  public @Nullable FailureReason reason() {
    return switch (result) {
      case Settlement.Delivered _ -> null;
      case Settlement.Retry(_, var reason, _, _, _) -> reason;
      case Settlement.Ended(_, var reason, _) -> reason;
    };
  }
}
