package org.messgateway.gateway.answer;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.mess.HistoryEntry;
import org.messgateway.api.mess.MessThread;
import org.messgateway.api.mess.Payload;
import org.messgateway.api.mess.ThreadMessage;
import org.messgateway.api.mess.ThreadStatus;
import org.messgateway.gateway.answer.AnswerContext.AbleExecutors;
import org.messgateway.gateway.exchange.format.EnvelopeEdit;
import org.messgateway.gateway.protocol.Conversation;
import org.messgateway.gateway.protocol.OpenQuestion;
import org.messgateway.gateway.protocol.Round;
import org.messgateway.gateway.protocol.StatusCodes;
import org.messgateway.gateway.protocol.Transitions;
import org.messgateway.gateway.protocol.Transitions.Effect;
import org.messgateway.gateway.protocol.Transitions.HeldBy;

/** Decides an executor's message on a thread, payload by payload, by {@link Transitions}. */
final class ThreadRules {

  private final AbleExecutors able;

  ThreadRules(AbleExecutors able) {
    this.able = able;
  }

  /**
   * Decides one message.
   *
   * @param message the message, with sender and time
   */
  AnswerDecision decide(MessThread thread, ThreadMessage message) {
    Optional<String> meaningless = meaningless(message);
    if (meaningless.isPresent()) {
      return new AnswerDecision.Refuse(StatusCodes.unknown(meaningless.get()));
    }
    MessageEvaluation reading = new MessageEvaluation(thread, message);
    for (Payload payload : message.payloads()) {
      Optional<AnswerDecision> stopped = reading.take(payload);
      if (stopped.isPresent()) {
        return stopped.get();
      }
    }
    return reading.finished();
  }

  /** The first code of a message of unknown codes alone. */
  private static Optional<String> meaningless(ThreadMessage message) {
    return message.payloads().stream().allMatch(ThreadRules::isUnknown)
        ? message.payloads(Payload.Status.class).stream().map(Payload.Status::code).findFirst()
        : Optional.empty();
  }

  private static boolean isUnknown(Payload payload) {
    return payload instanceof Payload.Status status && status.status() == null;
  }

  /** The decision on one message, as its payloads are read. */
  private final class MessageEvaluation {

    private final MessThread thread;
    private final ThreadMessage message;
    private final String speaker;
    private final Conversation conversation;
    private final ThreadStatus before;
    private ThreadStatus status;
    private @Nullable String holder;
    private EnvelopeEdit edit = EnvelopeEdit.NOTHING;
    private boolean claims;
    private boolean silent = true;
    private boolean responds;
    private boolean delivers;

    /** Sentences about what is kept and has no effect. */
    private final List<String> notes = new ArrayList<>();

    MessageEvaluation(MessThread thread, ThreadMessage message) {
      this.thread = thread;
      this.message = message;
      this.speaker = String.valueOf(message.from());
      this.before = thread.envelope().status();
      this.conversation = Conversation.of(thread);
      this.holder = conversation.holder();
      this.status = conversation.status();
    }

    Optional<AnswerDecision> take(Payload payload) {
      return payload instanceof Payload.Status coded ? status(coded) : content(payload);
    }

    private Optional<AnswerDecision> status(Payload.Status coded) {
      if (coded.code().equals(StatusCodes.RECEIVED)) {
        return carryOut(Effect.NOTE, coded);
      }
      ThreadStatus code = coded.status();
      if (code == null) {
        notes.add(StatusCodes.unknown(coded.code()) + " It is kept and changes nothing.");
        return noted();
      }
      if (status.ended() && !before.ended()) {
        return Optional.of(
            new AnswerDecision.Refuse(
                "After %s nothing can follow; leave %s out."
                    .formatted(status.code(), code.code())));
      }
      return carryOut(Transitions.of(status, code, heldBy()), coded);
    }

    private HeldBy heldBy() {
      if (holder == null) {
        return HeldBy.NOBODY;
      }
      return holder.equals(speaker) ? HeldBy.SPEAKER : HeldBy.ANOTHER;
    }

    private Optional<AnswerDecision> carryOut(Effect effect, Payload.Status coded) {
      ThreadStatus code = coded.status() == null ? ThreadStatus.PENDING : coded.status();
      return switch (effect) {
        case APPLY -> isRetried(coded) ? giveBack(code) : apply(code);
        case CLAIM -> claim();
        case CLAIM_AND_APPLY -> unconfirmed(code).or(() -> claim().or(() -> apply(code)));
        case GIVE_BACK -> giveBack(ThreadStatus.DECLINED);
        case PASS -> pass(code);
        case NOTE -> noted();
        case NOTHING -> nothing(coded);
        case HELD_BY_OTHER -> Optional.of(heldByOther());
        case OVER -> Optional.of(over());
        case CLAIM_FIRST ->
            refuse("Only who has the task says %s. Send claimed first.", code.code());
        case CALL_OFF ->
            conversation.question() == OpenQuestion.REFUSED ? apply(code) : notTheirs(code);
        case NOT_THEIRS -> notTheirs(code);
      };
    }

    private static Optional<AnswerDecision> notTheirs(ThreadStatus code) {
      return refuse(
          "%s is not an executor's to say. To pass or give the task back send declined.",
          code.code());
    }

    private static Optional<AnswerDecision> refuse(String sentence, String code) {
      return Optional.of(new AnswerDecision.Refuse(sentence.formatted(code)));
    }

    private Optional<AnswerDecision> content(Payload payload) {
      if (before.ended()) {
        return Optional.of(over());
      }
      // Whoever was told may suggest something, also while another has the task.
      if (heldBy() == HeldBy.ANOTHER && !(payload instanceof Payload.Suggestion)) {
        return Optional.of(heldByOther());
      }
      silent = false;
      if (payload instanceof Payload.Response response) {
        responds = true;
        delivers |= !response.partial();
        return unconfirmed(ThreadStatus.COMPLETED);
      }
      return Optional.empty();
    }

    /** A response without a status claims and, unless it is partial, completes. */
    AnswerDecision finished() {
      return (responds && bare() ? delivered() : Optional.<AnswerDecision>empty())
          .orElseGet(this::accepted);
    }

    /** A claim beside the response says nothing about how the task goes on. */
    private boolean bare() {
      return message.payloads(Payload.Status.class).stream()
          .allMatch(coded ->
              coded.status() == ThreadStatus.CLAIMED || coded.code().equals(StatusCodes.RECEIVED));
    }

    private Optional<AnswerDecision> delivered() {
      Optional<AnswerDecision> stopped = holder == null ? claim() : Optional.empty();
      if (stopped.isPresent() || !delivers) {
        return stopped;
      }
      @Nullable String awaited = awaited();
      if (awaited != null) {
        notes.add(awaited + " What you sent is kept, and the task goes on.");
        return Optional.empty();
      }
      return apply(ThreadStatus.COMPLETED);
    }

    private @Nullable String awaited() {
      return switch (conversation.question()) {
        case NONE -> null;
        case INPUT ->
            "Your question is not answered yet; to end the task all the same send completed.";
        case CONFIRMATION ->
            "The go-ahead that you asked for is not given yet; to end the task all the same send"
                + " completed.";
        case REFUSED ->
            "The go-ahead that you asked for was refused; send cancelled, held or completed.";
      };
    }

    private AnswerDecision over() {
      return speaker.equals(conversation.endedBy()) && repeatsEnd()
          ? new AnswerDecision.Accept(EnvelopeEdit.NOTHING, before, holder, false, true, notes)
          : new AnswerDecision.AfterEnd(before, holder);
    }

    /** Whether all of it was said in this thread by the same speaker, the end included. */
    private boolean repeatsEnd() {
      return message.payloads().stream().anyMatch(this::ends)
          && message.payloads().stream().allMatch(this::saidBefore);
    }

    private boolean ends(Payload payload) {
      return payload instanceof Payload.Status coded
          ? coded.status() == before
          : payload instanceof Payload.Response && before == ThreadStatus.COMPLETED;
    }

    private boolean saidBefore(Payload payload) {
      return !hasContent(payload)
          || thread.messages().stream()
              .filter(earlier -> speaker.equals(earlier.from()))
              .anyMatch(earlier -> earlier.payloads().contains(payload));
    }

    private AnswerDecision heldByOther() {
      String other = String.valueOf(holder);
      EnvelopeEdit repair =
          before == ThreadStatus.PENDING
              ? EnvelopeEdit.NOTHING
                  .status(ThreadStatus.CLAIMED)
                  .executor(other)
                  .updated(now())
                  .append(entry(ThreadStatus.CLAIMED, other))
              : EnvelopeEdit.NOTHING;
      ThreadStatus now = before == ThreadStatus.PENDING ? ThreadStatus.CLAIMED : before;
      return new AnswerDecision.LostToHolder(other, now, repair);
    }

    /** Protocol v1.1: no completion before the requestor confirmed. */
    private Optional<AnswerDecision> unconfirmed(ThreadStatus code) {
      boolean asks =
          message.payloads(Payload.Status.class).stream()
              .anyMatch(each -> each.status() == ThreadStatus.NEEDS_CONFIRMATION);
      return code.succeeded() && !asks && conversation.unconfirmed()
          ? Optional.of(
              new AnswerDecision.Refuse(
                  "Whoever asked wants to confirm first. Send needs_confirmation with what you"
                      + " are going to do, and wait for the answer."))
          : Optional.empty();
    }

    private Optional<AnswerDecision> claim() {
      holder = speaker;
      claims = true;
      edit = edit.executor(speaker);
      return becomes(ThreadStatus.CLAIMED, speaker);
    }

    private Optional<AnswerDecision> apply(ThreadStatus code) {
      return unconfirmed(code).or(() -> becomes(code, speaker));
    }

    private Optional<AnswerDecision> becomes(ThreadStatus code, String by) {
      status = code;
      edit = edit.status(code).append(entry(code, by));
      return noted();
    }

    /** A failure that others may make good sets the task free, once for each thread. */
    private boolean isRetried(Payload.Status coded) {
      return Conversation.recoverable(coded) && !Round.wasRetried(thread.envelope());
    }

    /**
     * @param said how: declined, or failed
     */
    private Optional<AnswerDecision> giveBack(ThreadStatus said) {
      edit = edit.append(entry(said, speaker));
      if (othersAreAble()) {
        holder = null;
        edit = edit.executor(null);
        return becomes(ThreadStatus.PENDING, Conversation.EXCHANGE);
      }
      status = said;
      edit = edit.status(status);
      return noted();
    }

    private Optional<AnswerDecision> pass(ThreadStatus code) {
      edit = edit.append(entry(code, speaker));
      if (speaker.equals(thread.envelope().executor())) {
        // The executor was the exchange's choice; now all others may claim.
        edit = edit.executor(null);
      }
      if (!othersAreAble()) {
        status = code;
        edit = edit.status(code);
      }
      return noted();
    }

    private boolean othersAreAble() {
      Set<String> declined = new HashSet<>(conversation.declined());
      declined.add(speaker);
      return !able.able(thread, declined).isEmpty();
    }

    private Optional<AnswerDecision> noted() {
      silent = false;
      return Optional.empty();
    }

    private Optional<AnswerDecision> nothing(Payload.Status coded) {
      silent &= coded.message() == null && coded.fields().isEmpty();
      return Optional.empty();
    }

    private HistoryEntry entry(ThreadStatus code, String by) {
      return new HistoryEntry(code.code(), message.received(), by, null);
    }

    private Instant now() {
      return Objects.requireNonNull(message.received());
    }

    private AnswerDecision accepted() {
      EnvelopeEdit whole =
          edit.history().isEmpty() && edit.assignments().isEmpty() ? edit : edit.updated(now());
      return new AnswerDecision.Accept(whole, status, holder, claims, silent, notes);
    }
  }

  /** Whether a payload has content that must be kept also when its status has no effect. */
  static boolean hasContent(List<Payload> payloads) {
    return payloads.stream().anyMatch(ThreadRules::hasContent);
  }

  static boolean hasContent(Payload payload) {
    return !(payload instanceof Payload.Status status)
        || (status.status() != ThreadStatus.CLAIMED
            && !status.code().equals(StatusCodes.RECEIVED)
            && (status.message() != null || !status.fields().isEmpty()));
  }
}
