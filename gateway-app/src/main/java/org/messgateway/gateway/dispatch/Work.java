package org.messgateway.gateway.dispatch;

import java.time.InstantSource;
import org.messgateway.gateway.queue.DeliveryQueue;

/** What lane runs and attempts work with; one of each per dispatcher. */
record Work(
    DeliveryQueue queue,
    Channels channels,
    Sender sender,
    Judge judge,
    Settler settler,
    Holds holds,
    LeaseKeeper keeper,
    InFlight inFlight,
    Memories memories,
    LiveThreads threads,
    Roster<Attempt> unsettled,
    Timers timers,
    InstantSource clock,
    DispatchSettings settings) {}
