package org.messgateway.gateway.answer;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.mess.MessThread;
import org.messgateway.api.mess.ThreadStatus;
import org.messgateway.gateway.protocol.StatusCodes;
import org.messgateway.gateway.protocol.SuggestionState;

/**
 * Normalizes an executor's entries before they are written: {@code re} filled and checked, codes in
 * the protocol's spelling, nothing in another executor's name. An {@code executor} that says
 * otherwise is overwritten, not refused: people and machines write their display names there.
 */
final class AnswerNormalizer {

  private static final String RE = "re";
  private static final String EXECUTOR = "executor";

  private final MessThread thread;
  private final ThreadReferences references;
  private final String speaker;
  private final NamedExecutors executors;

  /**
   * @param executors those that a message may name
   */
  AnswerNormalizer(MessThread thread, String speaker, NamedExecutors executors) {
    this.thread = thread;
    this.executors = executors;
    this.references = new ThreadReferences(thread);
    this.speaker = speaker;
  }

  /**
   * The entries as they are to be written.
   *
   * @throws AnswerRefusal when one of them makes no sense here
   */
  List<Map<String, @Nullable Object>> normal(List<Map<String, @Nullable Object>> mess)
      throws AnswerRefusal {
    List<Map<String, @Nullable Object>> normal = new ArrayList<>();
    for (Map<String, @Nullable Object> entry : mess) {
      Map<String, @Nullable Object> one = new LinkedHashMap<>();
      for (Map.Entry<String, @Nullable Object> each : entry.entrySet()) {
        try {
          one.put(each.getKey(), normal(each.getKey(), each.getValue()));
        } catch (AnswerRefusal e) {
          throw e.in(normal.size() + 1);
        }
      }
      normal.add(one);
    }
    return normal;
  }

  private @Nullable Object normal(String type, @Nullable Object value) throws AnswerRefusal {
    return switch (type) {
      case "status" -> status(value);
      case "response" -> response(value);
      case "request", "reply", "answer", "cancel", "ack", "query", "config" ->
          throw new AnswerRefusal(
              "\"%s\" is not an executor's to say; status and response are.".formatted(type),
              "- response: {content: [two onions]}");
      case "suggestion" -> suggestion(value);
      case MessBody.LIST ->
          throw new AnswerRefusal(MessBody.NESTED, "- response: {content: [two onions]}");
      default -> other(value);
    };
  }

  private Map<String, @Nullable Object> status(@Nullable Object value) throws AnswerRefusal {
    Map<String, @Nullable Object> status = referring(value, "code");
    Object code = status.get("code");
    if (code == null || code instanceof Map || code instanceof Collection) {
      throw new AnswerRefusal("A status needs a code.", "- status: {code: claimed}");
    }
    String canonical = StatusCodes.canonical(code.toString()).orElse(code.toString().strip());
    status.put("code", canonical);
    if (status.containsKey(EXECUTOR) || canonical.equals(ThreadStatus.CLAIMED.code())) {
      status.put(EXECUTOR, speaker);
    }
    if (canonical.equals(ThreadStatus.DELEGATED.code())) {
      List<String> to = DelegationRules.checked(thread, speaker, status, executors);
      status.put(DelegationRules.DELEGATED_TO, to.size() == 1 ? to.getFirst() : to);
    }
    return status;
  }

  /** With an id, so that it can be answered. Other tasks may stand in its {@code re}. */
  private Map<String, @Nullable Object> suggestion(@Nullable Object value) throws AnswerRefusal {
    Map<String, @Nullable Object> suggestion = new LinkedHashMap<>();
    Map<?, ?> said = value instanceof Map<?, ?> given ? given : Map.of();
    if (SuggestionState.Type.of(String.valueOf(said.get("type"))).isEmpty()) {
      throw new AnswerRefusal(
          "A suggestion needs a type: merge, split, delegate, alternative or defer.",
          "- suggestion: {type: defer, proposed: {not_before: 2026-02-01T09:00:00Z}}");
    }
    List<String> re = ThreadReferences.texts(said.get(RE));
    if (!re.isEmpty() && re.stream().noneMatch(references::means)) {
      throw new AnswerRefusal(
          "A suggestion names the task that it is sent to in its re, beside others.");
    }
    String id = said.get("id") == null ? "" : String.valueOf(said.get("id")).strip();
    List<SuggestionState> before = SuggestionState.of(thread);
    if (before.stream().anyMatch(each -> each.id().equals(id))) {
      throw new AnswerRefusal(
          "There is a suggestion \"%s\" already; take another id.".formatted(id));
    }
    suggestion.put("id", id.isEmpty() ? SuggestionState.nextId(thread) : id);
    suggestion.put(RE, re.isEmpty() ? List.of(references.own()) : re);
    said.forEach((name, each) -> suggestion.putIfAbsent(String.valueOf(name), each));
    return suggestion;
  }

  private Map<String, @Nullable Object> response(@Nullable Object value) throws AnswerRefusal {
    Map<String, @Nullable Object> response = referring(value, "content");
    response.computeIfPresent(
        "content", (_, content) -> content instanceof Collection ? content : List.of(content));
    response.computeIfPresent(EXECUTOR, (_, _) -> speaker);
    return response;
  }

  /** A map with {@code re} first; what is no map stands at the key. */
  private Map<String, @Nullable Object> referring(@Nullable Object value, String key)
      throws AnswerRefusal {
    Map<String, @Nullable Object> map = new LinkedHashMap<>();
    Map<?, ?> said = value instanceof Map<?, ?> given ? given : Map.of();
    map.put(RE, references.checked(said.get(RE)));
    if (value != null && !(value instanceof Map)) {
      map.put(key, value);
    }
    said.forEach((name, each) -> map.putIfAbsent(String.valueOf(name), each));
    return map;
  }

  /** A type that is carried but not acted upon; what it refers to may be anything. */
  private @Nullable Object other(@Nullable Object value) {
    if (value instanceof Map<?, ?> map && map.containsKey(EXECUTOR)) {
      Map<String, @Nullable Object> copy = new LinkedHashMap<>();
      map.forEach((name, each) -> copy.put(String.valueOf(name), each));
      copy.put(EXECUTOR, speaker);
      return copy;
    }
    return value;
  }
}
