/**
 * What the way back must not forget: answers until they are in their threads, claims, raw events,
 * and the letters that tell tasks apart in texts. Interfaces and records; how they are kept is
 * {@code queue.jdbc}. Nothing of exchange, channels or HTTP belongs here.
 */
@NullMarked
package org.messgateway.gateway.journal;

import org.jspecify.annotations.NullMarked;
