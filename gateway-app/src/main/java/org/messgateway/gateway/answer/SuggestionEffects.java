package org.messgateway.gateway.answer;

import java.io.IOException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.mess.HistoryEntry;
import org.messgateway.api.mess.MessThread;
import org.messgateway.api.mess.ThreadStatus;
import org.messgateway.gateway.answer.SuggestionProposals.Proposal;
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
import org.messgateway.gateway.protocol.SuggestionNote;
import org.messgateway.gateway.protocol.SuggestionState;

/**
 * Notes suggestions in the envelopes of the threads that they concern, and carries out those that a
 * requestor accepted, from the thread alone and once: successors are made before the threads that
 * go on in them are ended, the one with the suggestion last. Thread-safe. Source: protocol §7.5,
 * docs/state-machine.md#suggestions.
 */
final class SuggestionEffects {

  private static final String EXCHANGE = Conversation.EXCHANGE;

  private final ThreadWriter writer;
  private final ExchangeListener listener;
  private final SuggestionProposals proposals;
  private final InstantSource clock;

  SuggestionEffects(
      ThreadWriter writer,
      ExchangeListener listener,
      SuggestionProposals proposals,
      InstantSource clock) {
    this.writer = writer;
    this.listener = listener;
    this.proposals = proposals;
    this.clock = clock;
  }

  /**
   * Notes what was suggested, and carries out what was accepted.
   *
   * @return whether the thread was changed
   */
  boolean carryOut(LoadedThread loaded) throws IOException {
    List<SuggestionState> all = SuggestionState.of(loaded.thread());
    Optional<SuggestionState> due = all.stream().filter(SuggestionState::isDue).findFirst();
    if (due.isEmpty()) {
      return note(loaded.thread(), all);
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

  /** Those that wait for an answer, the thread that holds one last: it tells that all have it. */
  private boolean note(MessThread home, List<SuggestionState> all) throws ExchangeWriteException {
    boolean changed = false;
    for (SuggestionState each : all) {
      boolean noted = SuggestionNote.of(home, each).isIn(home.envelope().history());
      if (each.isOpen() && !noted) {
        for (MessThread other : proposals.others(home, each)) {
          note(other, home, each);
        }
        note(home, home, each);
        // A server that keeps no such entry is not asked again and again.
        MessThread now = writer.read(new Ref(home.ref())).thread();
        changed |= SuggestionNote.of(home, each).isIn(now.envelope().history());
      }
    }
    return changed;
  }

  /** With the time of the suggestion: nothing happens at the time of the note. */
  private void note(MessThread thread, MessThread home, SuggestionState suggestion)
      throws ExchangeWriteException {
    SuggestionNote note = SuggestionNote.of(home, suggestion);
    Instant said = home.messages().get(suggestion.position()).received();
    Instant at = Objects.requireNonNullElseGet(said, this::now);
    Ref ref = new Ref(thread.ref());
    writer.appendHistory(
        ref,
        old ->
            note.isIn(old)
                ? List.of()
                : List.of(
                    new HistoryEntry(SuggestionNote.SUGGESTED, at, suggestion.by(), note.text())));
    listener.changed(Set.of(ref));
  }

  private void carryOut(LoadedThread loaded, SuggestionState suggestion)
      throws IOException, AnswerRefusal {
    MessThread thread = loaded.thread();
    switch (proposals.read(thread, suggestion)) {
      case Proposal.Merge merge -> merge(loaded, suggestion, merge);
      case Proposal.Split(List<Map<?, ?>> parts) -> {
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
      case Proposal.Alternative(Map<?, ?> changes) -> {
        Map<String, @Nullable Object> request = words(loaded).changed(changes).values();
        replace(
            List.of(task(1, List.of(thread), request, List.of())),
            List.of(thread),
            suggestion,
            "replace");
      }
      case Proposal.Delegate(List<String> to) -> delegate(thread, suggestion, to);
      case Proposal.Defer(Instant until) ->
          settle(
              thread.ref(),
              new HistoryEntry(SuggestionState.DEFERRED, now(), EXCHANGE, until.toString()),
              carriedOut(suggestion));
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

  private void merge(LoadedThread home, SuggestionState suggestion, Proposal.Merge merge)
      throws IOException, AnswerRefusal {
    List<LoadedThread> all = new ArrayList<>();
    all.add(home);
    for (MessThread other : merge.others()) {
      all.add(writer.read(new Ref(other.ref())));
    }
    Map<String, @Nullable Object> request = words(home).values();
    request.remove("id");
    request.put("intent", merge.intent());
    for (LoadedThread other : all.subList(1, all.size())) {
      unite(request, words(other), "context");
      unite(request, words(other), "requires");
    }
    List<MessThread> threads = all.stream().map(LoadedThread::thread).toList();
    replace(List.of(task(1, threads, request, merge.executors())), threads, suggestion, "merge");
  }

  private static void unite(
      Map<String, @Nullable Object> request, RepeatedRequest other, String key) {
    Set<@Nullable Object> united = new LinkedHashSet<>(RepeatedRequest.list(request.get(key)));
    united.addAll(RepeatedRequest.list(other.get(key)));
    if (!united.isEmpty()) {
      request.put(key, new ArrayList<>(united));
    }
  }

  private void replace(
      List<SuccessorTask> tasks,
      List<MessThread> threads,
      SuggestionState suggestion,
      String reason)
      throws IOException {
    List<String> made = new ArrayList<>();
    for (SuccessorTask task : tasks) {
      made.add(task.make(writer).value());
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

  private void delegate(MessThread thread, SuggestionState suggestion, List<String> to)
      throws IOException {
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
