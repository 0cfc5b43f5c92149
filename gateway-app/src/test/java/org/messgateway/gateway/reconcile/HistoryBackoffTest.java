package org.messgateway.gateway.reconcile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.messgateway.gateway.exchange.ExchangeWriteException;
import org.messgateway.gateway.exchange.ExchangeWriteException.Reason;
import org.messgateway.gateway.exchange.Logged;

/** Whose failure it is that history cannot be written. */
class HistoryBackoffTest {

  private static final Instant NOW = Instant.parse("2026-11-28T10:00:00Z");

  private final HistoryBackoff backoff = new HistoryBackoff();

  @Test
  void aThreadThatItsServerFailsOnRestsAndIsSaidOnceHoweverManyOthersAreWritten() {
    try (Logged log = new Logged(HistoryBackoff.class)) {
      for (int turn = 0; turn < 5; turn++) {
        assertTrue(failed("sick", Reason.FAILED));
        assertTrue(backoff.rests("sick", NOW));
        backoff.written("well-" + turn);
      }
      assertEquals(1, log.lines().size(), () -> String.join("\n", log.lines()));
      assertTrue(log.lines().getFirst().contains("sick"), log.lines()::getFirst);
    }
  }

  @Test
  void whatFailsForThreeThreadsInARowEndsTheTurnAndIsSaidOnce() {
    try (Logged log = new Logged(HistoryBackoff.class)) {
      assertTrue(failed("1", Reason.FAILED));
      assertTrue(failed("2", Reason.FAILED));
      for (int turn = 3; turn < 10; turn++) {
        assertFalse(failed(String.valueOf(turn), Reason.FAILED));
      }
      backoff.written("1");
      assertTrue(failed("2", Reason.FAILED), "it was over");
      assertEquals(
          List.of(
              "What became of 1 cannot be written into it",
              "What became of 2 cannot be written into it",
              "What became of 3 cannot be written into the exchange"),
          log.lines().stream().map(line -> line.split("[:.]", 2)[0]).toList());
    }
  }

  @Test
  void anExchangeThatIsAwayIsAwayForAllAtOnce() {
    assertFalse(failed("1", Reason.AWAY));
    assertFalse(backoff.rests("1", NOW), "it is not the thread's fault");
  }

  private boolean failed(String ref, Reason reason) {
    return backoff.failed(
        ref, new ExchangeWriteException(reason, "The server fails (500)", null), NOW);
  }
}
