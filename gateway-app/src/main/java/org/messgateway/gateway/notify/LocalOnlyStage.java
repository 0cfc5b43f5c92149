package org.messgateway.gateway.notify;

import java.time.Duration;
import java.time.InstantSource;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.messgateway.gateway.dispatch.SendDecision;
import org.messgateway.gateway.dispatch.SendStage;
import org.messgateway.gateway.queue.Identity;
import org.messgateway.gateway.queue.TakenDelivery;

/**
 * Asks whether this gateway is the one that queued the delivery: of several gateways only that one
 * keeps what a digest or a trouble says. Decides "later" for 5 minutes at most, or passes the
 * delivery on. Stands first, before the stage that renders.
 *
 * @param known whether this gateway knows what the delivery is about
 */
record LocalOnlyStage(Predicate<Identity> known, InstantSource clock) implements SendStage {

  private static final Duration SOON = Duration.ofSeconds(1);

  /** By then the gateway that knew is gone, or the matter is over. */
  private static final Duration LONGEST = Duration.ofMinutes(5);

  @Override
  public @Nullable SendDecision decide(TakenDelivery delivery) {
    boolean young = delivery.created().plus(LONGEST).isAfter(clock.instant());
    return young && !known.test(delivery.identity())
        ? new SendDecision.CannotTell(
            "Another gateway knows what it is.", clock.instant().plus(SOON))
        : null;
  }
}
