package org.messgateway.gateway.routing;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.messgateway.api.mess.MessThread;
import org.messgateway.api.mess.Payload;
import org.messgateway.gateway.protocol.InstantRange;
import org.messgateway.gateway.protocol.Round;
import org.messgateway.gateway.protocol.SuggestionState;

/**
 * The instant from which executors may be notified of a free thread.
 *
 * <p>It is the latest of: the beginning of the round (of the first round: the thread's creation);
 * the end of the last dependency; {@code not_before}. A creation in the future comes from a wrong
 * clock: it delays no notification, only later steps count from it.
 *
 * @param basis the earliest due time; never changes while the thread is free
 * @param free start of the count for later steps
 * @param notBefore of the request
 * @param skewed a creation in the future; the answer may change once it has passed
 */
record EarliestStart(
    Instant basis, Instant free, Optional<Instant> notBefore, Optional<Instant> skewed) {

  static EarliestStart of(
      MessThread thread, Round round, Optional<Instant> releasedAt, Instant now) {
    Instant free =
        round.since() == null
            ? Round.creation(thread).orElse(InstantRange.EARLIEST)
            : InstantRange.later(round.since(), InstantRange.EARLIEST);
    Instant begun = InstantRange.later(free, releasedAt.orElse(free));
    Optional<Instant> notBefore = notBefore(thread);
    Instant wait = notBefore.orElse(InstantRange.EARLIEST);
    boolean skewed = begun.isAfter(now);
    return new EarliestStart(
        skewed ? wait : InstantRange.later(begun, wait),
        InstantRange.later(begun, wait),
        notBefore,
        skewed ? Optional.of(begun) : Optional.empty());
  }

  /** When a step begins that is configured {@code after} so long. */
  Instant step(Duration after) {
    return after.isZero() ? basis : InstantRange.plus(free, after);
  }

  private static Optional<Instant> notBefore(MessThread thread) {
    Payload.Request request = thread.request().orElse(null);
    Instant asked = request == null ? null : request.constraints().notBefore();
    Instant deferred = SuggestionState.deferredUntil(thread.envelope()).orElse(null);
    if (asked == null && deferred == null) {
      return Optional.empty();
    }
    Instant later =
        asked == null ? deferred : deferred == null ? asked : InstantRange.later(deferred, asked);
    return Optional.ofNullable(later).map(InstantRange::clamp);
  }
}
