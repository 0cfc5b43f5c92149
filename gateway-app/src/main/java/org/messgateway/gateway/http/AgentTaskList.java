package org.messgateway.gateway.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.messgateway.gateway.agents.TaskPage;
import org.messgateway.gateway.agents.TaskPage.TaskSummary;
import org.messgateway.gateway.exchange.format.YamlWriter;

/** A page of tasks, with the members that a query for threads is answered with. */
final class AgentTaskList {

  private final Map<String, @Nullable Object> members = new LinkedHashMap<>();

  AgentTaskList(TaskPage page) {
    members.put("threads", page.tasks().stream().map(AgentTaskList::row).toList());
    page.cursor().ifPresent(cursor -> members.put("cursor", cursor));
  }

  private static Map<String, Object> row(TaskSummary task) {
    Map<String, Object> row = new LinkedHashMap<>();
    row.put("ref", task.ref());
    put(row, "id", task.id());
    row.put("exchange", task.exchange());
    row.put("status", task.status().code());
    row.put("intent", task.intent());
    put(row, "executor", task.executor());
    put(row, "created", task.created());
    put(row, "updated", task.updated());
    put(row, "expires", task.expires());
    if (!task.suggestions().isEmpty()) {
      row.put("suggestions", task.suggestions());
    }
    return row;
  }

  private static void put(Map<String, Object> row, String name, @Nullable Object value) {
    if (value != null) {
      row.put(name, value.toString());
    }
  }

  byte[] yaml() {
    return YamlWriter.write(members).getBytes(UTF_8);
  }

  byte[] json() throws JsonProcessingException {
    return new ObjectMapper().writeValueAsBytes(members);
  }
}
