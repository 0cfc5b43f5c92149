package org.messgateway.gateway.dispatch;

import java.time.Instant;
import org.messgateway.gateway.queue.TakenDelivery;

/** The delivery of an attempt, with its channel and the health of its lane and account. */
record AttemptContext(
    TakenDelivery delivery,
    Channel channel,
    LaneHealth lane,
    ChannelHealth account,
    Instant startedAt) {}
