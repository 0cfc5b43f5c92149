package org.messgateway.gateway.answer;

import java.time.Instant;
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
    MessageEvaluation reading = new MessageEvaluation(thread, message);
    for (Payload payload : message.payloads()) {
      Optional<AnswerDecision> stopped = reading.take(payload);
      if (stopped.isPresent()) {
        return stopped.get();
      }
    }
    return reading.accepted();
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
        return Optional.of(new AnswerDecision.Refuse(StatusCodes.unknown(coded.code())));
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
        case APPLY -> apply(code);
        case CLAIM -> claim();
        case CLAIM_AND_APPLY -> unconfirmed(code).or(() -> claim().or(() -> apply(code)));
        case GIVE_BACK -> giveBack();
        case PASS -> pass(code);
        case NOTE -> noted();
        case NOTHING -> nothing(coded);
        case HELD_BY_OTHER -> Optional.of(heldByOther());
        case OVER -> Optional.of(new AnswerDecision.AfterEnd(before));
        case CLAIM_FIRST ->
            refuse("Only who has the task says %s. Send claimed first.", code.code());
        case NOT_THEIRS ->
            refuse(
                "%s is not an executor's to say. To pass or give the task back send declined.",
                code.code());
      };
    }

    private static Optional<AnswerDecision> refuse(String sentence, String code) {
      return Optional.of(new AnswerDecision.Refuse(sentence.formatted(code)));
    }

    private Optional<AnswerDecision> content(Payload payload) {
      if (before.ended()) {
        return Optional.of(new AnswerDecision.AfterEnd(before));
      }
      if (heldBy() == HeldBy.ANOTHER) {
        return Optional.of(heldByOther());
      }
      silent = false;
      return payload instanceof Payload.Response
          ? unconfirmed(ThreadStatus.COMPLETED)
          : Optional.empty();
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
      return new AnswerDecision.LostToHolder(other, repair);
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

    private Optional<AnswerDecision> giveBack() {
      edit = edit.append(entry(ThreadStatus.DECLINED, speaker));
      if (othersAreAble()) {
        holder = null;
        edit = edit.executor(null);
        return becomes(ThreadStatus.PENDING, Conversation.EXCHANGE);
      }
      status = ThreadStatus.DECLINED;
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

    AnswerDecision accepted() {
      EnvelopeEdit whole =
          edit.history().isEmpty() && edit.assignments().isEmpty() ? edit : edit.updated(now());
      return new AnswerDecision.Accept(whole, status, holder, claims, silent);
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
