package org.messgateway.gateway.mcp;

import java.util.Map;

/**
 * One call of a tool.
 *
 * @param arguments as they came, JSON values; empty for none
 * @param progress to be told how far the call is
 * @param elicitation to ask the person in front of the client
 */
public record ToolCall(
    McpCaller caller,
    Map<String, Object> arguments,
    ToolProgress progress,
    Elicitation elicitation) {}
