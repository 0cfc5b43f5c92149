/**
 * The channels in force: each configured channel with the adapter that was made for it.
 *
 * <p>Imports {@code dispatch} and {@code links}. Adapters are found in {@code channels.discovery};
 * nothing of one service belongs here.
 */
@NullMarked
package org.messgateway.gateway.channels;

import org.jspecify.annotations.NullMarked;
