package org.messgateway.gateway.queue;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What history says of a delivery that was settled.
 *
 * @param sentence why it failed, for people; null when it did not
 * @param at when it was settled; null where that is not known
 */
public record SettledDelivery(
    String id,
    Identity identity,
    DeliveryState state,
    @Nullable String sentence,
    @Nullable Instant at) {}
