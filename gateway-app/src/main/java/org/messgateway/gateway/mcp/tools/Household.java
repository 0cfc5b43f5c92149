package org.messgateway.gateway.mcp.tools;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.messgateway.gateway.answer.AgentRequests.Found;
import org.messgateway.gateway.mcp.McpCaller;

/** What can be done here, and by whom: what queries of an agent find. Safe for all threads. */
final class Household {

  private static final String CAPABILITIES = "capabilities";
  private static final String EXECUTORS = "executors";

  private final AgentVoice voice;

  Household(AgentVoice voice) {
    this.voice = voice;
  }

  /** Capabilities and executors; texts without hidden characters. */
  record Known(List<Map<String, Object>> capabilities, List<Map<String, Object>> executors) {

    /** Ids of executors that have a capability. */
    List<String> having(String capability) {
      return executors.stream()
          .filter(each -> ids(each.get(CAPABILITIES)).contains(capability))
          .map(each -> String.valueOf(each.get("id")))
          .toList();
    }

    /** Those of these ids who work now. */
    List<String> open(List<String> ids) {
      return executors.stream()
          .filter(each -> Boolean.TRUE.equals(each.get("open_now")))
          .map(each -> String.valueOf(each.get("id")))
          .filter(ids::contains)
          .toList();
    }

    /** A capability is an id, or a map from its id to what is known of it. */
    private static List<String> ids(@Nullable Object capabilities) {
      List<?> list = capabilities instanceof List<?> some ? some : List.of();
      List<String> ids = new ArrayList<>();
      for (Object each : list) {
        if (each instanceof Map<?, ?> map) {
          map.keySet().forEach(key -> ids.add(String.valueOf(key)));
        } else {
          ids.add(String.valueOf(each));
        }
      }
      return ids;
    }
  }

  /**
   * What is known now.
   *
   * @param tags of capabilities, all of them; empty for all capabilities
   */
  Known known(McpCaller caller, List<String> tags) {
    List<Map<String, Object>> found =
        voice
            .say(
                caller,
                Optional.empty(),
                List.of(query(CAPABILITIES, Map.of("tags", tags)), query(EXECUTORS, Map.of())))
            .told()
            .outcomes(Found.class)
            .map(Found::structured)
            .map(OthersWords::map)
            .toList();
    return new Known(rows(found, CAPABILITIES), rows(found, EXECUTORS));
  }

  private static Map<String, @Nullable Object> query(String type, Map<String, ?> filter) {
    Map<String, @Nullable Object> query = new LinkedHashMap<>();
    query.put("type", type);
    if (!filter.isEmpty()) {
      query.put("filter", filter);
    }
    Map<String, @Nullable Object> entry = new LinkedHashMap<>();
    entry.put("query", query);
    return entry;
  }

  private static List<Map<String, Object>> rows(List<Map<String, Object>> found, String name) {
    return found.stream()
        .flatMap(each -> each.get(name) instanceof List<?> rows ? rows.stream() : Stream.of())
        .flatMap(
            row -> row instanceof Map<?, ?> map ? Stream.of(OthersWords.map(map)) : Stream.of())
        .toList();
  }
}
