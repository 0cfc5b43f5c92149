/**
 * What an agent sees of its own tasks, and how it waits for them: lists, one task with what was
 * said, files, events.
 *
 * <p>Nothing is changed here: what an agent says is {@code answer}. No HTTP, and nothing of the
 * Model Context Protocol.
 */
@NullMarked
package org.messgateway.gateway.agents;

import org.jspecify.annotations.NullMarked;
