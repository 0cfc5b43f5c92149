/**
 * What is put into the gateway's process from outside, by {@code -javaagent}: it counts the points
 * at which the gateway writes, kills the process at one of them, and shifts its clock. It knows
 * nothing but the JDK, since nothing else comes with its jar; and the gateway knows nothing of it.
 */
@NullMarked
package org.messgateway.gateway.faults.agent;

import org.jspecify.annotations.NullMarked;
