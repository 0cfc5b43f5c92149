package org.messgateway.adapter.mcp;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What a simple server says of itself. */
final class FakeMcp {

  static final String INITIALIZED =
      "{\"protocolVersion\":\"2025-06-18\",\"capabilities\":{\"tools\":{}},"
          + "\"serverInfo\":{\"name\":\"fake\",\"version\":\"1\"}}";

  private FakeMcp() {}

  /** A list of one tool whose properties are texts, none of them required. */
  static String tools(String name, String... properties) {
    return tools(List.of(tool(name, List.of(), properties)));
  }

  static String tools(List<String> tools) {
    return "{\"tools\":[" + String.join(",", tools) + "]}";
  }

  static String tool(String name, List<String> required, String... properties) {
    String declared =
        Stream.of(properties)
            .map(each -> "\"" + each + "\":{\"type\":\"string\"}")
            .collect(Collectors.joining(","));
    String needed =
        required.stream().map(each -> "\"" + each + "\"").collect(Collectors.joining(","));
    return "{\"name\":\"%s\",\"inputSchema\":{\"type\":\"object\",\"properties\":{%s},\"required\":[%s]}}"
        .formatted(name, declared, needed);
  }
}
