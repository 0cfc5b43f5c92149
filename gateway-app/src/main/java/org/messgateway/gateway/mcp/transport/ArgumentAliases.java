package org.messgateway.gateway.mcp.transport;

import io.modelcontextprotocol.spec.McpSchema;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCRequest;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.messgateway.gateway.mcp.McpTool;
import org.messgateway.gateway.mcp.ToolDescription;

/** Gives arguments of tools that have another name the right one, before the SDK checks them. */
final class ArgumentAliases {

  private static final String ARGUMENTS = "arguments";

  /** By tool: from the alias to the argument. */
  private final Map<String, Map<String, String>> ofTools = new HashMap<>();

  ArgumentAliases(Iterable<McpTool> tools) {
    for (McpTool tool : tools) {
      ToolDescription description = tool.description();
      ofTools.put(description.name(), description.aliases());
    }
  }

  /** The same request with arguments of the right names; any other request as it is. */
  JSONRPCRequest renamed(JSONRPCRequest asked) {
    if (!asked.method().equals(McpSchema.METHOD_TOOLS_CALL)
        || !(asked.params() instanceof Map<?, ?> params)
        || !(params.get("name") instanceof String tool)
        || !(params.get(ARGUMENTS) instanceof Map<?, ?> arguments)) {
      return asked;
    }
    Map<String, String> aliases = ofTools.getOrDefault(tool, Map.of());
    if (aliases.keySet().stream().noneMatch(arguments::containsKey)) {
      return asked;
    }
    Map<Object, Object> renamed = new LinkedHashMap<>(arguments);
    aliases.forEach((alias, name) -> {
      if (renamed.containsKey(alias) && !renamed.containsKey(name)) {
        renamed.put(name, renamed.remove(alias));
      }
    });
    Map<Object, Object> changed = new LinkedHashMap<>(params);
    changed.put(ARGUMENTS, renamed);
    return new JSONRPCRequest(asked.jsonrpc(), asked.method(), asked.id(), changed);
  }
}
