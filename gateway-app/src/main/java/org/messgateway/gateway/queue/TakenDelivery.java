package org.messgateway.gateway.queue;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.mess.Priority;

/**
 * A delivery in {@code sending} that this node took under a lease.
 *
 * @param row key of the row, valid while this process runs
 * @param attempt number of this attempt, from 1; attempts that spent nothing are counted too
 * @param spent attempts that counted on the schedule so far
 * @param uncertainSince when an earlier attempt of unknown end began; null when there was none
 * @param threadBytes of the thread's files when it was looked at last
 * @param only whether its thread was known to have no other delivery when it was taken
 */
public record TakenDelivery(
    long row,
    String id,
    Identity identity,
    LaneLease lane,
    Priority priority,
    Instant created,
    @Nullable Instant deadline,
    int attempt,
    int spent,
    @Nullable Instant uncertainSince,
    long threadBytes,
    boolean only) {

  /** Its row as a reader saw it when it was taken; null where that would say more. */
  public @Nullable DeliveryRow onlyRow() {
    return only && lane.state() == LaneState.CLOSED
        ? new DeliveryRow(
            id,
            identity,
            DeliveryState.SENDING,
            priority,
            created,
            created,
            deadline,
            spent,
            null,
            null,
            null,
            null,
            LaneState.CLOSED,
            null,
            null,
            attempt)
        : null;
  }

  public boolean uncertain() {
    return uncertainSince != null;
  }
}
