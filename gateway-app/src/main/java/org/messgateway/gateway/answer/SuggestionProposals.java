package org.messgateway.gateway.answer;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.mess.Durations;
import org.messgateway.api.mess.MessThread;
import org.messgateway.api.mess.Timestamps;
import org.messgateway.gateway.protocol.Conversation;
import org.messgateway.gateway.protocol.Succession;
import org.messgateway.gateway.protocol.SuggestionState;

/** Reads what suggestions propose, as far as it can be carried out. Thread-safe. */
final class SuggestionProposals {

  private static final String INTENT = "intent";

  private final NamedExecutors executors;
  private final RelatedThreads related;

  SuggestionProposals(NamedExecutors executors, RelatedThreads related) {
    this.executors = executors;
    this.related = related;
  }

  /** What a suggestion proposes. */
  sealed interface Proposal {

    /**
     * One task instead of several.
     *
     * @param others without the thread of the suggestion
     * @param executors who is asked; empty for everybody
     */
    record Merge(List<MessThread> others, String intent, List<String> executors)
        implements Proposal {}

    /** Several requests; each says what is other than in the first. */
    record Split(List<Map<?, ?>> requests) implements Proposal {}

    /** Another request; says what is other. */
    record Alternative(Map<?, ?> request) implements Proposal {}

    record Delegate(List<String> to) implements Proposal {}

    record Defer(Instant until) implements Proposal {}
  }

  /**
   * Reads one.
   *
   * @throws AnswerRefusal when it cannot be carried out now; says why
   */
  Proposal read(MessThread thread, SuggestionState suggestion) throws AnswerRefusal {
    return switch (suggestion.type()) {
      case MERGE -> merge(thread, suggestion);
      case SPLIT -> new Proposal.Split(parts(suggestion));
      case DELEGATE -> new Proposal.Delegate(to(thread, suggestion));
      case ALTERNATIVE -> new Proposal.Alternative(request(suggestion.said().proposed()));
      case DEFER -> new Proposal.Defer(until(suggestion, thread));
    };
  }

  /** The other threads that it names, of the same requestor, whatever has become of them. */
  List<MessThread> others(MessThread home, SuggestionState suggestion) {
    ThreadReferences own = new ThreadReferences(home);
    return suggestion.said().re().stream()
        .filter(re -> !own.means(re))
        .flatMap(re -> related.other(home, re).stream())
        .toList();
  }

  private Proposal merge(MessThread home, SuggestionState suggestion) throws AnswerRefusal {
    ThreadReferences own = new ThreadReferences(home);
    Map<String, MessThread> others = new LinkedHashMap<>();
    String merged = home.ref() + "-s1";
    boolean begun = false;
    for (String re : suggestion.said().re()) {
      if (!own.means(re)) {
        MessThread other =
            related
                .other(home, re)
                .orElseThrow(() ->
                    new AnswerRefusal(
                        "It is about \"%s\", which is no other task of the same requestor."
                            .formatted(re)));
        // Made before a crash: what was merged already leads there by its id.
        begun |= other.ref().equals(merged);
        boolean ours = Succession.of(other.envelope()).successors().contains(merged);
        if (other.envelope().status().ended() && !ours) {
          throw new AnswerRefusal(
              "It is about %s, which has ended: %s."
                  .formatted(other.ref(), other.envelope().status().code()));
        }
        others.put(other.ref(), other);
      }
    }
    others.remove(merged);
    if (others.isEmpty() && !begun) {
      throw new AnswerRefusal("A merge needs two tasks at least in its re.");
    }
    String intent =
        suggestion
            .proposed("combined_intent", INTENT)
            .map(String::valueOf)
            .orElseGet(() ->
                Stream.concat(Stream.of(home), others.values().stream())
                    .map(MessThread::intent)
                    .collect(Collectors.joining(" and ")));
    return new Proposal.Merge(List.copyOf(others.values()), intent, proposedExecutors(suggestion));
  }

  /** Whoever proposes himself or another is asked first; a name that is unknown asks everybody. */
  private List<String> proposedExecutors(SuggestionState suggestion) {
    try {
      return executors.of(suggestion.proposed("executor").orElse(null));
    } catch (AnswerRefusal unknown) {
      return List.of();
    }
  }

  private static List<Map<?, ?>> parts(SuggestionState suggestion) throws AnswerRefusal {
    Object proposed = suggestion.said().proposed();
    Object list = suggestion.proposed("requests", "intents").orElse(proposed);
    List<Map<?, ?>> parts = new ArrayList<>();
    if (list instanceof Collection<?> many) {
      for (Object each : many) {
        parts.add(request(each));
      }
    }
    if (parts.size() < 2) {
      throw new AnswerRefusal("A split proposes a list of two requests or intents at least.");
    }
    return parts;
  }

  private static Map<?, ?> request(@Nullable Object proposed) throws AnswerRefusal {
    if (proposed instanceof Map<?, ?> map) {
      return map.get("request") instanceof Map<?, ?> inner ? inner : map;
    }
    if (proposed == null || proposed.toString().isBlank() || proposed instanceof Collection) {
      throw new AnswerRefusal("It proposes nothing that could be asked.");
    }
    return Map.of(INTENT, proposed.toString());
  }

  private List<String> to(MessThread thread, SuggestionState suggestion) throws AnswerRefusal {
    Object proposed = suggestion.said().proposed();
    Object to =
        suggestion
            .proposed("executor", "delegated_to", "to")
            .orElse(proposed instanceof Map ? null : proposed);
    Map<String, @Nullable Object> fields = new LinkedHashMap<>();
    fields.put(DelegationRules.DELEGATED_TO, to);
    return DelegationRules.checked(thread, Conversation.EXCHANGE, fields, executors);
  }

  private static Instant until(SuggestionState suggestion, MessThread thread) throws AnswerRefusal {
    Object proposed = suggestion.said().proposed();
    String text =
        suggestion
            .proposed("not_before", "until", "available_at")
            .map(String::valueOf)
            .orElse(String.valueOf(proposed));
    Instant said = thread.messages().get(suggestion.position()).received();
    return Timestamps.parse(text)
        .or(() ->
            Durations.parse(text).flatMap(in -> Optional.ofNullable(said).map(at -> at.plus(in))))
        .orElseThrow(() ->
            new AnswerRefusal(
                "It proposes to do it later, but \"%s\" is no time.".formatted(text)));
  }
}
