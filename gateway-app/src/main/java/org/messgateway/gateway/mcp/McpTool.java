package org.messgateway.gateway.mcp;

/** One tool that agents call. Safe for all threads. */
public interface McpTool {

  ToolDescription description();

  /**
   * Does what the tool is for, on the virtual thread of the request. The arguments were checked
   * against the input schema.
   *
   * <p>What an agent did wrong is a {@link ToolResult#error}. An exception is a failure on our
   * side: it is logged, and the agent reads a fixed sentence.
   *
   * @throws InterruptedException when the caller cancelled the call, has gone, or the gateway is
   *     being stopped; the result would reach nobody
   */
  ToolResult call(ToolCall call) throws InterruptedException;
}
