/**
 * Tools, resources and prompts for agents' programs that speak the Model Context Protocol, and its
 * transport over the gateway's HTTP server.
 *
 * <p>What a tool does is {@code answer} and {@code agents}; no thread is read or written here. The
 * transport by standard input and output is the command {@code mcp}, which passes it on to here.
 */
@NullMarked
package org.messgateway.gateway.mcp;

import org.jspecify.annotations.NullMarked;
