package org.messgateway.gateway.mcp.transport;

import static io.modelcontextprotocol.spec.McpSchema.ErrorCodes.INVALID_PARAMS;
import static io.modelcontextprotocol.spec.McpSchema.ErrorCodes.INVALID_REQUEST;
import static io.modelcontextprotocol.spec.McpSchema.ErrorCodes.PARSE_ERROR;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.util.JsonRecyclerPools;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.modelcontextprotocol.json.McpJsonMapper;
import io.modelcontextprotocol.json.jackson2.JacksonMcpJsonMapper;
import io.modelcontextprotocol.json.schema.JsonSchemaValidator;
import io.modelcontextprotocol.spec.McpSchema;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCMessage;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCNotification;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCRequest;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCResponse;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCResponse.JSONRPCError;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Messages as bytes and back. What comes is bounded: 200 levels, a million tokens, ids of 200
 * characters. Safe for all threads.
 */
final class RpcMessages {

  private static final int DEPTH = 200;
  private static final long TOKENS = 1_000_000;
  private static final int LONGEST_ID = 200;
  private static final int LONGEST_NUMBER = 100;

  /** Sets of buffers. Without this pool each virtual thread that waits would keep its own. */
  private static final int BUFFERS = 16;

  private final ObjectMapper json;
  private final McpJsonMapper sdk;

  /**
   * @param longest characters of one text
   */
  RpcMessages(long longest) {
    StreamReadConstraints bounds =
        StreamReadConstraints.builder()
            .maxNestingDepth(DEPTH)
            .maxTokenCount(TOKENS)
            .maxNumberLength(LONGEST_NUMBER)
            .maxStringLength((int) Math.min(longest, Integer.MAX_VALUE))
            .build();
    JsonFactory factory =
        JsonFactory.builder()
            .streamReadConstraints(bounds)
            .recyclerPool(JsonRecyclerPools.newBoundedPool(BUFFERS))
            .build();
    json = new ObjectMapper(factory).enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);
    sdk = new JacksonMcpJsonMapper(json);
  }

  /** The same for the SDK. */
  McpJsonMapper mapper() {
    return sdk;
  }

  /** Checks arguments and results of tools. */
  JsonSchemaValidator validator() {
    return new ToolSchemas(json);
  }

  /**
   * Reads a message.
   *
   * @throws JsonRpcRefusal when it is none
   */
  JSONRPCMessage read(byte[] bytes) {
    Object value = value(bytes);
    if (value instanceof List<?>) {
      throw invalid("Batches are not taken: send each message in a request of its own.");
    }
    if (!(value instanceof Map<?, ?> message)
        || !McpSchema.JSONRPC_VERSION.equals(message.get("jsonrpc"))) {
      throw invalid("A message is a JSON object with jsonrpc: \"2.0\".");
    }
    Object id = message.get("id");
    if (message.containsKey("method")) {
      return said(message, id);
    }
    boolean answers = message.containsKey("result") != message.containsKey("error");
    if (!answers || !(id instanceof String)) {
      throw invalid("A message has a method, or the id of a request of ours and result or error.");
    }
    return new JSONRPCResponse(
        McpSchema.JSONRPC_VERSION, id, message.get("result"), error(message.get("error")));
  }

  private JSONRPCMessage said(Map<?, ?> message, @Nullable Object id) {
    if (!(message.get("method") instanceof String method)) {
      throw invalid("method is a text.");
    }
    Object params = message.get("params");
    if (params != null && !(params instanceof Map)) {
      throw invalid("params is an object.");
    }
    if (!message.containsKey("id")) {
      return new JSONRPCNotification(McpSchema.JSONRPC_VERSION, method, params);
    }
    return new JSONRPCRequest(McpSchema.JSONRPC_VERSION, method, checked(id), params);
  }

  /** The id of a request; the same number is the same id. */
  static Object checked(@Nullable Object id) {
    return switch (id) {
      case String text when !text.isEmpty() && text.length() <= LONGEST_ID -> text;
      case Integer number -> number;
      case Long number -> number;
      case null, default ->
          throw invalid("id is a text of 1 to " + LONGEST_ID + " characters, or an integer.");
    };
  }

  private @Nullable JSONRPCError error(@Nullable Object error) {
    return error == null ? null : converted(error, JSONRPCError.class, "error is not as it should");
  }

  private Object value(byte[] bytes) {
    try {
      return json.readValue(bytes, Object.class);
    } catch (JsonProcessingException e) {
      JsonLocation at = e.getLocation();
      String where =
          at == null ? "" : " (line %d, column %d)".formatted(at.getLineNr(), at.getColumnNr());
      throw new JsonRpcRefusal(
          PARSE_ERROR, "This is no JSON, or more of it than is taken" + where + ".", e);
    } catch (IOException e) {
      throw new UncheckedIOException("bytes in memory are read", e);
    }
  }

  /**
   * Values of a message as a type of the protocol.
   *
   * @param otherwise what to say where they are not
   * @throws JsonRpcRefusal when they are not
   */
  <T> T converted(@Nullable Object values, Class<T> type, String otherwise) {
    try {
      T converted = json.convertValue(values, type);
      if (converted != null) {
        return converted;
      }
      throw new JsonRpcRefusal(INVALID_PARAMS, otherwise);
    } catch (IllegalArgumentException e) {
      throw new JsonRpcRefusal(INVALID_PARAMS, otherwise, e);
    }
  }

  /** A message, or the answer to one, on one line. */
  byte[] written(Object message) {
    try {
      return json.writeValueAsBytes(message);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("What was to be said cannot be written as JSON", e);
    }
  }

  /** An error that answers no request in particular. */
  byte[] written(JsonRpcRefusal refusal) {
    Map<String, Object> message = new LinkedHashMap<>();
    message.put("jsonrpc", McpSchema.JSONRPC_VERSION);
    message.put("error", refusal.error());
    return written(message);
  }

  static JsonRpcRefusal invalid(String sentence) {
    return new JsonRpcRefusal(INVALID_REQUEST, sentence);
  }
}
