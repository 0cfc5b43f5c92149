package org.messgateway.gateway.routing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.messgateway.gateway.routing.ThreadBuilder.thread;

import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.messgateway.api.mess.ThreadStatus;

class FreedomTest {

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
    assertEquals(round, Freedom.of(history(actions).build()).round());
  }

  @Test
  void anAcknowledgementSetsNothingFree() {
    assertEquals(
        0,
        Freedom.of(history("created claimed received").status(ThreadStatus.CLAIMED).build())
            .round());
  }

  @Test
  void whatIsHeldNowIsNoRoundYet() {
    assertEquals(
        0, Freedom.of(history("created claimed").status(ThreadStatus.CLAIMED).build()).round());
  }

  @Test
  void theRoundBeginsWhenTheThreadBecameFree() {
    Freedom freedom = Freedom.of(history("created claimed pending dispatched").build());
    assertEquals(new Freedom(1, Instant.parse("2026-11-20T10:12:00Z")), freedom);
  }

  @Test
  void anEnvelopeSetFreeByHandIsARound() {
    Instant updated = Instant.parse("2026-11-20T12:00:00Z");
    assertEquals(
        new Freedom(1, updated), Freedom.of(history("created claimed").updated(updated).build()));
  }

  @Test
  void aDeclineByOneLeavesThePendingThreadInItsRound() {
    assertEquals(0, Freedom.of(history("created dispatched declined").build()).round());
  }

  @Test
  void messagesTellWhatHistoryDoesNot() {
    Freedom freedom =
        Freedom.of(
            thread()
                .says("claimed", "2026-11-20T10:10:00Z")
                .says("pending", "2026-11-20T10:20:00Z")
                .build());
    assertEquals(new Freedom(1, Instant.parse("2026-11-20T10:20:00Z")), freedom);
  }

  @Test
  void aClaimInTheMessagesAloneSetsNothingFree() {
    assertEquals(0, Freedom.of(thread().says("claimed", "2026-11-20T10:10:00Z").build()).round());
  }

  @Test
  void historyAndMessagesThatAgreeAreCountedOnce() {
    Freedom freedom =
        Freedom.of(
            history("created claimed pending")
                .says("claimed", "2026-11-20T10:11:00Z")
                .says("pending", "2026-11-20T10:12:01Z")
                .build());
    assertEquals(new Freedom(1, Instant.parse("2026-11-20T10:12:00Z")), freedom);
  }

  @Test
  void historyWithoutTimesTakesThemFromMessages() {
    Freedom freedom =
        Freedom.of(
            thread()
                .history("claimed", null)
                .history("pending", null)
                .says("claimed", "2026-11-20T10:11:00Z")
                .says("pending", "2026-11-20T10:12:01Z")
                .build());
    assertEquals(new Freedom(1, Instant.parse("2026-11-20T10:12:01Z")), freedom);
  }

  @Test
  void creationIsTheFirstTimeAThreadTells() {
    assertEquals(Optional.of(ThreadBuilder.CREATED), Freedom.creation(thread().build()));
    assertEquals(
        Optional.of(Instant.parse("2026-11-20T10:05:00Z")),
        Freedom.creation(
            thread()
                .created(null)
                .history("created", "2026-11-20T10:04:00Z")
                .says("received", "2026-11-20T10:05:00Z")
                .build()));
    assertEquals(
        Optional.of(Instant.parse("2026-11-20T10:04:00Z")),
        Freedom.creation(
            thread().created(null).history("created", "2026-11-20T10:04:00Z").build()));
    assertEquals(Optional.empty(), Freedom.creation(thread().created(null).build()));
  }
}
