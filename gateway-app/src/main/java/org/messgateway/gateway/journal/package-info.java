/**
 * What must not be forgotten beside the queue: answers until they are in their threads, claims, raw
 * events, the letters that tell tasks apart in texts, and how often people were asked of late.
 * Interfaces and records; how they are kept is {@code queue.jdbc}. Nothing of exchange, channels or
 * HTTP belongs here.
 */
@NullMarked
package org.messgateway.gateway.journal;

import org.jspecify.annotations.NullMarked;
