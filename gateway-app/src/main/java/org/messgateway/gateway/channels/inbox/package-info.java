/**
 * The channel {@code http}: a notification waits until its executor fetches it. Its inbox is made
 * of the rows that this adapter has delivered. Nothing is kept here, and no other package of the
 * gateway is imported.
 */
@NullMarked
package org.messgateway.gateway.channels.inbox;

import org.jspecify.annotations.NullMarked;
