package org.messgateway.gateway.answer;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An agent's message, split into new requests and entries for existing threads.
 *
 * @param said reply, answer and cancel entries with what each refers to, in order
 */
record AgentMessage(List<NewTask> tasks, List<AddressedEntry> said) {

  /** One entry and its references; {@code last} where it has none. */
  record AddressedEntry(List<String> re, Map<String, @Nullable Object> entry) {

    boolean cancels() {
      return entry.containsKey("cancel");
    }
  }

  private static final String VERSION = "1.0.0";

  /**
   * Splits a message.
   *
   * @throws AnswerRefusal when an entry is invalid; then nothing of the message is written
   */
  static AgentMessage of(AgentRequests.RequestMessage message, Instant at) throws AnswerRefusal {
    List<NewTask> tasks = new ArrayList<>();
    List<AddressedEntry> said = new ArrayList<>();
    Object version = VERSION;
    for (Map<String, @Nullable Object> entry : message.mess()) {
      for (Map.Entry<String, @Nullable Object> each : entry.entrySet()) {
        Object value = each.getValue();
        switch (each.getKey()) {
          case "v" -> version = value == null ? VERSION : value;
          case "request" -> tasks.add(task(message, at, version, value));
          case "reply", "answer", "cancel" -> said.add(addressedEntry(each.getKey(), value));
          default ->
              throw new AnswerRefusal(
                  "\"%s\" is not taken here; request, reply, answer and cancel are."
                      .formatted(each.getKey()));
        }
      }
    }
    if (tasks.isEmpty() && said.isEmpty()) {
      throw new AnswerRefusal("The message says nothing: it needs a request, a reply or a cancel.");
    }
    return new AgentMessage(tasks, said);
  }

  private static NewTask task(
      AgentRequests.RequestMessage message, Instant at, Object version, @Nullable Object value)
      throws AnswerRefusal {
    Map<String, @Nullable Object> request = new LinkedHashMap<>();
    if (value instanceof Map<?, ?> map) {
      map.forEach((key, each) -> request.put(String.valueOf(key), each));
    } else if (value != null) {
      request.put("intent", value);
    }
    Object intent = request.get("intent");
    if (intent == null || intent instanceof Map || intent.toString().isBlank()) {
      throw new AnswerRefusal(
          "A request needs an intent, as in `- request: {intent: check the door}`.");
    }
    request.put("intent", intent.toString());
    return new NewTask(message.agent(), message.channel(), at, version, request);
  }

  private static AddressedEntry addressedEntry(String type, @Nullable Object value) {
    List<String> re =
        value instanceof Map<?, ?> map
            ? ThreadReferences.texts(map.get("re"))
            : type.equals("cancel") ? ThreadReferences.texts(value) : List.of();
    Map<String, @Nullable Object> entry = new LinkedHashMap<>();
    entry.put(type, value);
    return new AddressedEntry(re.isEmpty() ? List.of(ThreadReferences.LAST) : re, entry);
  }
}
