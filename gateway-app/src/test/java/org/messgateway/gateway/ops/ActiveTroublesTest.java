package org.messgateway.gateway.ops;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.messgateway.gateway.queue.MovableClock;

class ActiveTroublesTest {

  private static final Trouble SLACK =
      new Trouble(TroubleCause.CREDENTIAL, "slack", "Slack refuses our token", "make a new one");
  private static final Trouble TELEGRAM =
      new Trouble(
          TroubleCause.CREDENTIAL, "telegram", "Telegram refuses our token", "ask BotFather");

  private final MovableClock clock = new MovableClock();
  private final ActiveTroubles troubles = new ActiveTroubles(clock);

  @Test
  void whatComesTogetherIsToldTogether() {
    troubles.report(SLACK);
    troubles.report(SLACK);
    assertEquals(List.of(), troubles.untold(), "a moment more may bring a third");
    clock.advance(ActiveTroubles.GROUPING);
    troubles.report(SLACK);
    assertEquals(
        List.of("Slack refuses our token (3 times)"),
        troubles.untold().stream().map(TroubleState::what).toList());
  }

  @Test
  void theSameCauseIsToldAtMostHourlyAndOnlyWhenItOccursAgain() {
    tell(SLACK);
    troubles.report(SLACK);
    clock.advance(ActiveTroubles.HOURLY.minusSeconds(1));
    assertEquals(List.of(), troubles.untold());
    clock.advance(Duration.ofSeconds(1));
    assertEquals(1, troubles.untold().size());
    troubles.told(SLACK.key());
    clock.advance(ActiveTroubles.HOURLY);
    assertEquals(List.of(), troubles.untold(), "it did not occur again");
  }

  @Test
  void aClockThatIsSetBackKeepsNoTroubleFromBeingTold() {
    clock.advance(Duration.ofDays(30));
    tell(SLACK);
    troubles.report(TELEGRAM);
    clock.advance(Duration.ofDays(-30));
    troubles.report(SLACK);

    assertEquals(2, troubles.untold().size());
  }

  @Test
  void anotherCauseIsToldWhileTheFirstRests() {
    tell(SLACK);
    troubles.report(TELEGRAM);
    clock.advance(ActiveTroubles.GROUPING);
    assertEquals(
        List.of("credential/telegram"), troubles.untold().stream().map(TroubleState::key).toList());
  }

  /** The key stands in the queue, where PostgreSQL takes some 2,700 bytes and a path has 4,096. */
  @Test
  void aLongPathIsToldUnderAKeyThatFits() {
    String path = "/home".repeat(800);
    Trouble full = new Trouble(TroubleCause.DISK, path, "The disk is full", "make room");
    tell(full);
    assertTrue(full.key().length() < 600, full.key());
    assertTrue(full.key().startsWith("disk/" + path.substring(0, 200)), full.key());
    assertEquals("The disk is full", troubles.now(full.key()).orElseThrow().what());
    troubles.mended(TroubleCause.DISK, path);
    assertEquals(List.of(), troubles.all());
  }

  @Test
  void whatIsMendedIsNotToldAnyMore() {
    troubles.report(SLACK);
    clock.advance(ActiveTroubles.GROUPING);
    troubles.mended(TroubleCause.CREDENTIAL, "slack");
    assertEquals(List.of(), troubles.untold());
    assertEquals(List.of(), troubles.all());
  }

  @Test
  void whatDidNotOccurForHoursIsForgotten() {
    tell(SLACK);
    clock.advance(ActiveTroubles.QUIET.plusSeconds(1));
    assertEquals(List.of(), troubles.untold());
    assertEquals(List.of(), troubles.all());
  }

  @Test
  void aFloodOfCausesIsBounded() {
    for (int i = 0; i < 10_000; i++) {
      troubles.report(
          new Trouble(TroubleCause.ADDRESS, "slack/" + i, "cannot be reached", "mend it"));
    }
    assertEquals(200, troubles.all().size());
  }

  private void tell(Trouble trouble) {
    troubles.report(trouble);
    clock.advance(ActiveTroubles.GROUPING);
    assertEquals(1, troubles.untold().size());
    troubles.told(trouble.key());
  }
}
