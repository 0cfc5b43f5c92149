package org.messgateway.gateway.answer;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An agent's message taken apart: requests, and what is said to threads that exist.
 *
 * @param said reply, answer and cancel entries with what each refers to, in order
 */
record AgentMessage(List<NewTask> tasks, List<Said> said) {

  /** One entry and what it refers to; {@code last} where it says nothing. */
  record Said(List<String> re, Map<String, @Nullable Object> entry) {

    boolean cancels() {
      return entry.containsKey("cancel");
    }
  }

  private static final String VERSION = "1.0.0";

  /**
   * Takes a message apart.
   *
   * @throws Refusal when something in it makes no sense; nothing of it is to be taken then
   */
  static AgentMessage of(Requests.Message message, Instant at) throws Refusal {
    List<NewTask> tasks = new ArrayList<>();
    List<Said> said = new ArrayList<>();
    Object version = VERSION;
    for (Map<String, @Nullable Object> entry : message.mess()) {
      for (Map.Entry<String, @Nullable Object> each : entry.entrySet()) {
        Object value = each.getValue();
        switch (each.getKey()) {
          case "v" -> version = value == null ? VERSION : value;
          case "request" -> tasks.add(task(message, at, version, value));
          case "reply", "answer", "cancel" -> said.add(said(each.getKey(), value));
          default ->
              throw new Refusal(
                  "\"%s\" is not taken here; request, reply, answer and cancel are."
                      .formatted(each.getKey()));
        }
      }
    }
    if (tasks.isEmpty() && said.isEmpty()) {
      throw new Refusal("The message says nothing: it needs a request, a reply or a cancel.");
    }
    return new AgentMessage(tasks, said);
  }

  private static NewTask task(
      Requests.Message message, Instant at, Object version, @Nullable Object value) throws Refusal {
    Map<String, @Nullable Object> request = new LinkedHashMap<>();
    if (value instanceof Map<?, ?> map) {
      map.forEach((key, each) -> request.put(String.valueOf(key), each));
    } else if (value != null) {
      request.put("intent", value);
    }
    Object intent = request.get("intent");
    if (intent == null || intent instanceof Map || intent.toString().isBlank()) {
      throw new Refusal("A request needs an intent, as in `- request: {intent: check the door}`.");
    }
    request.put("intent", intent.toString());
    return new NewTask(message.agent(), message.channel(), at, version, request);
  }

  private static Said said(String type, @Nullable Object value) {
    List<String> re =
        value instanceof Map<?, ?> map
            ? References.texts(map.get("re"))
            : type.equals("cancel") ? References.texts(value) : List.of();
    Map<String, @Nullable Object> entry = new LinkedHashMap<>();
    entry.put(type, value);
    return new Said(re.isEmpty() ? List.of(References.LAST) : re, entry);
  }
}
