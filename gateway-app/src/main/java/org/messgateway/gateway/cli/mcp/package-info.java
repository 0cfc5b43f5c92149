/**
 * {@code mcp}: carries the messages of a client of the Model Context Protocol between this
 * process's standard input and output and the gateway's {@code /mcp}, whichever process the gateway
 * is. It reads of a message only what it needs to carry it, and knows no tool.
 */
@NullMarked
package org.messgateway.gateway.cli.mcp;

import org.jspecify.annotations.NullMarked;
