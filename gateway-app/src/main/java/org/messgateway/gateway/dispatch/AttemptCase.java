package org.messgateway.gateway.dispatch;

import java.time.Instant;
import org.messgateway.gateway.queue.TakenDelivery;

/**
 * All that {@link OutcomePolicy} looks at beside the outcome.
 *
 * @param failing different deliveries of this lane that failed in a row, this one among them should
 *     it fail
 * @param refusals earlier attempts of this delivery that were refused as a request
 * @param uncertain whether an earlier attempt may have been taken and nothing has proved otherwise
 * @param startedAt of the attempt
 * @param now when it ended
 */
public record AttemptCase(
    TakenDelivery taken,
    int failing,
    int refusals,
    boolean uncertain,
    Instant startedAt,
    Instant now) {}
