package org.messgateway.gateway.mcp;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a tool answers.
 *
 * @param content what the model reads
 * @param structured the same for programs, JSON values; null for none
 * @param error whether the call had no effect, because of what the agent said or how things stand
 */
public record ToolResult(
    List<McpContent> content, @Nullable Map<String, Object> structured, boolean error) {

  /** Nothing was done; the sentence says what would be right. */
  public static ToolResult error(String sentence) {
    return new ToolResult(List.of(new McpContent.Words(sentence)), null, true);
  }
}
