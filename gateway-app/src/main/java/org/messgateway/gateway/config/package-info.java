/**
 * What the operator wrote and what people decided, and both in force: reading it, reporting every
 * mistake at once, reloading it.
 *
 * <p>No decision about a thread and no call of a service belongs here.
 */
@NullMarked
package org.messgateway.gateway.config;

import org.jspecify.annotations.NullMarked;
