package org.messgateway.gateway.answer;

import java.io.IOException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.PlainText;
import org.messgateway.api.mess.HistoryEntry;
import org.messgateway.api.mess.MessThread;
import org.messgateway.api.mess.Payload;
import org.messgateway.api.mess.ThreadStatus;
import org.messgateway.gateway.exchange.ExchangeListener;
import org.messgateway.gateway.exchange.ExchangeWriteException;
import org.messgateway.gateway.exchange.LoadedThread;
import org.messgateway.gateway.exchange.Ref;
import org.messgateway.gateway.exchange.ThreadAddition;
import org.messgateway.gateway.exchange.ThreadWriter;
import org.messgateway.gateway.exchange.format.EnvelopeEdit;
import org.messgateway.gateway.exchange.format.MessageWriter;
import org.messgateway.gateway.protocol.Conversation;
import org.messgateway.gateway.protocol.StatusCodes;
import org.messgateway.gateway.protocol.Succession;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Carries out what an ended thread says about how it goes on: passed on to somebody, replaced by
 * another thread, to be done again. Everything is decided from the threads alone, so that it does
 * not matter who wrote them and which gateway looks; a thread that was made and not noted before a
 * crash is found by its ref. Thread-safe.
 *
 * <p>Source: protocol §4.2, docs/state-machine.md#successors.
 */
public final class SuccessorThreads {

  private static final Logger log = LoggerFactory.getLogger(SuccessorThreads.class);

  /** Passed on more often, two machines hand it back and forth. */
  static final int MOST_STEPS = 10;

  private static final int MOST_SHOWN = 80;

  private final ThreadWriter writer;
  private final ExchangeListener listener;
  private final NamedExecutors executors;
  private final RelatedThreads related;
  private final InstantSource clock;
  private final SuggestionEffects suggestions;

  /**
   * @param listener notified of threads that were made or changed
   */
  public SuccessorThreads(
      ThreadWriter writer,
      ExchangeListener listener,
      NamedExecutors executors,
      AgentThreads agentThreads,
      InstantSource clock) {
    this.writer = writer;
    this.listener = listener;
    this.executors = executors;
    this.related = new RelatedThreads(agentThreads, writer);
    this.clock = clock;
    this.suggestions =
        new SuggestionEffects(writer, listener, new SuggestionProposals(executors, related), clock);
  }

  /**
   * Carries out what is left to do.
   *
   * @return whether the thread was changed
   * @throws IOException when it cannot be written now; may be called again
   */
  public boolean carryOut(LoadedThread loaded) throws IOException {
    MessThread thread = loaded.thread();
    ThreadStatus status = thread.envelope().status();
    if (!status.ended()) {
      return suggestions.carryOut(loaded);
    }
    Succession succession = Succession.of(thread.envelope());
    tellPredecessors(thread, succession);
    if (!succession.successors().isEmpty()) {
      return false;
    }
    return switch (status) {
      case DELEGATED -> passOn(loaded);
      case SUPERSEDED -> nameSuccessor(thread);
      default -> redo(loaded);
    };
  }

  private boolean passOn(LoadedThread loaded) throws IOException {
    MessThread thread = loaded.thread();
    Optional<Said> said = last(thread, ThreadStatus.DELEGATED);
    Optional<RepeatedRequest> words = RepeatedRequest.of(loaded);
    if (said.isEmpty() || words.isEmpty()) {
      return false;
    }
    Payload.Status status = said.get().payload();
    List<String> to;
    try {
      to = DelegationRules.checked(thread, said.get().by(), status.fields(), executors);
    } catch (AnswerRefusal e) {
      return isToldNow(thread, "It was passed on, but nobody is asked: " + e.sentence());
    }
    RepeatedRequest request = words.get().adding(passedOn(said.get().by(), status));
    make(new SuccessorTask(1, List.of(thread), request.values(), to, now()));
    return true;
  }

  private @Nullable String passedOn(String by, Payload.Status status) {
    Object reason = status.fields().getOrDefault("reason", status.message());
    return reason == null
        ? null
        : "Passed on by %s: %s".formatted(executors.name(by), reason.toString());
  }

  /** The thread that the executor names as the one that replaces this one. */
  private boolean nameSuccessor(MessThread thread) throws IOException {
    Object named =
        last(thread, ThreadStatus.SUPERSEDED)
            .map(said -> said.payload().fields().get("superseded_by"))
            .orElse(null);
    boolean changed = false;
    for (String re : ThreadReferences.texts(named)) {
      Optional<MessThread> other = related.other(thread, re);
      if (other.isEmpty()) {
        changed |=
            isToldNow(
                thread,
                "It is replaced by \"%s\", which is no task of the same requestor here: nothing goes on there until there is one."
                    .formatted(shown(re)));
      } else {
        link(thread.ref(), List.of(other.get().ref()));
        changed = true;
      }
    }
    return changed;
  }

  /** What an executor names as the replacement and is not there yet: its coming is waited for. */
  public static List<String> awaited(MessThread thread) {
    return thread.envelope().status() == ThreadStatus.SUPERSEDED
            && Succession.of(thread.envelope()).successors().isEmpty()
        ? last(thread, ThreadStatus.SUPERSEDED)
            .map(said -> ThreadReferences.texts(said.payload().fields().get("superseded_by")))
            .orElse(List.of())
        : List.of();
  }

  /** Says in the thread, and in the log, what is wrong with how it goes on; once. */
  private boolean isToldNow(MessThread thread, String sentence) throws IOException {
    if (isSaid(thread, sentence)) {
      return false;
    }
    log.warn("{}: {}", thread.ref(), sentence);
    Map<String, Object> status = new LinkedHashMap<>();
    status.put("re", new ThreadReferences(thread).own());
    status.put("code", StatusCodes.RECEIVED);
    status.put("message", sentence);
    byte[] message =
        MessageWriter.message(
            Conversation.EXCHANGE, now(), null, List.of(Map.of("status", status)));
    LoadedThread after =
        writer.write(
            new Ref(thread.ref()),
            before ->
                isSaid(before, sentence)
                    ? null
                    : new ThreadAddition(message, EnvelopeEdit.NOTHING.updated(now())));
    return isSaid(after.thread(), sentence);
  }

  private static boolean isSaid(MessThread thread, String sentence) {
    return thread.messages().stream()
        .filter(message -> Conversation.EXCHANGE.equals(message.from()))
        .flatMap(message -> message.payloads(Payload.Status.class).stream())
        .anyMatch(status -> sentence.equals(status.message()));
  }

  private static String shown(String re) {
    return PlainText.line(re.length() > MOST_SHOWN ? re.substring(0, MOST_SHOWN) + "…" : re);
  }

  /** Once more, with what the requestor found; offered first to whoever did it. */
  private boolean redo(LoadedThread loaded) throws IOException {
    MessThread thread = loaded.thread();
    Optional<Payload.Review> asked = Succession.redo(thread);
    Optional<RepeatedRequest> words = RepeatedRequest.of(loaded);
    if (asked.isEmpty() || words.isEmpty()) {
      return false;
    }
    String feedback = asked.get().feedback();
    RepeatedRequest request =
        words
            .get()
            .withoutDeadline()
            .adding(
                feedback == null ? "This is to be done again." : "To be done again: " + feedback);
    String doer = Conversation.of(thread).holder();
    make(
        new SuccessorTask(
            1,
            List.of(thread),
            request.values(),
            doer == null || !executors.knows(doer) ? List.of() : List.of(doer),
            now()));
    return true;
  }

  /** Makes a thread unless it is there, and notes it in those that go on in it. */
  Ref make(SuccessorTask task) throws IOException {
    Ref made = task.make(writer);
    for (MessThread each : task.from()) {
      link(each.ref(), List.of(made.value()));
    }
    listener.changed(Set.of(made));
    return made;
  }

  private void link(String from, List<String> to) throws ExchangeWriteException {
    writer.appendHistory(
        new Ref(from),
        old -> {
          List<String> known =
              old.stream()
                  .filter(entry -> entry.action().equals(Succession.CONTINUED_IN))
                  .map(entry -> String.valueOf(entry.note()))
                  .toList();
          return to.stream()
              .filter(ref -> !known.contains(ref))
              .map(ref ->
                  new HistoryEntry(Succession.CONTINUED_IN, now(), Conversation.EXCHANGE, ref))
              .toList();
        });
    listener.changed(Set.of(new Ref(from)));
  }

  /** Those who passed the task on are told once what became of it. */
  private void tellPredecessors(MessThread thread, Succession succession) throws IOException {
    Optional<String> news = news(thread);
    if (news.isEmpty()) {
      return;
    }
    for (String predecessor : succession.predecessors()) {
      Optional<Ref> ref = Ref.of(predecessor);
      if (ref.isPresent()
          && related.read(ref.get()).filter(SuccessorThreads::wasPassedOn).isPresent()) {
        LoadedThread _ =
            writer.write(ref.get(), before -> isTold(before) ? null : told(before, news.get()));
        listener.changed(Set.of(ref.get()));
      }
    }
  }

  private static boolean wasPassedOn(MessThread thread) {
    return thread.envelope().status() == ThreadStatus.DELEGATED && !isTold(thread);
  }

  private static boolean isTold(MessThread thread) {
    return thread.messages().stream()
        .filter(message -> Conversation.EXCHANGE.equals(message.from()))
        .anyMatch(message -> !message.payloads(Payload.Reply.class).isEmpty());
  }

  private ThreadAddition told(MessThread thread, String news) {
    Map<String, Object> reply = new LinkedHashMap<>();
    reply.put("re", new ThreadReferences(thread).own());
    reply.put("reason", news);
    byte[] message =
        MessageWriter.message(Conversation.EXCHANGE, now(), null, List.of(Map.of("reply", reply)));
    return new ThreadAddition(message, EnvelopeEdit.NOTHING.updated(now()));
  }

  private Optional<String> news(MessThread thread) {
    String who =
        Optional.ofNullable(Conversation.of(thread).holder()).map(executors::name).orElse("");
    return switch (thread.envelope().status()) {
      case COMPLETED -> Optional.of(who + " has done what you passed on.");
      case PARTIAL -> Optional.of(who + " has done part of what you passed on.");
      case FAILED -> Optional.of(who + " could not do what you passed on.");
      case DECLINED -> Optional.of("Nobody took what you passed on.");
      case EXPIRED -> Optional.of("What you passed on was not done in time.");
      case CANCELLED -> Optional.of("What you passed on is not needed any more.");
      // It goes on elsewhere.
      case DELEGATED, SUPERSEDED -> Optional.empty();
      case PENDING,
          CLAIMED,
          IN_PROGRESS,
          WAITING,
          HELD,
          NEEDS_INPUT,
          NEEDS_CONFIRMATION,
          RETRYING ->
          Optional.empty();
    };
  }

  /** A status and its sender. */
  private record Said(String by, Payload.Status payload) {}

  private static Optional<Said> last(MessThread thread, ThreadStatus code) {
    return thread.messages().stream()
        .flatMap(message ->
            message.payloads(Payload.Status.class).stream()
                .map(status -> new Said(String.valueOf(message.from()), status)))
        .filter(said -> said.payload().status() == code)
        .reduce((_, later) -> later);
  }

  private Instant now() {
    return Instant.ofEpochMilli(clock.millis());
  }
}
