package org.messgateway.adapter.mcp;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.messgateway.api.FailureReason;
import org.messgateway.api.Outcome.Deferred;
import org.messgateway.api.Outcome.Reach;
import org.messgateway.api.PlainText;

/** Messages of JSON-RPC 2.0 as MCP uses it. */
final class JsonRpc {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
  private static final int LONGEST_ERROR = 300;

  // JSON-RPC 2.0 §5.1.
  private static final int INVALID_REQUEST = -32600;
  private static final int METHOD_NOT_FOUND = -32601;
  private static final int INVALID_PARAMS = -32602;
  private static final int PARSE_ERROR = -32700;

  private JsonRpc() {}

  static byte[] request(long id, String method, ObjectNode params) {
    ObjectNode message = message();
    message.put("id", id);
    message.put("method", method);
    message.set("params", params);
    return bytes(message);
  }

  static byte[] notification(String method) {
    return bytes(message().put("method", method));
  }

  /** The answer to a request of the server: it has nothing to ask of a gateway but a ping. */
  static byte[] answer(JsonNode request) {
    ObjectNode message = message();
    message.set("id", request.get("id"));
    if (request.path("method").asText().equals("ping")) {
      message.putObject("result");
    } else {
      message.putObject("error").put("code", METHOD_NOT_FOUND).put("message", "Method not found");
    }
    return bytes(message);
  }

  private static ObjectNode message() {
    return object().put("jsonrpc", "2.0");
  }

  static ObjectNode object() {
    return NODES.objectNode();
  }

  /** In one line: JSON texts hold no raw line ends. */
  static byte[] bytes(JsonNode node) {
    return node.toString().getBytes(StandardCharsets.UTF_8);
  }

  /** The message in these bytes; empty when they are no JSON object. */
  static Optional<JsonNode> read(byte[] bytes) {
    try {
      return Optional.ofNullable(JSON.readTree(bytes)).filter(JsonNode::isObject);
    } catch (IOException notJson) {
      return Optional.empty();
    }
  }

  /** Any JSON value in a text; empty when it is none. */
  static Optional<JsonNode> value(String text) {
    try {
      return Optional.ofNullable(JSON.readTree(text)).filter(node -> !node.isMissingNode());
    } catch (JsonProcessingException notJson) {
      return Optional.empty();
    }
  }

  /** Whether a message asks for an answer of ours. */
  static boolean isRequest(JsonNode message) {
    return message.has("method") && message.hasNonNull("id");
  }

  /** Whether a message is the answer to our request of this number. */
  static boolean answers(JsonNode message, long id) {
    JsonNode is = message.path("id");
    return !message.has("method")
        && is.isIntegralNumber()
        && is.canConvertToLong()
        && is.longValue() == id;
  }

  /**
   * The result of an answer.
   *
   * @throws McpFailure for an error, by its kind
   */
  static JsonNode result(JsonNode answer) throws McpFailure {
    JsonNode error = answer.get("error");
    if (error != null && error.isObject()) {
      throw failure(error.path("code").asInt());
    }
    JsonNode result = answer.get("result");
    if (result == null || !result.isObject()) {
      throw new McpFailure(
          new Deferred(
              FailureReason.UNCERTAIN,
              "The server's answer is not of the protocol: it has neither a result nor an error.",
              Reach.POSSIBLY_SENT));
    }
    return result;
  }

  /** What a server says of a failure is not repeated: careless ones quote the request. */
  private static McpFailure failure(int code) {
    boolean refused =
        code == INVALID_REQUEST
            || code == METHOD_NOT_FOUND
            || code == INVALID_PARAMS
            || code == PARSE_ERROR;
    String sentence =
        refused
            ? "The server refuses the request (JSON-RPC error " + code + ")."
            : "The server failed (JSON-RPC error " + code + ").";
    return new McpFailure(
        new Deferred(
            refused ? FailureReason.REQUEST_REFUSED : FailureReason.SERVER_ERROR,
            sentence,
            refused ? Reach.REFUSED : Reach.POSSIBLY_SENT));
  }

  /** A text of others in one line, cut. */
  static String line(String text) {
    String line = PlainText.line(text);
    return line.length() <= LONGEST_ERROR ? line : line.substring(0, LONGEST_ERROR) + "…";
  }
}
