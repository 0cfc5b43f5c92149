package org.messgateway.gateway.mcp.transport;

import io.modelcontextprotocol.spec.McpSchema.JSONRPCResponse.JSONRPCError;
import java.io.Serial;
import org.jspecify.annotations.Nullable;

/** A message that is not taken, with the error of JSON-RPC that its sender gets. */
final class JsonRpcRefusal extends RuntimeException {

  @Serial private static final long serialVersionUID = 1L;

  private final int code;

  /**
   * @param code one of JSON-RPC or of the protocol
   * @param sentence for the sender: what is wrong and what would be right
   */
  JsonRpcRefusal(int code, String sentence) {
    this(code, sentence, null);
  }

  JsonRpcRefusal(int code, String sentence, @Nullable Throwable cause) {
    super(sentence, cause);
    this.code = code;
  }

  JSONRPCError error() {
    return new JSONRPCError(code, String.valueOf(getMessage()));
  }
}
