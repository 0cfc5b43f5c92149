/**
 * The {@code mcp} channel: programs with an MCP server as executors, over streamable HTTP or as
 * child processes. A task is one tool call, and its result is the response.
 */
@NullMarked
package org.messgateway.adapter.mcp;

import org.jspecify.annotations.NullMarked;
