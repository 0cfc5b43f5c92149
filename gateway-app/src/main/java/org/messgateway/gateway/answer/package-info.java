/**
 * The thread side of the way back: what executors and agents say, checked against the thread as it
 * stands, and written into it through exchange so that nothing acknowledged is lost. All ways back
 * end in {@link org.messgateway.gateway.answer.Answers}. Nothing of HTTP or of channels belongs
 * here.
 */
@NullMarked
package org.messgateway.gateway.answer;

import org.jspecify.annotations.NullMarked;
