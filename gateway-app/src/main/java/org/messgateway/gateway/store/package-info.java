/**
 * The gateway's own folder, {@code .gateway/}: who may look into it and which process runs it.
 *
 * <p>What is stored there belongs to others: the queue to {@code queue}, keys and people to their
 * own packages.
 */
@NullMarked
package org.messgateway.gateway.store;

import org.jspecify.annotations.NullMarked;
