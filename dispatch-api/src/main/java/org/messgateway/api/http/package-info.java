/**
 * What HTTP-shaped adapters share: one table from a status and {@code Retry-After} to an outcome.
 * No client lives here; an adapter brings its own.
 */
@NullMarked
package org.messgateway.api.http;

import org.jspecify.annotations.NullMarked;
