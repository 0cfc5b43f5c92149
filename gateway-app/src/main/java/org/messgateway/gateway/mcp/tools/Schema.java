package org.messgateway.gateway.mcp.tools;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * JSON Schema of an object, written member by member. Keywords are those that all clients read: no
 * references, and no alternatives at the top.
 */
final class Schema {

  private static final String TYPE = "type";
  private static final String DESCRIPTION = "description";

  private final Map<String, Object> properties = new LinkedHashMap<>();
  private final boolean closed;
  private List<String> required = List.of();

  private Schema(boolean closed) {
    this.closed = closed;
  }

  /** Of arguments: an unknown one is a mistake. */
  static Schema input() {
    return new Schema(true);
  }

  /** Of a result, to which members may be added some day. */
  static Schema output() {
    return new Schema(false);
  }

  Schema text(String name, String description) {
    return add(name, Map.of(TYPE, "string"), description);
  }

  Schema text(String name, String description, String byDefault) {
    Map<String, Object> value = new LinkedHashMap<>();
    value.put(TYPE, "string");
    value.put(DESCRIPTION, description);
    value.put("default", byDefault);
    properties.put(name, value);
    return this;
  }

  Schema choice(String name, String description, List<String> values) {
    Map<String, Object> value = new LinkedHashMap<>();
    value.put(TYPE, "string");
    value.put("enum", values);
    return add(name, value, description);
  }

  Schema texts(String name, String description) {
    Map<String, Object> value = new LinkedHashMap<>();
    value.put(TYPE, "array");
    value.put("items", Map.of(TYPE, "string"));
    return add(name, value, description);
  }

  Schema truth(String name, String description) {
    return add(name, Map.of(TYPE, "boolean"), description);
  }

  Schema count(String name, String description) {
    Map<String, Object> value = new LinkedHashMap<>();
    value.put(TYPE, "integer");
    value.put("minimum", 0);
    return add(name, value, description);
  }

  Schema seconds(String name, String description) {
    Map<String, Object> value = new LinkedHashMap<>();
    value.put(TYPE, "number");
    value.put("minimum", 0);
    return add(name, value, description);
  }

  Schema object(String name, String description) {
    return add(name, Map.of(TYPE, "object"), description);
  }

  Schema object(String name, String description, Schema inner) {
    return add(name, inner.map(), description);
  }

  Schema objects(String name, String description, Schema items) {
    Map<String, Object> value = new LinkedHashMap<>();
    value.put(TYPE, "array");
    value.put("items", items.map());
    return add(name, value, description);
  }

  Schema require(String... names) {
    required = List.of(names);
    return this;
  }

  private Schema add(String name, Map<String, Object> type, String description) {
    Map<String, Object> value = new LinkedHashMap<>(type);
    value.put(DESCRIPTION, description);
    properties.put(name, value);
    return this;
  }

  Map<String, Object> map() {
    Map<String, Object> schema = new LinkedHashMap<>();
    schema.put(TYPE, "object");
    schema.put("properties", properties);
    if (!required.isEmpty()) {
      schema.put("required", required);
    }
    if (closed) {
      schema.put("additionalProperties", false);
    }
    return schema;
  }
}
