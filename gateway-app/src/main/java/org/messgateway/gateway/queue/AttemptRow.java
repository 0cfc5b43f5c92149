package org.messgateway.gateway.queue;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.FailureReason;
import org.messgateway.api.ServiceReply;

/**
 * One attempt of a delivery.
 *
 * @param outcome delivered, deferred, rejected, expired, withdrawn, dead
 */
public record AttemptRow(
    String delivery,
    int number,
    Instant startedAt,
    Instant endedAt,
    String outcome,
    @Nullable FailureReason reason,
    @Nullable String sentence,
    @Nullable ServiceReply reply) {}
