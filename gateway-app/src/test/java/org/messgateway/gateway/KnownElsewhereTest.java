package org.messgateway.gateway;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.messgateway.api.NotificationKind;
import org.messgateway.api.mess.Priority;
import org.messgateway.gateway.dispatch.Decision;
import org.messgateway.gateway.dispatch.Wanted;
import org.messgateway.gateway.queue.Identity;
import org.messgateway.gateway.queue.LaneLease;
import org.messgateway.gateway.queue.LaneState;
import org.messgateway.gateway.queue.MovableClock;
import org.messgateway.gateway.queue.TakenDelivery;

/** What only another gateway can put into words is left to it, but not for ever. */
final class KnownElsewhereTest {

  private static final Decision OVER = new Decision.NotWanted("it works again");

  private final MovableClock clock = new MovableClock();
  private final TakenDelivery taken = taken();
  private boolean known;
  private final KnownElsewhere wanted = new KnownElsewhere(new Own(), _ -> known, clock);

  /** Who does not know it takes it for over. */
  private static final class Own implements Wanted {

    @Override
    public long weight(TakenDelivery delivery) {
      return 7;
    }

    @Override
    public Decision wanted(TakenDelivery delivery) {
      return OVER;
    }
  }

  private TakenDelivery taken() {
    Identity identity =
        new Identity("0f/trouble", "disk", "ana", "slack", "U1", NotificationKind.TROUBLE, 1);
    return new TakenDelivery(
        1,
        identity.id(),
        identity,
        new LaneLease(1, "slack", "U1", 1, LaneState.CLOSED, 0),
        Priority.ELEVATED,
        clock.instant(),
        null,
        1,
        0,
        null);
  }

  @Test
  void whatThisOneKnowsItDecides() {
    known = true;
    assertEquals(OVER, wanted.wanted(taken));
    assertEquals(7, wanted.weight(taken));
  }

  @Test
  void whatItDoesNotKnowIsLookedAtAgainSoonAndSpendsNothing() {
    Decision.CannotTell left = assertInstanceOf(Decision.CannotTell.class, wanted.wanted(taken));
    assertEquals(clock.in(Duration.ofSeconds(1)), left.retryAt());
  }

  @Test
  void whenNobodyTookItForMinutesWhoeverKnewItIsGone() {
    clock.advance(Duration.ofMinutes(5).minusMillis(1));
    assertInstanceOf(Decision.CannotTell.class, wanted.wanted(taken));
    clock.advance(Duration.ofMillis(1));
    assertEquals(OVER, wanted.wanted(taken));
  }
}
