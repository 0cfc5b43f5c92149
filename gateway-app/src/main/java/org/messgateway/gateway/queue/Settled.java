package org.messgateway.gateway.queue;

import java.time.Instant;

/** Everything one settle takes, for {@link DeliveryQueue#settleAll}. */
public record Settled(TakenDelivery taken, Instant startedAt, Settlement settlement, Gate gate) {}
