package org.messgateway.api;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** What became of one attempt. */
public sealed interface Outcome {

  /**
   * The remote service took it.
   *
   * @param receipt what the service calls the message
   * @param reply what it said beside that, for services whose answer may hold one; null for none
   */
  record Delivered(Receipt receipt, @Nullable Reply reply) implements Outcome {

    public Delivered(Receipt receipt) {
      this(receipt, null);
    }
  }

  /**
   * Not now, perhaps later.
   *
   * @param reason decides who waits, see {@link FailureReason#scope()}; never of scope {@code
   *     FINAL}
   * @param sentence what happened, for people; one line, no secrets
   * @param reach whether something may have been sent
   * @param retryAfter how long the remote service asks us to wait; null when it does not say
   */
  record Deferred(FailureReason reason, String sentence, Reach reach, @Nullable Duration retryAfter)
      implements Outcome {

    public Deferred {
      if (reason.scope() == FailureReason.Scope.FINAL) {
        throw new IllegalArgumentException(reason + " is final: use Rejected");
      }
    }

    public Deferred(FailureReason reason, String sentence, Reach reach) {
      this(reason, sentence, reach, null);
    }
  }

  /**
   * Never, as it stands.
   *
   * @param reason of scope {@code FINAL}
   * @param sentence what happened and what would help, for people; one line, no secrets
   */
  record Rejected(FailureReason reason, String sentence) implements Outcome {

    public Rejected {
      if (reason.scope() != FailureReason.Scope.FINAL) {
        throw new IllegalArgumentException(reason + " may pass: use Deferred");
      }
    }
  }

  /** How far an attempt that failed had come. */
  enum Reach {
    /** Certainly nothing was sent: trying again cannot bother anybody twice. */
    BEFORE_SENDING,
    /** The request may have been read and acted upon. */
    POSSIBLY_SENT,
    /** The remote service answered and said no: it did not act. */
    REFUSED
  }
}
