package org.messgateway.gateway.config.people;

import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLParser;
import java.io.IOException;

/**
 * Reads YAML with every scalar as the text that stands there: {@code +14155550123} keeps its plus,
 * {@code no} stays a word. Each knows its line.
 */
final class LocatedYaml {

  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private final YAMLFactory factory;

  LocatedYaml(YAMLFactory factory) {
    this.factory = factory;
  }

  /** An empty document is an empty map. */
  JsonNode read(byte[] yaml) throws IOException {
    try (YAMLParser parser = factory.createParser(yaml)) {
      JsonToken first = parser.nextToken();
      return first == null ? NODES.objectNode() : node(parser, first);
    }
  }

  private static JsonNode node(YAMLParser parser, JsonToken token) throws IOException {
    return switch (token) {
      case START_OBJECT -> object(parser);
      case START_ARRAY -> array(parser);
      case VALUE_NULL -> NODES.nullNode();
      default -> new LocatedText(parser.getText(), parser.currentTokenLocation().getLineNr());
    };
  }

  private static ObjectNode object(YAMLParser parser) throws IOException {
    ObjectNode object = NODES.objectNode();
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      String name = parser.currentName();
      object.set(name, node(parser, parser.nextToken()));
    }
    return object;
  }

  private static ArrayNode array(YAMLParser parser) throws IOException {
    ArrayNode array = NODES.arrayNode();
    JsonToken token = parser.nextToken();
    while (token != null && token != JsonToken.END_ARRAY) {
      array.add(node(parser, token));
      token = parser.nextToken();
    }
    return array;
  }

  /** A scalar that knows in which line it stands. */
  static final class LocatedText extends TextNode {

    private static final long serialVersionUID = 1L;

    private final int line;

    LocatedText(String text, int line) {
      super(text);
      this.line = line;
    }

    int line() {
      return line;
    }
  }
}
