package org.messgateway.gateway.mcp;

import java.util.List;

/**
 * All that agents find at {@code /mcp}.
 *
 * @param instructions what a client's model is told first
 * @param tools in the order in which they are listed; names are unique
 */
public record McpOffer(
    String instructions, List<McpTool> tools, McpResources resources, McpPrompts prompts) {

  public McpOffer {
    tools = List.copyOf(tools);
  }
}
