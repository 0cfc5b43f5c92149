package org.messgateway.gateway.notify;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.messgateway.api.NotificationKind;
import org.messgateway.api.mess.Priority;
import org.messgateway.gateway.dispatch.SendDecision;
import org.messgateway.gateway.dispatch.SendStage;
import org.messgateway.gateway.queue.Identity;
import org.messgateway.gateway.queue.LaneLease;
import org.messgateway.gateway.queue.LaneState;
import org.messgateway.gateway.queue.TakenDelivery;

/** Nobody hears twice that another has the task. */
final class SkipAnsweredStageTest {

  private static final SendDecision LATER =
      new SendDecision.CannotTell("as the thread says", Instant.MAX);

  private final SkipAnsweredStage heard = new SkipAnsweredStage("slack"::equals);
  private final NotifyStages wanted =
      NotifyStages.of(
          heard,
          Map.of("home", new AsTheThreadSays()),
          _ -> null,
          NotifyStages.LocalOnly.ALONE,
          _ -> null,
          _ -> null,
          Map.of());

  private static Identity of(String channel, NotificationKind kind, int round) {
    return new Identity("home", "2026-11-21-001", "ana", channel, "+1", kind, round);
  }

  private @Nullable SendDecision decided(Identity identity) {
    LaneLease lane =
        new LaneLease(1, identity.channel(), identity.address(), 1, LaneState.CLOSED, 0);
    return wanted.decide(
        new TakenDelivery(
            1,
            identity.id(),
            identity,
            lane,
            Priority.NORMAL,
            Instant.EPOCH,
            null,
            1,
            0,
            null,
            0,
            false));
  }

  @Test
  void whoWasAnsweredThatAnotherHasItGetsNoNoteThatSaysSo() {
    heard.add(of("sms", NotificationKind.REQUEST, 0));
    assertInstanceOf(SendDecision.NotWanted.class, decided(of("sms", NotificationKind.TAKEN, 0)));
  }

  @Test
  void allElseIsToldAsTheThreadSays() {
    heard.add(of("sms", NotificationKind.REQUEST, 0));
    assertEquals(LATER, decided(of("sms", NotificationKind.CANCELLED, 0)));
    assertEquals(LATER, decided(of("sms", NotificationKind.TAKEN, 1)), "it was given back since");
  }

  @Test
  void aMessageThatCanBeChangedIsChanged() {
    heard.add(of("slack", NotificationKind.REQUEST, 0));
    assertEquals(LATER, decided(of("slack", NotificationKind.TAKEN, 0)));
  }

  @Test
  void theEldestMakeRoom() {
    for (int round = 0; round <= 10_000; round++) {
      heard.add(of("sms", NotificationKind.REQUEST, round));
    }
    assertEquals(LATER, decided(of("sms", NotificationKind.TAKEN, 0)));
    assertTrue(heard.repeats(of("sms", NotificationKind.TAKEN, 10_000)));
  }

  private static final class AsTheThreadSays implements SendStage {

    @Override
    public SendDecision decide(TakenDelivery delivery) {
      return LATER;
    }
  }
}
