/**
 * The journal: durable state beside deliveries. Answers until they are in their threads, claims,
 * raw events, letters of tasks in text messages, replies of services, recent requests by person.
 *
 * <p>Interfaces and records; {@code queue.jdbc} implements them in the tables beside the queue's.
 * The journal does not know exchanges, channels or HTTP.
 */
@NullMarked
package org.messgateway.gateway.queue.journal;

import org.jspecify.annotations.NullMarked;
