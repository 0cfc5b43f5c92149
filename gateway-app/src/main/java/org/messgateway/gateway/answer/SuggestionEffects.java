package org.messgateway.gateway.answer;

import java.io.IOException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.mess.Durations;
import org.messgateway.api.mess.HistoryEntry;
import org.messgateway.api.mess.MessThread;
import org.messgateway.api.mess.ThreadStatus;
import org.messgateway.api.mess.Timestamps;
import org.messgateway.gateway.exchange.ExchangeListener;
import org.messgateway.gateway.exchange.ExchangeWriteException;
import org.messgateway.gateway.exchange.LoadedThread;
import org.messgateway.gateway.exchange.Ref;
import org.messgateway.gateway.exchange.ThreadAddition;
import org.messgateway.gateway.exchange.ThreadWriter;
import org.messgateway.gateway.exchange.format.EnvelopeEdit;
import org.messgateway.gateway.exchange.format.MessageWriter;
import org.messgateway.gateway.protocol.Conversation;
import org.messgateway.gateway.protocol.Succession;
import org.messgateway.gateway.protocol.SuggestionState;

/**
 * Carries out the suggestions that a requestor accepted, from the thread alone and once: successors
 * are made before the threads that go on in them are ended, the one with the suggestion last.
 * Thread-safe. Source: protocol §7.5, docs/state-machine.md#suggestions.
 */
final class SuggestionEffects {

  private static final String INTENT = "intent";

  private final ThreadWriter writer;
  private final ExchangeListener listener;
  private final NamedExecutors executors;
  private final AgentThreads agentThreads;
  private final InstantSource clock;

  SuggestionEffects(
      ThreadWriter writer,
      ExchangeListener listener,
      NamedExecutors executors,
      AgentThreads agentThreads,
      InstantSource clock) {
    this.writer = writer;
    this.listener = listener;
    this.executors = executors;
    this.agentThreads = agentThreads;
    this.clock = clock;
  }

  /**
   * Whether a suggestion could be carried out now.
   *
   * @throws AnswerRefusal when it cannot; says why
   */
  void check(MessThread thread, SuggestionState suggestion) throws AnswerRefusal {
    switch (suggestion.type()) {
      case MERGE -> concerned(thread, suggestion);
      case SPLIT -> parts(suggestion);
      case DELEGATE -> to(thread, suggestion);
      case ALTERNATIVE -> changes(suggestion);
      case DEFER -> until(suggestion, thread);
    }
  }

  /**
   * Carries out what was accepted.
   *
   * @return whether the thread was changed
   */
  boolean carryOut(LoadedThread loaded) throws IOException {
    Optional<SuggestionState> due =
        SuggestionState.of(loaded.thread()).stream().filter(SuggestionState::isDue).findFirst();
    if (due.isEmpty()) {
      return false;
    }
    try {
      carryOut(loaded, due.get());
    } catch (AnswerRefusal e) {
      String note = due.get().id() + " " + e.sentence();
      settle(
          loaded.thread().ref(), new HistoryEntry(SuggestionState.DROPPED, now(), EXCHANGE, note));
    }
    return true;
  }

  private static final String EXCHANGE = Conversation.EXCHANGE;

  private void carryOut(LoadedThread loaded, SuggestionState suggestion)
      throws IOException, AnswerRefusal {
    MessThread thread = loaded.thread();
    switch (suggestion.type()) {
      case MERGE -> merge(loaded, suggestion);
      case SPLIT -> {
        List<Map<?, ?>> parts = parts(suggestion);
        List<SuccessorTask> tasks = new ArrayList<>();
        for (Map<?, ?> part : parts) {
          Map<String, @Nullable Object> request = words(loaded).changed(part).values();
          if (!part.containsKey("id")) {
            request.remove("id");
          }
          tasks.add(task(tasks.size() + 1, List.of(thread), request, List.of()));
        }
        replace(tasks, List.of(thread), suggestion, "split");
      }
      case ALTERNATIVE -> {
        Map<String, @Nullable Object> request = words(loaded).changed(changes(suggestion)).values();
        replace(
            List.of(task(1, List.of(thread), request, List.of())),
            List.of(thread),
            suggestion,
            "replace");
      }
      case DELEGATE -> delegate(thread, suggestion);
      case DEFER -> {
        Instant until = until(suggestion, thread);
        settle(
            thread.ref(),
            new HistoryEntry(SuggestionState.DEFERRED, now(), EXCHANGE, until.toString()),
            carriedOut(suggestion));
      }
    }
  }

  private SuccessorTask task(
      int number, List<MessThread> from, Map<String, @Nullable Object> request, List<String> to) {
    return new SuccessorTask(number, from, request, to, now());
  }

  private static RepeatedRequest words(LoadedThread loaded) throws AnswerRefusal {
    return RepeatedRequest.of(loaded)
        .orElseThrow(() -> new AnswerRefusal(loaded.ref() + " has no request."));
  }

  // Merge

  private void merge(LoadedThread home, SuggestionState suggestion)
      throws IOException, AnswerRefusal {
    List<LoadedThread> all = new ArrayList<>();
    all.add(home);
    for (MessThread other : concerned(home.thread(), suggestion)) {
      all.add(writer.read(new Ref(other.ref())));
    }
    List<MessThread> threads = all.stream().map(LoadedThread::thread).toList();
    Map<String, @Nullable Object> request = words(home).values();
    request.remove("id");
    request.put(
        INTENT,
        suggestion
            .proposed("combined_intent", INTENT)
            .map(String::valueOf)
            .orElseGet(() ->
                threads.stream().map(MessThread::intent).collect(Collectors.joining(" and "))));
    for (LoadedThread other : all.subList(1, all.size())) {
      unite(request, words(other), "context");
      unite(request, words(other), "requires");
    }
    replace(
        List.of(task(1, threads, request, proposedExecutors(suggestion))),
        threads,
        suggestion,
        "merge");
  }

  private static void unite(
      Map<String, @Nullable Object> request, RepeatedRequest other, String key) {
    Set<@Nullable Object> united = new LinkedHashSet<>(RepeatedRequest.list(request.get(key)));
    united.addAll(RepeatedRequest.list(other.get(key)));
    if (!united.isEmpty()) {
      request.put(key, new ArrayList<>(united));
    }
  }

  /** Whoever proposes himself or another is asked first; a name that is unknown asks everybody. */
  private List<String> proposedExecutors(SuggestionState suggestion) {
    try {
      return executors.of(suggestion.proposed("executor").orElse(null));
    } catch (AnswerRefusal unknown) {
      return List.of();
    }
  }

  /** The other threads that a suggestion names: of the same requestor and not ended. */
  private List<MessThread> concerned(MessThread home, SuggestionState suggestion)
      throws AnswerRefusal {
    ThreadReferences own = new ThreadReferences(home);
    Map<String, MessThread> others = new LinkedHashMap<>();
    String merged = home.ref() + "-s1";
    boolean begun = false;
    for (String re : suggestion.said().re()) {
      if (!own.means(re)) {
        MessThread other =
            other(home, re)
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
    return List.copyOf(others.values());
  }

  private Optional<MessThread> other(MessThread home, String re) {
    String requestor = home.requestor().orElse("");
    return Optional.of(re)
        .flatMap(id -> agentThreads.named(requestor, id).or(() -> Optional.of(id)))
        .flatMap(Ref::of)
        .flatMap(this::read)
        .filter(other -> other.requestor().equals(home.requestor()))
        .filter(other -> !other.ref().equals(home.ref()));
  }

  private Optional<MessThread> read(Ref ref) {
    try {
      return Optional.of(writer.read(ref).thread());
    } catch (ExchangeWriteException e) {
      return Optional.empty();
    }
  }

  // What is proposed

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

  private static Map<?, ?> changes(SuggestionState suggestion) throws AnswerRefusal {
    return request(suggestion.said().proposed());
  }

  private List<String> to(MessThread thread, SuggestionState suggestion) throws AnswerRefusal {
    Object proposed = suggestion.said().proposed();
    Object to =
        suggestion
            .proposed("executor", "delegated_to", "to")
            .orElse(proposed instanceof Map ? null : proposed);
    Map<String, @Nullable Object> fields = new LinkedHashMap<>();
    fields.put(DelegationRules.DELEGATED_TO, to);
    return DelegationRules.checked(thread, EXCHANGE, fields, executors);
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

  // What becomes of the threads

  private void replace(
      List<SuccessorTask> tasks,
      List<MessThread> threads,
      SuggestionState suggestion,
      String reason)
      throws IOException {
    List<String> made = new ArrayList<>();
    for (SuccessorTask task : tasks) {
      made.add(writer.create(task).value());
    }
    for (MessThread thread : threads.reversed()) {
      EnvelopeEdit edit =
          EnvelopeEdit.NOTHING
              .status(ThreadStatus.SUPERSEDED)
              .append(new HistoryEntry(ThreadStatus.SUPERSEDED.code(), now(), EXCHANGE, null));
      for (String ref : made) {
        edit = edit.append(new HistoryEntry(Succession.CONTINUED_IN, now(), EXCHANGE, ref));
      }
      Map<String, @Nullable Object> fields = new LinkedHashMap<>();
      fields.put("superseded_by", made.size() == 1 ? made.getFirst() : made);
      fields.put("reason", reason);
      end(thread, ThreadStatus.SUPERSEDED, fields, edit.append(carriedOut(suggestion)));
    }
    listener.changed(made.stream().map(Ref::new).collect(Collectors.toSet()));
  }

  private void delegate(MessThread thread, SuggestionState suggestion)
      throws IOException, AnswerRefusal {
    List<String> to = to(thread, suggestion);
    Map<String, @Nullable Object> fields = new LinkedHashMap<>();
    fields.put(DelegationRules.DELEGATED_TO, to.size() == 1 ? to.getFirst() : to);
    if (suggestion.said().reason() != null) {
      fields.put("reason", suggestion.said().reason());
    }
    EnvelopeEdit edit =
        EnvelopeEdit.NOTHING
            .status(ThreadStatus.DELEGATED)
            .append(new HistoryEntry(ThreadStatus.DELEGATED.code(), now(), EXCHANGE, null))
            .append(carriedOut(suggestion));
    end(thread, ThreadStatus.DELEGATED, fields, edit);
  }

  private void end(
      MessThread thread, ThreadStatus code, Map<String, @Nullable Object> fields, EnvelopeEdit edit)
      throws ExchangeWriteException {
    Map<String, @Nullable Object> status = new LinkedHashMap<>();
    status.put("re", new ThreadReferences(thread).own());
    status.put("code", code.code());
    status.putAll(fields);
    byte[] message =
        MessageWriter.message(EXCHANGE, now(), null, List.of(Map.of("status", status)));
    Ref ref = new Ref(thread.ref());
    LoadedThread _ =
        writer.write(
            ref,
            before ->
                before.envelope().status().ended()
                    ? null
                    : new ThreadAddition(message, edit.updated(now())));
    listener.changed(Set.of(ref));
  }

  private HistoryEntry carriedOut(SuggestionState suggestion) {
    return new HistoryEntry(SuggestionState.CARRIED_OUT, now(), EXCHANGE, suggestion.id());
  }

  private void settle(String ref, HistoryEntry... entries) throws ExchangeWriteException {
    writer.appendHistory(new Ref(ref), List.of(entries));
    listener.changed(Set.of(new Ref(ref)));
  }

  private Instant now() {
    return Instant.ofEpochMilli(clock.millis());
  }
}
