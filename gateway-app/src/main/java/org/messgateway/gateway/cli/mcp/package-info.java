/**
 * {@code mcp} and {@code skill}: what a client of the Model Context Protocol needs on this machine.
 * Messages are carried between this process's standard input and output and the gateway's {@code
 * /mcp}, whichever process the gateway is. Nothing here reads more of a message than it needs to
 * carry it, or knows a tool.
 */
@NullMarked
package org.messgateway.gateway.cli.mcp;

import org.jspecify.annotations.NullMarked;
