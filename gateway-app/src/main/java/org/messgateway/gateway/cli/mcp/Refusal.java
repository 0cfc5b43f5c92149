package org.messgateway.gateway.cli.mcp;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;

/** The sentence in the body of an HTTP answer that refuses a message. */
final class Refusal {

  private static final int LONGEST = 1_000;

  private Refusal() {}

  /** The sentence, with the status where it says nothing. */
  static String text(int status, String body) {
    String sentence = sentence(body);
    String whole = sentence.isBlank() ? "The gateway refused this with " + status + "." : sentence;
    return whole.codePointCount(0, whole.length()) > LONGEST
        ? whole.substring(0, whole.offsetByCodePoints(0, LONGEST)) + " …"
        : whole;
  }

  /** {@code detail} and {@code title} of a problem (RFC 9457), {@code message} of JSON-RPC. */
  private static String sentence(String body) {
    Map<String, String> texts = new TreeMap<>();
    try (JsonParser parser = new JsonFactory().createParser(body)) {
      while (parser.nextToken() != null) {
        if (parser.currentToken() == JsonToken.VALUE_STRING && parser.currentName() != null) {
          texts.putIfAbsent(parser.currentName(), parser.getText());
        }
      }
    } catch (IOException noJson) {
      // It may have been cut off: what was read counts.
      texts.putIfAbsent("title", "");
    }
    return texts.getOrDefault(
        "detail", texts.getOrDefault("message", texts.getOrDefault("title", "")));
  }
}
