package org.messgateway.gateway.answer;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.messgateway.gateway.answer.AgentRequests.RequestMessage;
import org.messgateway.gateway.protocol.ProtocolVersion;

/**
 * An agent's message, split by what its entries are. The one place that knows which types an agent
 * may say.
 *
 * @param parts in the order of the entries; {@code v} is none
 * @param beyond a sentence where the message names a version that is not known here; null where it
 *     does not
 */
record AgentMessage(List<Part> parts, @Nullable String beyond) {

  /** One entry. */
  sealed interface Part {

    /** A new request. */
    record Task(NewTask task) implements Part {}

    /**
     * A reply, an answer or a cancellation for existing threads.
     *
     * @param re {@code last} where it has none
     */
    record Addressed(List<String> re, Map<String, @Nullable Object> entry) implements Part {

      boolean cancels() {
        return entry.containsKey("cancel");
      }

      boolean reviews() {
        return entry.containsKey("review");
      }
    }

    /** A query, which changes nothing. */
    record Asking(AgentQuery query) implements Part {}

    /**
     * An entry of a type that is unknown here: kept, without effect.
     *
     * @param re threads or ids; empty for all threads that the message is about
     */
    record Unknown(String type, List<String> re, Map<String, @Nullable Object> entry)
        implements Part {}
  }

  private static final Set<String> ADDRESSED = Set.of("reply", "answer", "cancel", "review");
  private static final Set<String> OF_OTHERS = Set.of("status", "response", "suggestion", "ack");
  private static final Pattern REVIEW_RATING =
      Pattern.compile("[1-5]|accept|reject", Pattern.CASE_INSENSITIVE);
  private static final String EXAMPLE = "- request: {intent: check the door}";

  /**
   * Splits a message.
   *
   * @throws AnswerRefusal when an entry is invalid; then nothing of the message is written
   */
  static AgentMessage of(RequestMessage message, Instant at) throws AnswerRefusal {
    Object version = null;
    List<Part> parts = new ArrayList<>();
    int number = 0;
    for (Map<String, @Nullable Object> entry : message.mess()) {
      number++;
      for (Map.Entry<String, @Nullable Object> each : entry.entrySet()) {
        try {
          if (each.getKey().equals("v")) {
            version = version(each.getValue());
          } else {
            parts.add(part(message, at, each.getKey(), each.getValue()));
          }
        } catch (AnswerRefusal e) {
          throw e.in(number);
        }
      }
    }
    if (parts.isEmpty()) {
      throw new AnswerRefusal(
          "The message says nothing: it needs a request, a reply, a cancel or a query.", EXAMPLE);
    }
    return of(parts, version);
  }

  /** The version stands in all threads of the message, wherever its entry stood. */
  private static AgentMessage of(List<Part> parts, @Nullable Object version) {
    if (version == null) {
      return new AgentMessage(List.copyOf(parts), null);
    }
    String beyond = ProtocolVersion.of(version).flatMap(ProtocolVersion::beyond).orElse(null);
    return new AgentMessage(
        parts.stream()
            .map(part ->
                part instanceof Part.Task(NewTask task)
                    ? new Part.Task(task.inVersion(version, beyond))
                    : part)
            .toList(),
        beyond);
  }

  private static Object version(@Nullable Object value) throws AnswerRefusal {
    if (value == null) {
      return ProtocolVersion.DEFAULT;
    }
    if (ProtocolVersion.of(value).isEmpty()) {
      throw new AnswerRefusal(
          "`v` is the version of MESS that the message speaks; it may be left out.", "- v: 1.0.0");
    }
    return value;
  }

  private static Part part(RequestMessage message, Instant at, String type, @Nullable Object value)
      throws AnswerRefusal {
    return switch (type) {
      case "request" -> new Part.Task(task(message, at, value));
      case "reply", "answer", "cancel" -> {
        List<String> re = re(type, value);
        yield new Part.Addressed(
            re.isEmpty() ? List.of(ThreadReferences.LAST) : re, entry(type, value));
      }
      case "review" -> {
        checkReview(value);
        List<String> re = re(type, value);
        yield new Part.Addressed(
            re.isEmpty() ? List.of(ThreadReferences.LAST) : re, entry(type, value));
      }
      case "query" -> new Part.Asking(AgentQuery.Reader.read(value));
      case MessBody.LIST -> throw new AnswerRefusal(MessBody.NESTED, EXAMPLE);
      case "config" ->
          throw new AnswerRefusal(
              "\"config\" is not taken from an agent here; executors and rules are configured.",
              EXAMPLE);
      default -> {
        if (OF_OTHERS.contains(type)) {
          throw new AnswerRefusal(
              ("\"%s\" is said by executors and by the exchange. An agent says request, reply,"
                      + " cancel and query.")
                  .formatted(type),
              "- reply: {re: last, confirm: true}");
        }
        yield new Part.Unknown(type, re(type, value), entry(type, value));
      }
    };
  }

  private static void checkReview(@Nullable Object value) throws AnswerRefusal {
    Map<?, ?> review = value instanceof Map<?, ?> map ? map : Map.of();
    Object rating = review.get("rating");
    boolean known = rating == null || REVIEW_RATING.matcher(rating.toString().strip()).matches();
    boolean says =
        Stream.of("rating", "accept", "reject", "feedback", "request_redo")
            .anyMatch(key -> review.get(key) != null);
    if (!known || !says) {
      throw new AnswerRefusal(
          "A review has a rating (1 to 5, accept or reject), feedback, or request_redo: true.",
          "- review: {re: last, rating: 4, feedback: a little blurred}");
    }
  }

  private static Map<String, @Nullable Object> entry(String type, @Nullable Object value) {
    Map<String, @Nullable Object> entry = new LinkedHashMap<>();
    entry.put(type, value);
    return entry;
  }

  private static List<String> re(String type, @Nullable Object value) {
    return value instanceof Map<?, ?> map
        ? ThreadReferences.texts(map.get("re"))
        : type.equals("cancel") ? ThreadReferences.texts(value) : List.of();
  }

  /** What a reply decides about suggestions; empty for all else. */
  static Optional<Boolean> accepts(Map<String, @Nullable Object> entry) {
    return entry.get("reply") instanceof Map<?, ?> reply
            && reply.get("accept") instanceof Boolean accept
        ? Optional.of(accept)
        : Optional.empty();
  }

  /**
   * A message whose references are refs of threads: they mean the same whenever it is read. Ids of
   * suggestions do anyway.
   *
   * @param refs from what was said to the thread's ref
   */
  static List<Map<String, @Nullable Object>> resolved(
      List<Map<String, @Nullable Object>> mess, Map<String, String> refs) {
    List<Map<String, @Nullable Object>> resolved = new ArrayList<>();
    for (Map<String, @Nullable Object> entry : mess) {
      Map<String, @Nullable Object> copy = new LinkedHashMap<>(entry);
      copy.replaceAll(
          (type, value) -> ADDRESSED.contains(type) ? resolved(type, value, refs) : value);
      resolved.add(copy);
    }
    return resolved;
  }

  private static Map<String, @Nullable Object> resolved(
      String type, @Nullable Object value, Map<String, String> refs) {
    Map<String, @Nullable Object> said = new LinkedHashMap<>();
    if (value instanceof Map<?, ?> map) {
      map.forEach((key, each) -> said.put(String.valueOf(key), each));
    } else if (type.equals("reply")) {
      said.put("answers", value);
    } else if (type.equals("answer")) {
      said.put("value", value);
    }
    List<String> re = re(type, value);
    said.put(
        "re",
        (re.isEmpty() ? List.of(ThreadReferences.LAST) : re)
            .stream().map(each -> refs.getOrDefault(each, each)).toList());
    return said;
  }

  private static NewTask task(RequestMessage message, Instant at, @Nullable Object value)
      throws AnswerRefusal {
    Map<String, @Nullable Object> request = new LinkedHashMap<>();
    if (value instanceof Map<?, ?> map) {
      map.forEach((key, each) -> request.put(String.valueOf(key), each));
    } else if (value != null) {
      request.put("intent", value);
    }
    Object intent = request.get("intent");
    if (intent == null || intent instanceof Map || intent.toString().isBlank()) {
      throw new AnswerRefusal("A request needs an intent: what is to be done.", EXAMPLE);
    }
    request.put("intent", intent.toString());
    return new NewTask(message.agent(), message.channel(), at, request);
  }

  /** Parts of a kind, in order. */
  <T extends Part> Stream<T> parts(Class<T> kind) {
    return parts.stream().filter(kind::isInstance).map(kind::cast);
  }

  /** Whether it only asks, so that nothing is to be written. */
  boolean onlyAsks() {
    return parts.stream().allMatch(Part.Asking.class::isInstance);
  }
}
