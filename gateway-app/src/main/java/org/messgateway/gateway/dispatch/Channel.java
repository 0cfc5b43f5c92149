package org.messgateway.gateway.dispatch;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.messgateway.api.Audience;
import org.messgateway.api.Limits;
import org.messgateway.api.Notification;
import org.messgateway.api.Outcome;

/** A configured way to reach executors, as dispatch needs it: an adapter and how to drive it. */
public interface Channel {

  /** As it stands in the configuration: {@code slack-work}. */
  String name();

  /** How fast it may be driven. */
  Limits limits();

  /** Whom it reaches: people are bothered by a message that comes twice, machines know its id. */
  Audience audience();

  /** Waits after the first, second … failure of a delivery; one more is the last. */
  default List<Duration> retry() {
    return RetrySchedule.DEFAULT;
  }

  /** Tries once; blocks; may throw whatever a broken adapter throws. */
  Outcome deliver(Notification notification);

  /** What the adapter can do beyond sending, empty when it cannot. */
  <A> Optional<A> ability(Class<A> type);
}
