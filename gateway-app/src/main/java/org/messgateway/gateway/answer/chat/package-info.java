/**
 * People's side of the way back: from what a person did on a channel to the executor, the task and
 * the action it means, and the reply the person gets. Nothing of a single service belongs here;
 * that is its adapter's.
 */
@NullMarked
package org.messgateway.gateway.answer.chat;

import org.jspecify.annotations.NullMarked;
