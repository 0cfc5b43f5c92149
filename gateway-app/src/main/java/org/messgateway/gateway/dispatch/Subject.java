package org.messgateway.gateway.dispatch;

import java.time.Instant;
import org.messgateway.gateway.queue.TakenDelivery;

/** An attempt and all it belongs to. */
record Subject(
    TakenDelivery taken,
    Channel channel,
    LaneMemory lane,
    ChannelMemory account,
    Instant startedAt) {}
