package org.messgateway.gateway.routing;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.messgateway.gateway.queue.DeliveryState;

/** What holds for one executor and one thread. */
public sealed interface Verdict {

  String executor();

  /** It is told, over these channels. */
  record Told(String executor, List<ChannelVerdict> channels) implements Verdict {

    public Told {
      channels = List.copyOf(channels);
    }
  }

  /**
   * A later step tells it, unless somebody takes the task before.
   *
   * @param tooLate that is not before the deadline
   */
  record Later(String executor, Instant at, boolean tooLate) implements Verdict {}

  /** It would be told, were it not for what holds the thread. */
  record Held(String executor) implements Verdict {}

  /** It is available again only after the deadline. */
  record TooLate(String executor, Instant due, Deferral deferral) implements Verdict {}

  /** Its hours and quiet hours leave no time. */
  record NeverOpen(String executor) implements Verdict {}

  /** It is not told. */
  record NotTold(String executor, WhyNot why) implements Verdict {}

  /** One channel of an executor that is told. */
  sealed interface ChannelVerdict {

    String channel();

    /**
     * Used.
     *
     * @param state how its delivery stands; null when there is none yet
     */
    record Used(
        String channel,
        String address,
        Instant due,
        Deferral deferral,
        @Nullable DeliveryState state)
        implements ChannelVerdict {}

    /** Used from then on, unless somebody takes the task before. */
    record Next(String channel, Instant at) implements ChannelVerdict {}
  }
}
