package org.messgateway.gateway.notify;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.messgateway.api.NotificationKind;
import org.messgateway.api.mess.Priority;
import org.messgateway.gateway.dispatch.SendDecision;
import org.messgateway.gateway.dispatch.SendStage;
import org.messgateway.gateway.queue.DeliverySource;
import org.messgateway.gateway.queue.Identity;
import org.messgateway.gateway.queue.LaneLease;
import org.messgateway.gateway.queue.LaneState;
import org.messgateway.gateway.queue.MovableClock;
import org.messgateway.gateway.queue.TakenDelivery;

/** What only another gateway can put into words is left to it, but not for ever. */
final class LocalOnlyStageTest {

  private static final SendDecision OVER = new SendDecision.NotWanted("it works again");

  private final MovableClock clock = new MovableClock();
  private final TakenDelivery delivery = taken();
  private boolean known;
  private final NotifyStages wanted =
      NotifyStages.of(
          _ -> null,
          Map.of("0f", _ -> null),
          _ -> null,
          NotifyStages.LocalOnly.among(_ -> known, _ -> known, clock),
          _ -> null,
          new Own(),
          Map.of());

  /** Who does not know it takes it for over. */
  private static final class Own implements SendStage {

    @Override
    public long weight(TakenDelivery delivery) {
      return 7;
    }

    @Override
    public SendDecision decide(TakenDelivery delivery) {
      return OVER;
    }
  }

  private TakenDelivery taken() {
    Identity identity =
        new Identity(
            DeliverySource.TROUBLE,
            "0f",
            "disk",
            "ana",
            "slack",
            "U1",
            NotificationKind.TROUBLE,
            1);
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
        null,
        0,
        false);
  }

  @Test
  void whatThisOneKnowsItDecides() {
    known = true;
    assertEquals(OVER, wanted.decide(delivery));
    assertEquals(7, wanted.weight(delivery));
  }

  @Test
  void whatItDoesNotKnowIsLookedAtAgainSoonAndSpendsNothing() {
    SendDecision.CannotTell left =
        assertInstanceOf(SendDecision.CannotTell.class, wanted.decide(delivery));
    assertEquals(clock.in(Duration.ofSeconds(1)), left.retryAt());
  }

  @Test
  void whenNobodyTookItForMinutesWhoeverKnewItIsGone() {
    clock.advance(Duration.ofMinutes(5).minusMillis(1));
    assertInstanceOf(SendDecision.CannotTell.class, wanted.decide(delivery));
    clock.advance(Duration.ofMillis(1));
    assertEquals(OVER, wanted.decide(delivery));
  }
}
