package org.messgateway.gateway.answer.chat;

import org.jspecify.annotations.Nullable;
import org.messgateway.gateway.queue.DeliveryRow;

/**
 * A task with the delivery by which it was notified at an address.
 *
 * @param delivery the latest delivery of the task there
 * @param letter of the task in texts; null while it has none
 */
record OpenTask(ChatTask task, DeliveryRow delivery, @Nullable String letter) {}
