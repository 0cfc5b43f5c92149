package org.messgateway.gateway.queue;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.FailureReason;
import org.messgateway.api.Receipt;
import org.messgateway.api.mess.Priority;

/**
 * A delivery with its present state, for readers.
 *
 * @param attempts attempts that counted
 * @param due when it may go next
 * @param reason why the last attempt failed; null when none did
 * @param sentence the same for people
 * @param settledAt when it came to a final state; null before
 * @param laneState of its lane, so that a reader can say why it waits
 * @param laneDue until when its lane waits; null when it does not
 * @param laneReason why its lane, or the whole account, waits; null when it does not
 * @param begun attempts that were begun, those that did not count too
 */
public record DeliveryRow(
    String id,
    Identity identity,
    DeliveryState state,
    Priority priority,
    Instant created,
    Instant due,
    @Nullable Instant deadline,
    int attempts,
    @Nullable FailureReason reason,
    @Nullable String sentence,
    @Nullable Receipt receipt,
    @Nullable Instant settledAt,
    LaneState laneState,
    @Nullable Instant laneDue,
    @Nullable FailureReason laneReason,
    int begun) {

  /** Part of the receipt of a task that a digest told: the digest's ref. */
  public static final String DIGEST_PART = "list";

  /** Whether only a digest has told it, and no message of its own. */
  public boolean isListed() {
    return state != DeliveryState.DELIVERED
        || (receipt != null && !receipt.part(DIGEST_PART).isEmpty());
  }
}
