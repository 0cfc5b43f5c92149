package org.messgateway.gateway.dispatch;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.FailureReason;
import org.messgateway.api.Receipt;
import org.messgateway.api.ServiceReply;
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
 * @param resent whether it was sent although the service may have accepted an earlier attempt
 * @param counted false when the lease was lost and another node decides
 */
public record AttemptReport(
    TakenDelivery delivery,
    String outcome,
    @Nullable FailureReason reason,
    @Nullable String sentence,
    Duration took,
    Duration age,
    @Nullable Receipt receipt,
    @Nullable ServiceReply reply,
    @Nullable Instant next,
    boolean uncertain,
    boolean resent,
    boolean counted) {}
