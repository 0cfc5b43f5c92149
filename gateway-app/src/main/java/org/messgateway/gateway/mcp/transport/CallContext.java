package org.messgateway.gateway.mcp.transport;

import io.modelcontextprotocol.common.McpTransportContext;
import io.modelcontextprotocol.server.McpAsyncServerExchange;
import io.modelcontextprotocol.spec.McpSchema.Implementation;
import java.util.Map;
import java.util.Optional;
import org.messgateway.gateway.mcp.McpCaller;

/**
 * What the transport knows of a request, on its way through the SDK.
 *
 * @param agent the owner of the request's token
 * @param exchange by default
 * @param idempotencyKey of the request's head
 */
record CallContext(String agent, Optional<String> exchange, Optional<String> idempotencyKey) {

  private static final String KEY = "call";
  private static final String STREAM = "stream";
  private static final int LONGEST_NAME = 200;

  McpTransportContext forSdk() {
    return McpTransportContext.create(Map.of(KEY, this));
  }

  /** The same, with where the request is answered. */
  McpTransportContext forSdk(EventOutput stream) {
    return McpTransportContext.create(Map.of(KEY, this, STREAM, stream));
  }

  /** Where a request is answered, behind an exchange of the SDK. */
  static EventOutput stream(McpAsyncServerExchange exchange) {
    if (!(exchange.transportContext().get(STREAM) instanceof EventOutput stream)) {
      throw new IllegalStateException("this is not the work of a request");
    }
    return stream;
  }

  /** Who calls, behind an exchange of the SDK. */
  static McpCaller caller(McpAsyncServerExchange exchange) {
    if (!(exchange.transportContext().get(KEY) instanceof CallContext context)) {
      throw new IllegalStateException("a request came by another transport");
    }
    Implementation client = exchange.getClientInfo();
    return context.caller(client == null ? "" : client.name());
  }

  /**
   * @param client what it calls itself
   */
  McpCaller caller(String client) {
    String name = client.length() > LONGEST_NAME ? client.substring(0, LONGEST_NAME) : client;
    return new McpCaller(agent, exchange, name, idempotencyKey);
  }
}
