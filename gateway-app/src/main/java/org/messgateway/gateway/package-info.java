/**
 * The gateway: {@code Gateway} joins exchange, routing, queue, dispatch and respond, and is the
 * only class that does.
 */
@NullMarked
package org.messgateway.gateway;

import org.jspecify.annotations.NullMarked;
