package org.messgateway.gateway.protocol;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.messgateway.gateway.protocol.ThreadBuilder.thread;

import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.messgateway.api.mess.ThreadStatus;

class RoundTest {

  private static ThreadBuilder history(String actions) {
    ThreadBuilder thread = thread();
    int minute = 10;
    for (String action : actions.split(" ", -1)) {
      thread.history(action, "2026-11-20T10:" + minute++ + ":00Z");
    }
    return thread;
  }

  @ParameterizedTest(name = "{0}: round {1}")
  @CsvSource({
    "created, 0",
    "created dispatched pending, 0",
    "created pending pending, 0",
    "created claimed pending, 1",
    "created claimed dispatched pending dispatched, 1",
    "created claimed in_progress needs-input pending, 1",
    "created claimed pending claimed pending, 2",
    "created claimed waiting pending, 1",
    "created waiting pending, 0",
    "created held pending, 0",
    "created declined pending, 0",
    "created claimed declined pending, 1",
    "created cancelled pending, 1",
    "created expired pending dispatched, 1",
    "created claimed received pending, 1",
    "created claimed replied polished pending, 1",
  })
  void eachTimeAThreadIsFreeAgainIsARound(String actions, int round) {
    assertEquals(round, Round.of(history(actions).build()).number());
  }

  @Test
  void anAcknowledgementSetsNothingFree() {
    assertEquals(
        0,
        Round.of(history("created claimed received").status(ThreadStatus.CLAIMED).build())
            .number());
  }

  @Test
  void whatIsHeldNowIsNoRoundYet() {
    assertEquals(
        0, Round.of(history("created claimed").status(ThreadStatus.CLAIMED).build()).number());
  }

  @Test
  void theRoundBeginsWhenTheThreadBecameFree() {
    Round round = Round.of(history("created claimed pending dispatched").build());
    assertEquals(new Round(1, Instant.parse("2026-11-20T10:12:00Z")), round);
  }

  @Test
  void anEnvelopeSetFreeByHandIsARound() {
    Instant updated = Instant.parse("2026-11-20T12:00:00Z");
    assertEquals(
        new Round(1, updated), Round.of(history("created claimed").updated(updated).build()));
  }

  @Test
  void aDeclineByOneLeavesThePendingThreadInItsRound() {
    assertEquals(0, Round.of(history("created dispatched declined").build()).number());
  }

  @Test
  void messagesTellWhatHistoryDoesNot() {
    Round round =
        Round.of(
            thread()
                .says("claimed", "2026-11-20T10:10:00Z")
                .says("pending", "2026-11-20T10:20:00Z")
                .build());
    assertEquals(new Round(1, Instant.parse("2026-11-20T10:20:00Z")), round);
  }

  @Test
  void aClaimInTheMessagesAloneSetsNothingFree() {
    assertEquals(0, Round.of(thread().says("claimed", "2026-11-20T10:10:00Z").build()).number());
  }

  @Test
  void historyAndMessagesThatAgreeAreCountedOnce() {
    Round round =
        Round.of(
            history("created claimed pending")
                .says("claimed", "2026-11-20T10:11:00Z")
                .says("pending", "2026-11-20T10:12:01Z")
                .build());
    assertEquals(new Round(1, Instant.parse("2026-11-20T10:12:00Z")), round);
  }

  @Test
  void historyWithoutTimesTakesThemFromMessages() {
    Round round =
        Round.of(
            thread()
                .history("claimed", null)
                .history("pending", null)
                .says("claimed", "2026-11-20T10:11:00Z")
                .says("pending", "2026-11-20T10:12:01Z")
                .build());
    assertEquals(new Round(1, Instant.parse("2026-11-20T10:12:01Z")), round);
  }

  @Test
  void creationIsTheFirstTimeAThreadTells() {
    assertEquals(Optional.of(ThreadBuilder.CREATED), Round.creation(thread().build()));
    assertEquals(
        Optional.of(Instant.parse("2026-11-20T10:05:00Z")),
        Round.creation(
            thread()
                .created(null)
                .history("created", "2026-11-20T10:04:00Z")
                .says("received", "2026-11-20T10:05:00Z")
                .build()));
    assertEquals(
        Optional.of(Instant.parse("2026-11-20T10:04:00Z")),
        Round.creation(thread().created(null).history("created", "2026-11-20T10:04:00Z").build()));
    assertEquals(Optional.empty(), Round.creation(thread().created(null).build()));
  }
}
