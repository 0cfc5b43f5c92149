package org.messgateway.gateway.routing;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.messgateway.gateway.queue.DeliveryState;

/** Whether one executor is notified of one thread, and why not; for {@code explain}. */
public sealed interface ExecutorVerdict {

  String executor();

  /** The executor is notified over these channels. */
  record Notified(String executor, List<ChannelVerdict> channels) implements ExecutorVerdict {

    public Notified {
      channels = List.copyOf(channels);
    }
  }

  /**
   * A later step notifies the executor, unless the task is claimed before.
   *
   * @param tooLate whether the step begins at or after the deadline
   */
  record LaterStep(String executor, Instant at, boolean tooLate) implements ExecutorVerdict {}

  /** The executor would be notified if the thread had no {@link Hold}. */
  record OnHold(String executor) implements ExecutorVerdict {}

  /** The executor is available again only after the deadline. */
  record AfterDeadline(String executor, Instant due, DeferralReason deferral)
      implements ExecutorVerdict {}

  /** The executor's hours and quiet hours leave no time. */
  record NoOpenHours(String executor) implements ExecutorVerdict {}

  /** The executor is not notified. */
  record Excluded(String executor, Exclusion why) implements ExecutorVerdict {}

  /** One channel of an executor that is notified. */
  sealed interface ChannelVerdict {

    String channel();

    /**
     * A channel in use.
     *
     * @param state of its delivery; null when there is none yet
     */
    record UsedChannel(
        String channel,
        String address,
        Instant due,
        DeferralReason deferral,
        @Nullable DeliveryState state)
        implements ChannelVerdict {}

    /** A channel that costs money, while a free one can be used and nothing asks for it. */
    record SparedChannel(String channel) implements ChannelVerdict {}

    /** A channel that is used from that instant on, unless the task is claimed before. */
    record LaterChannel(String channel, Instant at) implements ChannelVerdict {}
  }
}
