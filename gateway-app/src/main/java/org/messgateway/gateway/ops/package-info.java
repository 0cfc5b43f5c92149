/**
 * What operators see: one log line per attempt, metrics, and troubles with those who are told of
 * them.
 *
 * <p>Decides nothing about deliveries; a trouble is sent through the queue like any notification.
 */
@NullMarked
package org.messgateway.gateway.ops;

import org.jspecify.annotations.NullMarked;
