package org.messgateway.gateway.dispatch;

import java.time.InstantSource;
import java.util.function.DoubleSupplier;
import org.messgateway.gateway.queue.DeliveryQueue;
import org.messgateway.gateway.queue.journal.LaterReplies;

/**
 * The surroundings of a dispatcher, which closes none of them.
 *
 * @param polledTasks where tasks that were accepted are asked about
 * @param laterReplies takes the answers to that
 * @param clock the one the queue was opened with
 * @param machine this machine's wall clock, used only to notice that the machine slept
 * @param random from 0 to below 1, for the spread of retries
 */
public record DispatchPorts(
    DeliveryQueue queue,
    Channels channels,
    SendPipeline sendPipeline,
    PolledTasks polledTasks,
    LaterReplies laterReplies,
    AddressStops stops,
    DeliveryEvents events,
    AttemptObserver observer,
    InstantSource clock,
    InstantSource machine,
    Timers timers,
    DoubleSupplier random) {}
