package org.messgateway.gateway.answer;

import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.mess.Envelope;
import org.messgateway.api.mess.HistoryEntry;
import org.messgateway.api.mess.MessThread;
import org.messgateway.api.mess.Payload;
import org.messgateway.api.mess.ThreadMessage;
import org.messgateway.api.mess.ThreadStatus;
import org.messgateway.gateway.exchange.ExchangeWriteException;
import org.messgateway.gateway.exchange.LoadedThread;
import org.messgateway.gateway.exchange.Ref;
import org.messgateway.gateway.exchange.ThreadAddition;
import org.messgateway.gateway.exchange.ThreadWriter;
import org.messgateway.gateway.exchange.format.EnvelopeEdit;
import org.messgateway.gateway.protocol.StatusCodes;
import org.messgateway.gateway.protocol.UnrecordedWords;
import org.messgateway.gateway.protocol.UnrecordedWords.Word;

/**
 * Makes what other programs appended to a thread count, although they left its envelope alone: the
 * same rules decide as for answers that come by the gateway. A function of the thread, so that a
 * second reading changes nothing. Source: docs/rules.md#appended.
 */
public final class AppendedMessages {

  private final ThreadRules rules;
  private final Predicate<MessThread> holdsAnswers;
  private final InstantSource clock;

  /**
   * @param holdsAnswers whether a thread has the answers that were acknowledged in it; see {@link
   *     AnswerReconciler#holdsAnswers}
   */
  public AppendedMessages(
      AnswerContext.AbleExecutors able, Predicate<MessThread> holdsAnswers, InstantSource clock) {
    this.rules = new ThreadRules(able);
    this.holdsAnswers = holdsAnswers;
    this.clock = clock;
  }

  /** The same for answers' own use. */
  static AppendedMessages of(AnswerContext ports) {
    return new AppendedMessages(
        ports.able(),
        AnswerReconciler.holdsAnswers(ports.journal().answers(), ports.exchange()),
        ports.clock());
  }

  /**
   * What has to become of a thread.
   *
   * @param edit of the envelope; empty where it knows everything
   * @param remarks words without effect, for whoever looks after the program
   * @param waits whether words count later: a program wrote an acknowledged answer away, which
   *     comes back first
   */
  public record Reading(EnvelopeEdit edit, List<Remark> remarks, boolean waits) {

    static final Reading NOTHING = new Reading(EnvelopeEdit.NOTHING, List.of(), false);

    static final Reading LATER = new Reading(EnvelopeEdit.NOTHING, List.of(), true);

    public Reading {
      remarks = List.copyOf(remarks);
    }

    public boolean changes() {
      return !edit.history().isEmpty() || !edit.assignments().isEmpty();
    }
  }

  /**
   * A word without effect.
   *
   * @param message position of its message document
   * @param entry index among the message's payloads
   * @param sentence why, and what would be right
   */
  public record Remark(int message, int entry, String sentence) {}

  /** Reads a thread. Costs next to nothing where nothing but a request was said. */
  public Reading read(MessThread thread) {
    List<Word> words = UnrecordedWords.of(thread);
    if (words.isEmpty()) {
      return Reading.NOTHING;
    }
    return holdsAnswers.test(thread) ? new WordReader(thread, words).read() : Reading.LATER;
  }

  /** The edit of the envelope alone; null where it knows everything. */
  public @Nullable ThreadAddition addition(MessThread thread) {
    Reading reading = read(thread);
    return reading.changes() ? new ThreadAddition(null, reading.edit()) : null;
  }

  /** A thread, where all counts by now that other programs appended to it. */
  LoadedThread recorded(ThreadWriter writer, Ref ref) throws ExchangeWriteException {
    LoadedThread loaded = writer.read(ref);
    return read(loaded.thread()).changes() ? writer.write(ref, this::addition) : loaded;
  }

  /** The words of one thread, each applied to what those before left. */
  private final class WordReader {

    private final MessThread thread;
    private final List<Word> words;
    private final String requestor;
    private final List<Remark> remarks = new ArrayList<>();
    private Envelope envelope;
    private EnvelopeEdit edit = EnvelopeEdit.NOTHING;

    WordReader(MessThread thread, List<Word> words) {
      this.thread = thread;
      this.words = words;
      this.requestor = thread.requestor().orElse("");
      this.envelope = thread.envelope();
    }

    Reading read() {
      for (int first = 0; first < words.size(); ) {
        int end = endOfSpeech(first);
        say(words.subList(first, end));
        first = end;
      }
      return new Reading(
          isNews() ? edit.updated(clock.instant()) : EnvelopeEdit.NOTHING, remarks, false);
    }

    /** Consecutive words of one message by the same speaker are decided together. */
    private int endOfSpeech(int first) {
      Word begun = words.get(first);
      int end = first + 1;
      while (end < words.size()
          && words.get(end).message().position() == begun.message().position()
          && isAgents(words.get(end)) == isAgents(begun)
          && Objects.equals(words.get(end).by(), begun.by())) {
        end++;
      }
      return end;
    }

    /**
     * A writer whose envelope stands where its messages lead, and that keeps no history, needs none
     * from us.
     */
    private boolean isNews() {
      Envelope before = thread.envelope();
      return before.status() != envelope.status()
          || !Objects.equals(before.executor(), envelope.executor())
          || (!edit.history().isEmpty()
              && words.stream().anyMatch(word -> word.isNewerThan(before)));
    }

    private void say(List<Word> speech) {
      Word first = speech.getFirst();
      if (first.by() == null) {
        remark(first, "says nobody: a message document needs from:, the name of who says it");
      } else if (isAgents(first)) {
        speech.forEach(this::agentSays);
      } else {
        executorSays(first, first.by(), speech);
      }
    }

    private boolean isAgents(Word word) {
      return switch (word.payload()) {
        case Payload.Cancel _, Payload.Reply _ -> true;
        case Payload.Status status ->
            status.status() == ThreadStatus.CANCELLED && requestor.equals(word.by());
        default -> false;
      };
    }

    private void agentSays(Word word) {
      boolean reply = word.payload() instanceof Payload.Reply;
      if (!requestor.equals(word.by())) {
        remark(
            word,
            "%s is for %s, who asked; an executor passes or gives the task back by status declined"
                .formatted(reply ? "a reply" : "cancel", requestor));
      } else if (reply) {
        apply(EnvelopeEdit.NOTHING.append(entry(word, UnrecordedWords.REPLIED)));
      } else if (isMeant(word) && !envelope.status().ended()) {
        apply(
            EnvelopeEdit.NOTHING
                .status(ThreadStatus.CANCELLED)
                .append(entry(word, ThreadStatus.CANCELLED.code())));
      }
    }

    private void executorSays(Word first, String speaker, List<Word> speech) {
      List<Payload> said =
          speech.stream().filter(this::makesSense).map(Word::payload).map(this::canonical).toList();
      if (said.isEmpty()) {
        return;
      }
      ThreadMessage message =
          new ThreadMessage(first.message().position(), speaker, at(first), null, List.of(), said);
      switch (rules.decide(before(first.message()), message)) {
        case AnswerDecision.Accept accept -> apply(accept.edit());
        case AnswerDecision.LostToHolder lost -> apply(lost.repair());
        case AnswerDecision.Refuse refuse -> remark(first, refuse.sentence());
        case AnswerDecision.AfterEnd _ -> {}
      }
    }

    /** The thread as it stood when the message came. */
    private MessThread before(ThreadMessage message) {
      return new MessThread(
          thread.ref(), envelope, thread.messages().subList(0, message.position()));
    }

    private boolean makesSense(Word word) {
      if (word.payload() instanceof Payload.Status status
          && StatusCodes.canonical(status.code()).isEmpty()) {
        remark(word, StatusCodes.unknown(status.code()));
        return false;
      }
      return true;
    }

    private Payload canonical(Payload payload) {
      if (!(payload instanceof Payload.Status status)) {
        return payload;
      }
      String code = StatusCodes.canonical(status.code()).orElseThrow();
      return new Payload.Status(
          status.re(),
          code,
          ThreadStatus.of(code).orElse(null),
          status.executor(),
          status.message(),
          status.fields());
    }

    /** Whether a cancellation means this thread: a batch's first may hold those of the others. */
    private boolean isMeant(Word word) {
      List<String> re = word.payload() instanceof Payload.Cancel cancel ? cancel.re() : List.of();
      ThreadReferences references = new ThreadReferences(thread);
      boolean meant = re.isEmpty() || re.stream().anyMatch(references::means);
      if (!meant) {
        remark(
            word,
            "it refers to \"%s\", and this task is %s".formatted(re.getFirst(), references.own()));
      }
      return meant;
    }

    private HistoryEntry entry(Word word, String action) {
      return new HistoryEntry(action, at(word), word.by(), null);
    }

    private Instant at(Word word) {
      Instant received = word.message().received();
      return received == null ? clock.instant() : received;
    }

    private void remark(Word word, String sentence) {
      remarks.add(new Remark(word.message().position(), word.entry(), sentence));
    }

    private void apply(EnvelopeEdit more) {
      List<EnvelopeEdit.Assignment> assignments = new ArrayList<>(edit.assignments());
      assignments.addAll(more.assignments());
      List<HistoryEntry> history = new ArrayList<>(edit.history());
      history.addAll(more.history());
      edit = new EnvelopeEdit(assignments, history);
      envelope = more.on(envelope);
    }
  }
}
