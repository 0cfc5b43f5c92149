package org.messgateway.gateway.dispatch;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.messgateway.api.Audience;
import org.messgateway.api.ChannelLimits;
import org.messgateway.api.Notification;
import org.messgateway.api.Outcome;

/** A configured channel as dispatch sees it: an adapter with its limits and retry schedule. */
public interface Channel {

  /** As it stands in the configuration: {@code slack-work}. */
  String name();

  /** How fast it may be driven. */
  ChannelLimits limits();

  /** Whether people or machines read it: a machine recognizes a repeated message by its id. */
  Audience audience();

  /** Waits after the first, second … failure of a delivery; one more is the last. */
  default List<Duration> retry() {
    return RetrySchedule.DEFAULT;
  }

  /** Why nothing may be given to its adapter now, for people; empty while it may. */
  default Optional<String> hold() {
    return Optional.empty();
  }

  /** Makes one attempt; blocks; may throw anything that a broken adapter throws. */
  Outcome deliver(Notification notification);

  /** What the adapter can do beyond sending, empty when it cannot. */
  <A> Optional<A> ability(Class<A> type);
}
