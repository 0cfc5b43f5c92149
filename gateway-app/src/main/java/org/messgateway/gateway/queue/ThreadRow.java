package org.messgateway.gateway.queue;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What the queue remembers of a thread: enough to know without reading it whether it has changed
 * and when to look again.
 *
 * @param exchange id of the exchange
 * @param place path of the thread relative to the exchange's root
 * @param inode identity of its first file, 0 where the file system has none
 * @param size bytes over all its files
 * @param modified latest modification of its files
 * @param status the envelope's status code
 * @param round how often it has been free to claim
 * @param nextLook when routing may answer differently; null for never by itself
 * @param problem why nothing goes out, for {@code explain} and the log; null when all is well
 */
public record ThreadRow(
    String exchange,
    String ref,
    String place,
    long inode,
    long size,
    Instant modified,
    String status,
    int round,
    @Nullable Instant nextLook,
    @Nullable String problem) {}
