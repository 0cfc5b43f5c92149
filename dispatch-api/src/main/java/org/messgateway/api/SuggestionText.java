package org.messgateway.api;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.mess.MessThread;
import org.messgateway.api.mess.Payload;
import org.messgateway.api.mess.ThreadMessage;
import org.messgateway.api.text.Texts;

/** A suggestion in people's words: what is proposed, and why. Source: protocol §7.5. */
public final class SuggestionText {

  private static final Set<String> TYPES =
      Set.of("merge", "split", "delegate", "alternative", "defer");

  private SuggestionText() {}

  /** Plain English text on one line. */
  public static String of(Payload.Suggestion suggestion) {
    return of(suggestion, Texts.ENGLISH);
  }

  /** Plain text on one line. */
  public static String of(Payload.Suggestion suggestion, Texts texts) {
    Object proposed = suggestion.proposed();
    String type = suggestion.type().strip().toLowerCase(Locale.ROOT);
    Optional<String> detail =
        switch (type) {
          case "merge" -> detail(proposed, "combined_intent", "intent").or(() -> intents(proposed));
          case "split" -> intents(proposed);
          case "delegate" -> detail(proposed, "executor", "delegated_to", "to");
          case "alternative" -> detail(proposed, "intent");
          case "defer" -> detail(proposed, "not_before", "until", "available_at");
          default -> Optional.empty();
        };
    String kind = TYPES.contains(type) ? type : "alternative";
    String what = texts.get("suggestion." + kind);
    String said = texts.get("suggestion.said", detail.map(more -> what + ": " + more).orElse(what));
    return PlainText.of(
        suggestion.reason() == null ? said : said + " (" + suggestion.reason() + ")");
  }

  /** The suggestions of a thread that its requestor has not answered. */
  static List<String> open(MessThread thread, Texts texts) {
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
          open.add(texts.get("suggestion.open", of(each, texts)));
        }
      }
    }
    return open;
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
