/**
 * People's side of the way back: from what a person did on a channel to who that is, which task it
 * is about and what it means, and the words they get in return. Ends in {@code answer}. Nothing of
 * a single service belongs here, that is its adapter's.
 */
@NullMarked
package org.messgateway.gateway.inbound;

import org.jspecify.annotations.NullMarked;
