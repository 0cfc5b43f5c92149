package org.messgateway.gateway.mcp.transport;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.networknt.schema.Error;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import io.modelcontextprotocol.json.schema.JsonSchemaValidator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/**
 * Checks arguments and results of tools. The SDK's own class makes a text of all that it has
 * checked, with buffers that each virtual thread then keeps while it waits. Safe for all threads.
 */
final class ToolSchemas implements JsonSchemaValidator {

  private static final int MOST_SAID = 5;

  private final ObjectMapper json;
  private final SchemaRegistry registry =
      SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12);

  /** Those of the gateway's tools, whose number is fixed. */
  private final Map<Map<String, Object>, Schema> schemas = new ConcurrentHashMap<>();

  ToolSchemas(ObjectMapper json) {
    this.json = json;
  }

  @Override
  public ValidationResponse validate(Map<String, Object> schema, Object values) {
    JsonNode checked = json.valueToTree(values);
    List<Error> wrong =
        schemas
            .computeIfAbsent(schema, made -> registry.getSchema(json.<JsonNode>valueToTree(made)))
            .validate(checked);
    return wrong.isEmpty()
        ? ValidationResponse.asValid("")
        : ValidationResponse.asInvalid(
            wrong.stream().limit(MOST_SAID).map(Error::toString).collect(Collectors.joining("; ")));
  }
}
