package org.messgateway.gateway.mcp;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What clients show of a tool, and what its arguments and its structured result must look like.
 *
 * @param inputSchema JSON Schema of the arguments, an object; in the order in which it is shown, so
 *     no map without an order
 * @param outputSchema JSON Schema of {@link ToolResult#structured}; null for a tool without one. A
 *     result that is no error and does not match becomes an error.
 * @param aliases other names of arguments, by alias: an argument that is called so, where the one
 *     of the right name is missing, is renamed before the arguments are checked against the schema
 * @param readOnly hint: it changes nothing
 * @param destructive hint: it may undo or end something
 * @param idempotent hint: the same call again changes nothing more
 */
public record ToolDescription(
    String name,
    String title,
    String description,
    Map<String, Object> inputSchema,
    @Nullable Map<String, Object> outputSchema,
    Map<String, String> aliases,
    boolean readOnly,
    boolean destructive,
    boolean idempotent) {}
