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
    @Nullable Instant uncertainSince) {

  public boolean uncertain() {
    return uncertainSince != null;
  }
}
