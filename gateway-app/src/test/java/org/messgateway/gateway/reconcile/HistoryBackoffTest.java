package org.messgateway.gateway.reconcile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
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
  void aThreadThatOthersAreWritingIsTriedSoonAndSaidOnlyWhereThatLasts() {
    try (Logged log = new Logged(HistoryBackoff.class)) {
      List<Duration> rests = new ArrayList<>();
      for (int turn = 0; turn < 7; turn++) {
        assertTrue(failed("thread", Reason.NOT_WHOLE));
        rests.add(rest("thread"));
        assertEquals(turn < 3 ? 0 : 1, log.lines().size(), () -> String.join("\n", log.lines()));
      }
      assertEquals(Stream.of(1, 2, 4, 8, 16, 30, 30).map(Duration::ofSeconds).toList(), rests);
      backoff.written("thread");
      assertTrue(failed("thread", Reason.BUSY));
      assertEquals(Duration.ofSeconds(1), rest("thread"));
      assertEquals(1, log.lines().size());
    }
  }

  /** For how long it is passed over. */
  private Duration rest(String ref) {
    Duration rest = Duration.ZERO;
    while (backoff.rests(ref, NOW.plus(rest))) {
      rest = rest.plusSeconds(1);
    }
    return rest;
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
