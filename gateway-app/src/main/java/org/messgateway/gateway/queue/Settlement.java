package org.messgateway.gateway.queue;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.FailureReason;
import org.messgateway.api.Receipt;
import org.messgateway.api.ServiceReply;

/** The result of an attempt for its delivery. */
public sealed interface Settlement {

  /**
   * What is told of an attempt. Sentences are for people; they may hold line breaks of a remote
   * service, not secrets.
   */
  sealed interface Result extends Settlement {}

  /** It is delivered; a reply is kept with the attempt. */
  record Delivered(Receipt receipt, @Nullable ServiceReply reply) implements Result {}

  /**
   * Back to {@code queued}, to be tried again.
   *
   * @param due not before
   * @param spends whether the attempt counts on the schedule
   * @param uncertain whether it may have been sent
   */
  record Retry(
      Instant due, FailureReason reason, String sentence, boolean spends, boolean uncertain)
      implements Result {}

  /**
   * Back to {@code queued} as if it had not been taken: at a stop, on a held lane. No attempt is
   * stored.
   *
   * @param due not before; null for at once
   */
  record Returned(@Nullable Instant due) implements Settlement {

    public Returned() {
      this(null);
    }
  }

  /**
   * Back to {@code queued} as if it had not been taken, because its thread cannot be read now. The
   * next reconcile that wants it makes it due sooner.
   *
   * @param until not before, unless a reconcile wants it sooner
   */
  record SetAside(Instant until) implements Settlement {}

  /**
   * Final without delivery: {@code REJECTED}, {@code EXPIRED}, {@code WITHDRAWN} or {@code DEAD}.
   */
  record Ended(DeliveryState state, @Nullable FailureReason reason, String sentence)
      implements Result {

    public Ended {
      if (!state.settled() || state == DeliveryState.DELIVERED) {
        throw new IllegalArgumentException(state + " is no end without delivery");
      }
    }
  }
}
