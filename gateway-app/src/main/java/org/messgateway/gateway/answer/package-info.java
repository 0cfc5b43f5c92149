/**
 * What people, robots and agents say, checked against the thread as it stands, and kept until it is
 * in the thread. All ways back end in {@link org.messgateway.gateway.answer.AnswerService}.
 *
 * <p>Nothing acknowledged is lost. No HTTP and nothing of one service belongs here.
 */
@NullMarked
package org.messgateway.gateway.answer;

import org.jspecify.annotations.NullMarked;
