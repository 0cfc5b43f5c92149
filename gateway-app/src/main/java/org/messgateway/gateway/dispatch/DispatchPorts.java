package org.messgateway.gateway.dispatch;

import java.time.InstantSource;
import java.util.function.DoubleSupplier;
import org.messgateway.gateway.queue.DeliveryQueue;
import org.messgateway.gateway.telemetry.AttemptObserver;

/**
 * What a dispatcher works with; it closes none of it.
 *
 * @param clock the one the queue was opened with
 * @param machine this machine's own clock, of which only steps beside elapsed time are looked at
 * @param random from 0 to below 1, for the spread of retries
 */
public record DispatchPorts(
    DeliveryQueue queue,
    Channels channels,
    Wanted wanted,
    AddressStops stops,
    DeliveryEvents events,
    AttemptObserver observer,
    InstantSource clock,
    InstantSource machine,
    Timers timers,
    DoubleSupplier random) {}
