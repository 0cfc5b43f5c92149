/**
 * Streamable HTTP of the Model Context Protocol (2025-11-25, and the versions before it) on the
 * gateway's own server, and the only package that knows the SDK's types.
 *
 * <p>A request's virtual thread sends what there is to send; another virtual thread does what the
 * request asks for, so that it can be interrupted. No thread of the SDK waits for anything.
 */
@NullMarked
package org.messgateway.gateway.mcp.transport;

import org.jspecify.annotations.NullMarked;
