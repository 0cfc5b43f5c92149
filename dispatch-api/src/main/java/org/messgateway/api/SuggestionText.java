package org.messgateway.api;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.mess.MessThread;
import org.messgateway.api.mess.Payload;
import org.messgateway.api.mess.ThreadMessage;

/** A suggestion in people's words: what is proposed, and why. Source: protocol §7.5. */
public final class SuggestionText {

  private SuggestionText() {}

  /** Plain text on one line. */
  public static String of(Payload.Suggestion suggestion) {
    Object proposed = suggestion.proposed();
    String what =
        switch (suggestion.type().strip().toLowerCase(Locale.ROOT)) {
          case "merge" ->
              joined(
                  "to do it together with others",
                  detail(proposed, "combined_intent", "intent").or(() -> intents(proposed)));
          case "split" -> joined("to make several tasks of it", intents(proposed));
          case "delegate" ->
              joined("to ask somebody else", detail(proposed, "executor", "delegated_to", "to"));
          case "alternative" -> joined("something else", detail(proposed, "intent"));
          case "defer" ->
              joined("to do it later", detail(proposed, "not_before", "until", "available_at"));
          default -> "something else";
        };
    List<String> parts = new ArrayList<>(List.of("Suggested: " + what));
    if (suggestion.reason() != null) {
      parts.add("(" + suggestion.reason() + ")");
    }
    return PlainText.of(String.join(" ", parts));
  }

  /** The suggestions of a thread that its requestor has not answered. */
  static List<String> open(MessThread thread) {
    List<String> answered =
        thread.messages().stream()
            .flatMap(message -> message.payloads(Payload.Reply.class).stream())
            .filter(reply -> reply.accept() != null)
            .flatMap(reply -> reply.re().stream())
            .toList();
    List<String> open = new ArrayList<>();
    for (ThreadMessage message : thread.messages()) {
      for (Payload.Suggestion each : message.payloads(Payload.Suggestion.class)) {
        String id =
            each.id() == null ? "sug:" + thread.ref() + ":" + message.position() : each.id();
        if (!answered.contains(id)) {
          open.add(of(each) + " - not decided yet");
        }
      }
    }
    return open;
  }

  private static String joined(String what, Optional<String> detail) {
    return detail.map(more -> what + ": " + more).orElse(what);
  }

  private static Optional<String> detail(@Nullable Object proposed, String... keys) {
    if (proposed instanceof Map<?, ?> map) {
      return Stream.of(keys)
          .flatMap(key -> Stream.ofNullable(map.get(key)))
          .filter(value -> !(value instanceof Map))
          .map(SuggestionText::shown)
          .findFirst();
    }
    return proposed == null || proposed instanceof Collection
        ? Optional.empty()
        : Optional.of(proposed.toString());
  }

  private static String shown(Object value) {
    return value instanceof Collection<?> many
        ? many.stream().map(String::valueOf).collect(Collectors.joining(", "))
        : value.toString();
  }

  /** Of a list of requests or intents. */
  private static Optional<String> intents(@Nullable Object proposed) {
    Object list =
        proposed instanceof Map<?, ?> map
            ? map.containsKey("requests") ? map.get("requests") : map.get("intents")
            : proposed;
    if (!(list instanceof Collection<?> many)) {
      return Optional.empty();
    }
    return Optional.of(many.stream().map(SuggestionText::intent).collect(Collectors.joining("; ")));
  }

  private static String intent(@Nullable Object request) {
    Object inner =
        request instanceof Map<?, ?> map && map.containsKey("request")
            ? map.get("request")
            : request;
    return inner instanceof Map<?, ?> map
        ? String.valueOf(map.get("intent"))
        : String.valueOf(inner);
  }
}
