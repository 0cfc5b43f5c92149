package org.messgateway.gateway.cli.mcp;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.io.JsonStringEncoder;
import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A message of JSON-RPC 2.0, read as far as it must be to be carried.
 *
 * @param json the whole of it, as it came
 * @param kind what it is
 * @param id as JSON, {@code 7} or {@code "a"}; {@code null} where it has none
 * @param method of requests and notifications; empty for responses
 * @param failed whether it is a response that tells of an error
 * @param texts what stands directly in {@code params}, {@code result} or {@code error}, as JSON, of
 *     the keys in {@link #KEPT}
 */
@SuppressWarnings("ArrayRecordComponent") // Nobody compares messages, and a copy would be large.
record RpcMessage(
    byte[] json, Kind kind, String id, String method, boolean failed, Map<String, String> texts) {

  enum Kind {
    REQUEST,
    NOTIFICATION,
    RESPONSE
  }

  static final String NO_ID = "null";
  static final String REQUEST_ID = "requestId";
  static final String URI = "uri";
  static final String VERSION = "protocolVersion";

  /** Of errors: the gateway is about to end, or the token has; the request may succeed later. */
  private static final String NOT_NOW = "-32000";

  private static final String CODE = "code";

  private static final Map<String, Integer> KEPT =
      Map.of(REQUEST_ID, 1_000, URI, 10_000, VERSION, 100, CODE, 10);

  private static final int LONGEST_ID = 1_000;
  private static final int LONGEST_METHOD = 200;

  /** What is read of a message and is none: the code of JSON-RPC's error, and a sentence. */
  static final class RpcException extends Exception {

    private static final long serialVersionUID = 1L;

    static final int NO_JSON = -32700;
    static final int INVALID = -32600;

    private final int code;
    private final String id;

    RpcException(int code, String id, String message) {
      super(message);
      this.code = code;
      this.id = id;
    }

    int code() {
      return code;
    }

    /** Of the message, where it could be read. */
    String id() {
      return id;
    }
  }

  /** Reads messages. Thread-safe. */
  static final class Reader {

    private final JsonFactory factory =
        JsonFactory.builder()
            .streamReadConstraints(
                StreamReadConstraints.builder().maxStringLength(Integer.MAX_VALUE).build())
            .build();

    /**
     * Reads one.
     *
     * @throws RpcException where it is none
     */
    RpcMessage read(byte[] json) throws RpcException {
      try (JsonParser parser = factory.createParser(json)) {
        JsonToken first = parser.nextToken();
        if (first == JsonToken.START_ARRAY) {
          throw new RpcException(
              RpcException.INVALID, NO_ID, "Batches are not taken: send one message a line.");
        }
        if (first != JsonToken.START_OBJECT) {
          throw new RpcException(RpcException.INVALID, NO_ID, "A message is a JSON object.");
        }
        Fields fields = new Fields();
        fields.read(parser);
        if (parser.nextToken() != null) {
          throw new RpcException(
              RpcException.NO_JSON, NO_ID, "There is more than one value in this line.");
        }
        return fields.message(json);
      } catch (IOException e) {
        throw new RpcException(RpcException.NO_JSON, NO_ID, "This line is not JSON.");
      }
    }
  }

  /** What is collected while reading. */
  private static final class Fields {

    private String id = NO_ID;
    private boolean idWrong;
    private @Nullable String method;
    private boolean result;
    private boolean error;
    private final Map<String, String> texts = new TreeMap<>();

    void read(JsonParser parser) throws IOException {
      while (parser.nextToken() != JsonToken.END_OBJECT) {
        String name = parser.currentName();
        JsonToken value = parser.nextToken();
        switch (name) {
          case "id" -> {
            String found = scalar(parser, value, LONGEST_ID);
            idWrong = found == null;
            id = found == null ? NO_ID : found;
          }
          case "method" ->
              method =
                  value == JsonToken.VALUE_STRING && parser.getTextLength() <= LONGEST_METHOD
                      ? parser.getText()
                      : null;
          case "params", "result", "error" -> {
            result |= name.equals("result");
            error |= name.equals("error");
            texts(parser, value);
          }
          default -> {}
        }
        parser.skipChildren();
      }
    }

    private void texts(JsonParser parser, JsonToken value) throws IOException {
      if (value != JsonToken.START_OBJECT) {
        return;
      }
      while (parser.nextToken() != JsonToken.END_OBJECT) {
        Integer longest = KEPT.get(parser.currentName());
        String name = parser.currentName();
        JsonToken inner = parser.nextToken();
        String text = longest == null ? null : scalar(parser, inner, longest);
        if (text != null) {
          texts.put(name, text);
        }
        parser.skipChildren();
      }
    }

    /** As JSON; null where it is no string and no number, cannot be written, or is too long. */
    private static @Nullable String scalar(JsonParser parser, JsonToken value, int longest)
        throws IOException {
      return switch (value) {
        case VALUE_STRING ->
            parser.getTextLength() <= longest && UTF_8.newEncoder().canEncode(parser.getText())
                ? quoted(parser.getText())
                : null;
        case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT ->
            parser.getTextLength() <= longest ? parser.getText() : null;
        default -> null;
      };
    }

    RpcMessage message(byte[] json) throws RpcException {
      if (method != null && !result && !error) {
        if (idWrong) {
          throw new RpcException(RpcException.INVALID, NO_ID, "An id is a string or a number.");
        }
        Kind kind = id.equals(NO_ID) ? Kind.NOTIFICATION : Kind.REQUEST;
        return new RpcMessage(json, kind, id, method, false, texts);
      }
      if (method == null && result != error) {
        return new RpcMessage(json, Kind.RESPONSE, id, "", error, texts);
      }
      throw new RpcException(
          RpcException.INVALID, id, "This is no request, no notification and no response.");
    }
  }

  static String quoted(String text) {
    return '"' + new String(JsonStringEncoder.getInstance().quoteAsString(text)) + '"';
  }

  /** Whether it says that the request may succeed later. */
  boolean notNow() {
    return failed && text(CODE).equals(NOT_NOW);
  }

  /** A value of {@link #texts}; empty where there is none. */
  String text(String key) {
    return texts.getOrDefault(key, "");
  }

  /** Without its content, which is others'. */
  @Override
  public String toString() {
    return "RpcMessage[" + kind + ", " + method + ", " + json.length + " bytes]";
  }
}
