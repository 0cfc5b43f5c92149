/**
 * What a thread says by the protocol: who has the task, in which round, since when it is free, who
 * passed on it, until when it is of use, and what each status code does.
 *
 * <p>Pure functions of one {@link org.messgateway.api.mess.MessThread}. Nothing that reads or
 * writes a file, a row or a clock belongs here, and nothing that needs a configuration: who is told
 * is {@code routing}, what is written is {@code answer}.
 */
@NullMarked
package org.messgateway.gateway.protocol;

import org.jspecify.annotations.NullMarked;
