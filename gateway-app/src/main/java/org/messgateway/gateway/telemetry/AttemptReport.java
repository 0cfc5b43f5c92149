package org.messgateway.gateway.telemetry;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.FailureReason;
import org.messgateway.api.Receipt;
import org.messgateway.api.Reply;
import org.messgateway.gateway.queue.TakenDelivery;

/**
 * One attempt and what became of it.
 *
 * @param outcome delivered, deferred, rejected, expired, withdrawn, dead
 * @param sentence for people; may hold line breaks of a remote service, not secrets
 * @param took the attempt
 * @param age since the row was made
 * @param next when it or its lane is tried again; null when it is over
 * @param uncertain whether it may have been sent although it was not delivered
 * @param resent whether it was sent although an earlier attempt may have been taken
 * @param counted false when the lease was lost and another node decides
 */
public record AttemptReport(
    TakenDelivery taken,
    String outcome,
    @Nullable FailureReason reason,
    @Nullable String sentence,
    Duration took,
    Duration age,
    @Nullable Receipt receipt,
    @Nullable Reply reply,
    @Nullable Instant next,
    boolean uncertain,
    boolean resent,
    boolean counted) {}
