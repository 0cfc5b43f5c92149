/**
 * The home folder of a gateway: its lock, small durable documents, the loops that run beside its
 * work, how threads give way to each other, and the order in which resources are closed.
 *
 * <p>Imports no other room, and does not know the contents of a document.
 */
@NullMarked
package org.messgateway.gateway.home;

import org.jspecify.annotations.NullMarked;
