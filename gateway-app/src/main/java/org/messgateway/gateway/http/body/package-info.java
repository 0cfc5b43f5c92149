/**
 * Bodies of requests, received within limits of size and time: messages in YAML and JSON, files
 * spooled to disk. Knows no task and no token.
 */
@NullMarked
package org.messgateway.gateway.http.body;

import org.jspecify.annotations.NullMarked;
