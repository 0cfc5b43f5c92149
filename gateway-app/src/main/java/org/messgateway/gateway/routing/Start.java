package org.messgateway.gateway.routing;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.stream.Stream;
import org.messgateway.api.mess.Constraints;
import org.messgateway.api.mess.MessThread;
import org.messgateway.api.mess.Payload;

/**
 * From when a free thread may be told.
 *
 * <p>Free to be told is the latest of: its creation, or since when it is free again in this round;
 * the end of the last thread it waited for; its {@code not_before}. Times that threads tell may lie
 * in our future by somebody's wrong clock: nobody is made to wait for that, only later steps count
 * from it.
 *
 * @param basis the earliest due time; never changes while the thread is free
 * @param free steps are counted from here
 * @param notBefore what the request says
 * @param skewed a creation that lies in the future; the answer may differ once it has passed
 */
record Start(Instant basis, Instant free, Optional<Instant> notBefore, Optional<Instant> skewed) {

  static Start of(MessThread thread, Freedom freedom, Optional<Instant> releasedAt, Instant now) {
    Instant begun =
        Stream.of(
                Optional.ofNullable(freedom.since()).or(() -> Freedom.creation(thread)), releasedAt)
            .flatMap(Optional::stream)
            .reduce(InstantRange.EARLIEST, InstantRange::later);
    Optional<Instant> notBefore = notBefore(thread);
    Instant wait = notBefore.orElse(InstantRange.EARLIEST);
    boolean skewed = begun.isAfter(now);
    return new Start(
        skewed ? wait : InstantRange.later(begun, wait),
        InstantRange.later(begun, wait),
        notBefore,
        skewed ? Optional.of(begun) : Optional.empty());
  }

  /** When a step of so long begins. */
  Instant step(Duration after) {
    return after.isZero() ? basis : InstantRange.plus(free, after);
  }

  private static Optional<Instant> notBefore(MessThread thread) {
    return thread
        .request()
        .map(Payload.Request::constraints)
        .map(Constraints::notBefore)
        .map(InstantRange::clamp);
  }
}
