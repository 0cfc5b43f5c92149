package org.messgateway.gateway;

import java.time.Duration;
import java.time.InstantSource;
import java.util.function.Predicate;
import org.messgateway.gateway.dispatch.Decision;
import org.messgateway.gateway.dispatch.Wanted;
import org.messgateway.gateway.queue.Identity;
import org.messgateway.gateway.queue.TakenDelivery;

/**
 * What only the gateway that put it into the queue can put into words: another that comes across it
 * leaves it to that one, for a while.
 *
 * @param known whether this gateway knows what it is about
 */
record KnownElsewhere(Wanted own, Predicate<Identity> known, InstantSource clock)
    implements Wanted {

  private static final Duration SOON = Duration.ofSeconds(1);

  /** Whoever knew it is gone by then, or it is over. */
  private static final Duration LONGEST = Duration.ofMinutes(5);

  @Override
  public long weight(TakenDelivery taken) {
    return own.weight(taken);
  }

  @Override
  public Decision wanted(TakenDelivery taken) {
    boolean young = taken.created().plus(LONGEST).isAfter(clock.instant());
    return young && !known.test(taken.identity())
        ? new Decision.CannotTell("Another gateway knows what it is.", clock.instant().plus(SOON))
        : own.wanted(taken);
  }
}
