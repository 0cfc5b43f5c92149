package org.messgateway.gateway.inbound;

import org.jspecify.annotations.Nullable;
import org.messgateway.gateway.queue.DeliveryRow;

/**
 * A task that somebody at an address can do something about.
 *
 * @param told the latest that was told of it there
 * @param letter that names it in texts; null while it has none
 */
record OpenTask(Task task, DeliveryRow told, @Nullable String letter) {}
