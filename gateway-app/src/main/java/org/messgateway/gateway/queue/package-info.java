/**
 * The durable queue: which notification goes where, and its state.
 *
 * <p>{@link org.messgateway.gateway.queue.DeliveryQueue} changes the queue, {@link
 * org.messgateway.gateway.queue.QueueView} reads it. Both have one JDBC implementation, in {@code
 * jdbc}, with a short dialect for each database. The life of a row: a {@code ReconcileRequest} with
 * {@code DesiredDelivery} makes it, a {@code LaneLease} and a {@code TakenDelivery} lend it to
 * dispatch, a {@code Settlement} with a {@code BreakerUpdate} ends the attempt, a {@code
 * PendingHistory} brings it into the thread. States are drawn in {@code docs/state-machine.md}.
 *
 * <p>{@code journal} holds what must not be lost beside deliveries: answers, events, claims. Rows
 * carry no text of a thread. The queue does not know threads on disk, routing rules or adapters.
 */
@NullMarked
package org.messgateway.gateway.queue;

import org.jspecify.annotations.NullMarked;
