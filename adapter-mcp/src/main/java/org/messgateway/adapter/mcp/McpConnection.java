package org.messgateway.adapter.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;

/** A way to one MCP server. Methods block, and may be called on many threads at once. */
interface McpConnection extends AutoCloseable {

  /** The limit of one message of the server in bytes; a longer one is a failure. */
  int LONGEST_MESSAGE = 2 * 1024 * 1024;

  /**
   * Sends one request once, and waits for its answer.
   *
   * @return the result of the answer
   * @throws McpFailure when there is no answer within the limit, or an error
   */
  JsonNode request(String method, ObjectNode params, Duration limit) throws McpFailure;

  /**
   * Sends one notification.
   *
   * @throws McpFailure when it could not be sent within the limit
   */
  void notify(String method, Duration limit) throws McpFailure;

  /**
   * The server's answer to {@code initialize} was taken.
   *
   * @param version of the protocol, as the server chose it
   */
  void initialized(String version);

  /** Whether requests can still be sent. Reads memory only. */
  boolean open();

  @Override
  void close();
}
