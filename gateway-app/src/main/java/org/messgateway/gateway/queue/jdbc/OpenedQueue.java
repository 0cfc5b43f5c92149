package org.messgateway.gateway.queue.jdbc;

import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.messgateway.gateway.home.BackgroundLoop;
import org.messgateway.gateway.queue.DeliveryQueue;
import org.messgateway.gateway.queue.StoreLocks;
import org.messgateway.gateway.queue.journal.Journal;

/**
 * An opened queue with its journal, locks and clock, and what opening found.
 *
 * @param journal durable state beside deliveries, in the same store
 * @param locks of threads, among all that use this store; let go when the queue is closed
 * @param clock the time all that use this store agree on; instants handed to it are of this clock
 * @param node name of this process among those that share the store
 * @param loops that run while it is open
 * @param fresh whether there was no queue before, or none that could be used
 * @param setAside where a damaged file was moved; null when it was sound
 * @param salvaged number of answers and presses that were acknowledged, not written yet, and taken
 *     over from a damaged file
 * @param rescued deliveries that were in flight when the process before ended; 0 in a shared store,
 *     where they are rescued when their node's leases end
 */
public record OpenedQueue(
    DeliveryQueue queue,
    Journal journal,
    StoreLocks locks,
    InstantSource clock,
    String node,
    List<BackgroundLoop> loops,
    boolean fresh,
    @Nullable Path setAside,
    int salvaged,
    int rescued) {}
