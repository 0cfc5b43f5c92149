package org.messgateway.api;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The result of one attempt. */
public sealed interface Outcome {

  /**
   * The remote service accepted the message.
   *
   * @param receipt the service's name of the message
   * @param reply the body of the service's answer, for services whose answer may hold a MESS
   *     message; null for none
   */
  record Delivered(Receipt receipt, @Nullable ServiceReply reply) implements Outcome {

    public Delivered(Receipt receipt) {
      this(receipt, null);
    }
  }

  /**
   * The attempt failed and a later attempt may succeed.
   *
   * @param reason the reason, whose {@link FailureReason#scope()} decides which deliveries wait;
   *     never of scope {@code FINAL}
   * @param sentence what happened, for people; one line, no secrets
   * @param reach whether a request was possibly sent
   * @param retryAfter the wait that the remote service asks for; null when it asks for none
   */
  record Deferred(FailureReason reason, String sentence, Reach reach, @Nullable Duration retryAfter)
      implements Outcome {

    public Deferred {
      if (reason.scope() == FailureReason.FailureScope.FINAL) {
        throw new IllegalArgumentException(reason + " is final: use Rejected");
      }
    }

    public Deferred(FailureReason reason, String sentence, Reach reach) {
      this(reason, sentence, reach, null);
    }
  }

  /**
   * The attempt failed and no later attempt can succeed.
   *
   * @param reason the reason, of scope {@code FINAL}
   * @param sentence what happened and what would help, for people; one line, no secrets
   */
  record Rejected(FailureReason reason, String sentence) implements Outcome {

    public Rejected {
      if (reason.scope() != FailureReason.FailureScope.FINAL) {
        throw new IllegalArgumentException(reason + " may pass: use Deferred");
      }
    }
  }

  /** The progress of a failed attempt. */
  enum Reach {
    /** No request was sent. Another attempt cannot deliver twice. */
    BEFORE_SENDING,
    /** The service may have read the request and acted upon it. */
    POSSIBLY_SENT,
    /** The service refused the request and did not act upon it. */
    REFUSED
  }
}
