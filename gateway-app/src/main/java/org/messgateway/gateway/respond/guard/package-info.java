/**
 * What strangers may take of the HTTP server: connections, and time of the waits for what they send
 * and read. Also what the server answers by itself, before any path is asked. Knows no task and no
 * token, and no path.
 */
@NullMarked
package org.messgateway.gateway.respond.guard;

import org.jspecify.annotations.NullMarked;
