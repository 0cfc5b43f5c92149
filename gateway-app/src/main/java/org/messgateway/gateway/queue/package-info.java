/**
 * The durable queue: which notification is to go where, and what became of it.
 *
 * <p>One {@link org.messgateway.gateway.queue.DeliveryQueue}, one JDBC implementation, a short
 * dialect per database. Rows carry no text of a thread. Nothing here knows threads on disk, routing
 * rules or adapters; states are drawn in {@code docs/state-machine.md}.
 */
@NullMarked
package org.messgateway.gateway.queue;

import org.jspecify.annotations.NullMarked;
