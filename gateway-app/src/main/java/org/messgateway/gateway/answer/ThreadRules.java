package org.messgateway.gateway.answer;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
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
    List<Payload> payloads = message.payloads();
    if (!payloads.isEmpty() && payloads.stream().allMatch(ThreadRules::isUnknown)) {
      String code = message.payloads(Payload.Status.class).getFirst().code();
      return new AnswerDecision.Refuse(
          StatusCodes.unknown(code), "- status: {code: in_progress}", 0);
    }
    MessageEvaluation reading = new MessageEvaluation(thread, message);
    for (int index = 0; index < payloads.size(); index++) {
      Optional<AnswerDecision> stopped = reading.take(payloads.get(index), index);
      if (stopped.isPresent()) {
        return stopped.get();
      }
    }
    return reading.finished();
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
    private final StandingChange standing;
    private boolean silent = true;
    private boolean delivers;

    /** Index of the payload that is read. */
    private int reading;

    /** Index of the last response; negative for none. */
    private int response = -1;

    /** Sentences about what is kept and has no effect. */
    private final List<String> notes = new ArrayList<>();

    MessageEvaluation(MessThread thread, ThreadMessage message) {
      this.thread = thread;
      this.message = message;
      this.speaker = String.valueOf(message.from());
      this.before = thread.envelope().status();
      this.conversation = Conversation.of(thread);
      this.standing = new StandingChange(thread, conversation, message, able);
    }

    Optional<AnswerDecision> take(Payload payload, int index) {
      reading = index;
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
      if (standing.status().ended() && !before.ended()) {
        return refuse(
            "After %s nothing can follow; leave %s out."
                .formatted(standing.status().code(), code.code()),
            null);
      }
      return carryOut(Transitions.of(standing.status(), code, standing.heldBy()), coded);
    }

    private Optional<AnswerDecision> carryOut(Effect effect, Payload.Status coded) {
      ThreadStatus code = coded.status() == null ? ThreadStatus.PENDING : coded.status();
      return switch (effect) {
        case APPLY -> isRetried(coded) ? giveBack(code) : apply(code);
        case CLAIM -> claim();
        case CLAIM_AND_APPLY -> unconfirmed(code).or(this::claim).or(() -> apply(code));
        case GIVE_BACK -> giveBack(ThreadStatus.DECLINED);
        case PASS -> {
          standing.pass(code);
          yield noted();
        }
        case NOTE -> noted();
        case NOTHING -> {
          silent &= coded.message() == null && coded.fields().isEmpty();
          yield Optional.empty();
        }
        case HELD_BY_OTHER -> Optional.of(heldByOther());
        case OVER -> Optional.of(over());
        case CLAIM_FIRST ->
            refuse(
                "Only who has the task says %s. Send claimed first.".formatted(code.code()),
                "- status: {code: claimed}");
        case CALL_OFF ->
            conversation.question() == OpenQuestion.REFUSED ? apply(code) : notTheirs(code);
        case NOT_THEIRS -> notTheirs(code);
      };
    }

    private Optional<AnswerDecision> notTheirs(ThreadStatus code) {
      return refuse(
          "%s is not an executor's to say. To pass or give the task back send declined."
              .formatted(code.code()),
          "- status: {code: declined}");
    }

    private Optional<AnswerDecision> refuse(String sentence, @Nullable String example) {
      return Optional.of(new AnswerDecision.Refuse(sentence, example, reading));
    }

    private Optional<AnswerDecision> content(Payload payload) {
      if (before.ended()) {
        return Optional.of(over());
      }
      // Whoever was told may suggest something, also while another has the task.
      if (standing.heldBy() == HeldBy.ANOTHER && !(payload instanceof Payload.Suggestion)) {
        return Optional.of(heldByOther());
      }
      silent = false;
      if (payload instanceof Payload.Response said) {
        response = reading;
        delivers |= !said.partial();
        return unconfirmed(ThreadStatus.COMPLETED);
      }
      return Optional.empty();
    }

    /** A response without a status claims and, unless it is partial, completes. */
    AnswerDecision finished() {
      return (response >= 0 && bare() ? delivered() : Optional.<AnswerDecision>empty())
          .orElseGet(() ->
              new AnswerDecision.Accept(
                  standing.edit(),
                  standing.status(),
                  standing.holder(),
                  standing.claims(),
                  silent,
                  notes));
    }

    /** A claim beside the response says nothing about how the task goes on. */
    private boolean bare() {
      return message.payloads(Payload.Status.class).stream()
          .allMatch(coded ->
              coded.status() == ThreadStatus.CLAIMED || coded.code().equals(StatusCodes.RECEIVED));
    }

    private Optional<AnswerDecision> delivered() {
      reading = response;
      Optional<AnswerDecision> stopped =
          standing.holder() == null ? claim() : Optional.<AnswerDecision>empty();
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
      return speaker.equals(conversation.endedBy()) && MessageWords.repeatsEnd(thread, message)
          ? new AnswerDecision.Accept(
              EnvelopeEdit.NOTHING, before, standing.holder(), false, true, notes)
          : new AnswerDecision.AfterEnd(before, standing.holder());
    }

    private AnswerDecision heldByOther() {
      return new AnswerDecision.LostToHolder(
          String.valueOf(standing.holder()),
          before == ThreadStatus.PENDING ? ThreadStatus.CLAIMED : before,
          standing.repair());
    }

    /** Protocol v1.1: no completion before the requestor confirmed. */
    private Optional<AnswerDecision> unconfirmed(ThreadStatus code) {
      boolean asks =
          message.payloads(Payload.Status.class).stream()
              .anyMatch(each -> each.status() == ThreadStatus.NEEDS_CONFIRMATION);
      return code.succeeded() && !asks && conversation.unconfirmed()
          ? refuse(
              "Whoever asked wants to confirm first. Send needs_confirmation with what you are"
                  + " going to do, and wait for the answer.",
              "- status: {code: needs_confirmation, action: buy two onions}")
          : Optional.empty();
    }

    private Optional<AnswerDecision> claim() {
      standing.claim();
      return noted();
    }

    private Optional<AnswerDecision> apply(ThreadStatus code) {
      Optional<AnswerDecision> early = unconfirmed(code);
      if (early.isEmpty()) {
        standing.become(code);
        silent = false;
      }
      return early;
    }

    /** A failure that others may make good sets the task free, once for each thread. */
    private boolean isRetried(Payload.Status coded) {
      return Conversation.recoverable(coded) && !Round.wasRetried(thread.envelope());
    }

    private Optional<AnswerDecision> giveBack(ThreadStatus said) {
      standing.giveBack(said);
      return noted();
    }

    private Optional<AnswerDecision> noted() {
      silent = false;
      return Optional.empty();
    }
  }
}
