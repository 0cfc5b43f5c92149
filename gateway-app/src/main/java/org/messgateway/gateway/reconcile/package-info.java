/**
 * From a changed thread to rows that match it, and from settled rows back to the thread's history.
 *
 * <p>Joins exchange, routing and queue. No notification is rendered here; that is {@code notify}.
 */
@NullMarked
package org.messgateway.gateway.reconcile;

import org.jspecify.annotations.NullMarked;
