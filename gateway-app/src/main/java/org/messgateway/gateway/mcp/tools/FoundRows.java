package org.messgateway.gateway.mcp.tools;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The answer to a query as one response for each row, so that a long one can be cut. */
final class FoundRows {

  private FoundRows() {}

  /**
   * @param response with {@code content: [structured: {threads: […], cursor: …}]}; another one
   *     stays as it is
   */
  static List<Map<String, Object>> of(Map<String, Object> response) {
    if (!(response.get("content") instanceof List<?> content)
        || content.size() != 1
        || !(content.getFirst() instanceof Map<?, ?> entry)
        || !(entry.get("structured") instanceof Map<?, ?> found)) {
      return List.of(response);
    }
    return found.entrySet().stream().flatMap(FoundRows::rows).toList();
  }

  private static Stream<Map<String, Object>> rows(Map.Entry<?, ?> member) {
    String name = String.valueOf(member.getKey());
    if (member.getValue() instanceof List<?> rows && !rows.isEmpty()) {
      return rows.stream().map(row -> response(name, List.of(row)));
    }
    return Stream.of(response(name, member.getValue()));
  }

  private static Map<String, Object> response(String name, Object value) {
    Map<String, Object> response = new LinkedHashMap<>();
    response.put("re", "last");
    response.put("content", List.of(Map.of("structured", Map.of(name, value))));
    return response;
  }
}
