/**
 * Limits for unauthenticated clients: connections, and times for sending and reading. Also
 * responses of the server itself, before any route. Knows no task and no token, and no path.
 */
@NullMarked
package org.messgateway.gateway.http.limits;

import org.jspecify.annotations.NullMarked;
