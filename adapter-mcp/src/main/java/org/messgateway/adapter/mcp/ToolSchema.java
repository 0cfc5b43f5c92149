package org.messgateway.adapter.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The parts of a tool's input schema that decide which arguments it gets. */
final class ToolSchema {

  private final JsonNode schema;

  ToolSchema(JsonNode schema) {
    this.schema = schema;
  }

  /** Whether the tool declares a property. */
  boolean has(String property) {
    return schema.path("properties").has(property);
  }

  /** Whether the tool says nothing of its arguments. */
  boolean declaresNothing() {
    JsonNode more = schema.path("additionalProperties");
    return !schema.has("properties") && !(more.isBoolean() && !more.booleanValue());
  }

  /** The names that a call has to hold. */
  List<String> required() {
    List<String> names = new ArrayList<>();
    schema.path("required").forEach(name -> names.add(name.asText()));
    return names;
  }

  /** Whether a property takes a text, as far as the schema says. */
  boolean takesText(String property) {
    JsonNode type = type(property);
    if (type.isArray()) {
      for (JsonNode one : type) {
        if (one.asText().equals("string")) {
          return true;
        }
      }
      return false;
    }
    return type.isMissingNode() || type.asText().equals("string");
  }

  /**
   * A text as the value of a property: numbers, truth values, lists and objects are read from it.
   *
   * @return empty when the text is no value of the property's type
   */
  Optional<JsonNode> value(String property, String text) {
    return takesText(property)
        ? Optional.of(TextNode.valueOf(text))
        : JsonRpc.value(text).filter(value -> fits(type(property).asText(), value));
  }

  private static boolean fits(String type, JsonNode value) {
    return switch (type) {
      case "integer" -> value.isIntegralNumber();
      case "number" -> value.isNumber();
      case "boolean" -> value.isBoolean();
      case "array" -> value.isArray();
      case "object" -> value.isObject();
      default -> true;
    };
  }

  private JsonNode type(String property) {
    return schema.path("properties").path(property).path("type");
  }
}
