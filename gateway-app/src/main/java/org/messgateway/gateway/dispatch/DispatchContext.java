package org.messgateway.gateway.dispatch;

import java.time.InstantSource;
import org.messgateway.gateway.queue.DeliveryQueue;

/** The collaborators that lanes and attempts share; one of each per dispatcher. */
record DispatchContext(
    DeliveryQueue queue,
    Channels channels,
    DeliverySender sender,
    OutcomeHandler outcomeHandler,
    Settler settler,
    LaneHolds holds,
    LeaseKeeper keeper,
    InFlightLimiter inFlight,
    HealthRegistry health,
    WorkerThreads threads,
    UnsettledAttempts unsettled,
    Timers timers,
    InstantSource clock,
    DispatchSettings settings) {}
