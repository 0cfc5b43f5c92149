/**
 * What comes in the body of a request, received within limits of size and time: messages in YAML
 * and JSON, files spooled to disk. Knows no task and no token.
 */
@NullMarked
package org.messgateway.gateway.respond.body;

import org.jspecify.annotations.NullMarked;
