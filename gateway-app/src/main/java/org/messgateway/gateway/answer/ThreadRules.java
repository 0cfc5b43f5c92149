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
import org.messgateway.gateway.exchange.format.EnvelopeEdit;

/** Applies what an executor says to a thread, payload by payload, by {@link Transitions}. */
final class ThreadRules {

  private static final String EXCHANGE = "exchange";

  private final AbleExecutors able;

  ThreadRules(AbleExecutors able) {
    this.able = able;
  }

  /**
   * What becomes of a message.
   *
   * @param said with sender and time
   */
  Decision decide(MessThread thread, ThreadMessage said) {
    Course course = new Course(thread, said);
    for (Payload payload : said.payloads()) {
      Optional<Decision> stopped = course.take(payload);
      if (stopped.isPresent()) {
        return stopped.get();
      }
    }
    return course.accepted();
  }

  /** One message on its way through a thread. */
  private final class Course {

    private final MessThread thread;
    private final ThreadMessage said;
    private final String speaker;
    private final ThreadStatus before;
    private ThreadStatus status;
    private @Nullable String holder;
    private EnvelopeEdit edit = EnvelopeEdit.NOTHING;
    private boolean claims;
    private boolean silent = true;

    Course(MessThread thread, ThreadMessage said) {
      this.thread = thread;
      this.said = said;
      this.speaker = String.valueOf(said.from());
      this.before = thread.envelope().status();
      this.holder = Holders.of(thread);
      // A claim that the envelope does not know of yet counts.
      this.status =
          before == ThreadStatus.PENDING && holder != null ? ThreadStatus.CLAIMED : before;
    }

    Optional<Decision> take(Payload payload) {
      return payload instanceof Payload.Status coded ? status(coded) : content(payload);
    }

    private Optional<Decision> status(Payload.Status coded) {
      if (coded.code().equals(Codes.RECEIVED)) {
        return said(Effect.NOTE, coded);
      }
      ThreadStatus code = coded.status();
      if (code == null) {
        return Optional.of(new Decision.Refuse(Codes.unknown(coded.code())));
      }
      if (status.ended() && !before.ended()) {
        return Optional.of(
            new Decision.Refuse(
                "After %s nothing can follow; leave %s out."
                    .formatted(status.code(), code.code())));
      }
      return said(Transitions.of(status, code, standing()), coded);
    }

    private Standing standing() {
      if (holder == null) {
        return Standing.NOBODY;
      }
      return holder.equals(speaker) ? Standing.HOLDER : Standing.OTHER;
    }

    private Optional<Decision> said(Effect effect, Payload.Status coded) {
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
        case OVER -> Optional.of(new Decision.Over(before));
        case CLAIM_FIRST ->
            refuse("Only who has the task says %s. Send claimed first.", code.code());
        case NOT_THEIRS ->
            refuse(
                "%s is not an executor's to say. To pass or give the task back send declined.",
                code.code());
      };
    }

    private static Optional<Decision> refuse(String sentence, String code) {
      return Optional.of(new Decision.Refuse(sentence.formatted(code)));
    }

    private Optional<Decision> content(Payload payload) {
      if (before.ended()) {
        return Optional.of(new Decision.Over(before));
      }
      if (standing() == Standing.OTHER) {
        return Optional.of(heldByOther());
      }
      silent = false;
      return payload instanceof Payload.Response
          ? unconfirmed(ThreadStatus.COMPLETED)
          : Optional.empty();
    }

    private Decision heldByOther() {
      String other = String.valueOf(holder);
      EnvelopeEdit repair =
          before == ThreadStatus.PENDING
              ? EnvelopeEdit.NOTHING
                  .status(ThreadStatus.CLAIMED)
                  .executor(other)
                  .updated(now())
                  .append(entry(ThreadStatus.CLAIMED, other))
              : EnvelopeEdit.NOTHING;
      return new Decision.HeldByOther(other, repair);
    }

    /** v1.1: nothing is done before the one who asked has agreed. */
    private Optional<Decision> unconfirmed(ThreadStatus code) {
      boolean asks =
          said.payloads(Payload.Status.class).stream()
              .anyMatch(each -> each.status() == ThreadStatus.NEEDS_CONFIRMATION);
      return code.succeeded()
              && !asks
              && Holders.confirmBefore(thread)
              && !Holders.confirmed(thread)
          ? Optional.of(
              new Decision.Refuse(
                  "Whoever asked wants to confirm first. Send needs_confirmation with what you"
                      + " are going to do, and wait for the answer."))
          : Optional.empty();
    }

    private Optional<Decision> claim() {
      holder = speaker;
      claims = true;
      edit = edit.executor(speaker);
      return becomes(ThreadStatus.CLAIMED, speaker);
    }

    private Optional<Decision> apply(ThreadStatus code) {
      return unconfirmed(code).or(() -> becomes(code, speaker));
    }

    private Optional<Decision> becomes(ThreadStatus code, String by) {
      status = code;
      edit = edit.status(code).append(entry(code, by));
      return noted();
    }

    private Optional<Decision> giveBack() {
      edit = edit.append(entry(ThreadStatus.DECLINED, speaker));
      if (othersAreAble()) {
        holder = null;
        edit = edit.executor(null);
        return becomes(ThreadStatus.PENDING, EXCHANGE);
      }
      status = ThreadStatus.DECLINED;
      edit = edit.status(status);
      return noted();
    }

    private Optional<Decision> pass(ThreadStatus code) {
      edit = edit.append(entry(code, speaker));
      if (speaker.equals(thread.envelope().executor())) {
        // The exchange had chosen them; now anybody may.
        edit = edit.executor(null);
      }
      if (!othersAreAble()) {
        status = code;
        edit = edit.status(code);
      }
      return noted();
    }

    private boolean othersAreAble() {
      Set<String> declined = new HashSet<>(Holders.passed(thread));
      declined.add(speaker);
      return !able.able(thread, declined).isEmpty();
    }

    private Optional<Decision> noted() {
      silent = false;
      return Optional.empty();
    }

    private Optional<Decision> nothing(Payload.Status coded) {
      silent &= coded.message() == null && coded.fields().isEmpty();
      return Optional.empty();
    }

    private HistoryEntry entry(ThreadStatus code, String by) {
      return new HistoryEntry(code.code(), said.received(), by, null);
    }

    private Instant now() {
      return Objects.requireNonNull(said.received());
    }

    Decision accepted() {
      EnvelopeEdit whole =
          edit.history().isEmpty() && edit.assignments().isEmpty() ? edit : edit.updated(now());
      return new Decision.Accept(whole, status, holder, claims, silent);
    }
  }

  /** Whether a payload says something that must not be lost when its status does not count. */
  static boolean hasContent(List<Payload> payloads) {
    return payloads.stream().anyMatch(ThreadRules::hasContent);
  }

  static boolean hasContent(Payload payload) {
    return !(payload instanceof Payload.Status status)
        || (status.status() != ThreadStatus.CLAIMED
            && !status.code().equals(Codes.RECEIVED)
            && (status.message() != null || !status.fields().isEmpty()));
  }
}
