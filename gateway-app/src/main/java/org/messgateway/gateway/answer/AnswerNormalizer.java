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

/**
 * Normalizes an executor's entries before they are written: {@code re} filled and checked, codes in
 * the protocol's spelling, nothing in another executor's name. An {@code executor} that says
 * otherwise is overwritten, not refused: people and machines write their display names there.
 */
final class AnswerNormalizer {

  private static final String RE = "re";
  private static final String EXECUTOR = "executor";

  private final ThreadReferences references;
  private final String speaker;

  AnswerNormalizer(MessThread thread, String speaker) {
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
      for (Map.Entry<String, @Nullable Object> each : entry.entrySet()) {
        Map<String, @Nullable Object> one = new LinkedHashMap<>();
        one.put(each.getKey(), normal(each.getKey(), each.getValue()));
        normal.add(one);
      }
    }
    return normal;
  }

  private @Nullable Object normal(String type, @Nullable Object value) throws AnswerRefusal {
    return switch (type) {
      case "status" -> status(value);
      case "response" -> response(value);
      case "request", "reply", "answer", "cancel", "ack", "query", "config" ->
          throw new AnswerRefusal(
              "\"%s\" is not an executor's to say; status and response are.".formatted(type));
      default -> other(value);
    };
  }

  private Map<String, @Nullable Object> status(@Nullable Object value) throws AnswerRefusal {
    Map<String, @Nullable Object> status = referring(value, "code");
    Object code = status.get("code");
    if (code == null || code instanceof Map || code instanceof Collection) {
      throw new AnswerRefusal("A status needs a code, as in `- status: {code: claimed}`.");
    }
    String canonical =
        StatusCodes.canonical(code.toString())
            .orElseThrow(() -> new AnswerRefusal(StatusCodes.unknown(code.toString())));
    status.put("code", canonical);
    if (status.containsKey(EXECUTOR) || canonical.equals(ThreadStatus.CLAIMED.code())) {
      status.put(EXECUTOR, speaker);
    }
    return status;
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
