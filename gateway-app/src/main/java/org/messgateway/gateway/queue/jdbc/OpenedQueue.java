package org.messgateway.gateway.queue.jdbc;

import java.nio.file.Path;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;
import org.messgateway.gateway.journal.Journal;
import org.messgateway.gateway.queue.DeliveryQueue;
import org.messgateway.gateway.queue.StoreLocks;

/**
 * A queue and what was found when it was opened.
 *
 * @param journal what the way back must not forget, in the same store
 * @param locks of threads, among all that use this store; let go when the queue is closed
 * @param clock the time all that use this store agree on; instants handed to it are of this clock
 * @param node what this process is called among them
 * @param fresh whether there was no queue before, or none that could be used
 * @param setAside where a damaged file was moved; null when it was sound
 * @param salvaged what of a damaged file went into the new one
 * @param rescued deliveries that were in flight when the process before ended; 0 in a shared store,
 *     where they are rescued when their node's leases end
 */
public record OpenedQueue(
    DeliveryQueue queue,
    Journal journal,
    StoreLocks locks,
    InstantSource clock,
    String node,
    boolean fresh,
    @Nullable Path setAside,
    Salvaged salvaged,
    int rescued) {}
