/**
 * The channel {@code http}: what is for an executor waits until it is fetched. Its inbox is made of
 * the rows that this adapter has delivered; nothing is kept here, and no other package is known.
 */
@NullMarked
package org.messgateway.gateway.inbox;

import org.jspecify.annotations.NullMarked;
