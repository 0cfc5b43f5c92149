package org.messgateway.gateway.queue.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** What the database said, and what has elapsed since. */
final class DatabaseClockTest {

  private static final Instant NOON = Instant.parse("2026-11-20T12:00:00Z");

  private final AtomicLong nanos = new AtomicLong(-5_000_000_000L);
  private final DatabaseClock clock = new DatabaseClock(nanos::get);

  private void pass(Duration duration) {
    nanos.addAndGet(duration.toNanos());
  }

  @Test
  void betweenTwoAnswersTimePassesByTheMonotonicClock() {
    clock.said(NOON);
    pass(Duration.ofSeconds(3));

    assertEquals(NOON.plusSeconds(3), clock.instant());
  }

  @Test
  void anAnswerThatWasHeardLateTurnsNothingBack() {
    clock.said(NOON);
    pass(Duration.ofSeconds(1));
    clock.said(NOON.plusMillis(800));

    assertEquals(NOON.plusSeconds(1), clock.instant());
  }

  @Test
  void anAnswerThatIsAheadIsTheTruth() {
    clock.said(NOON);
    pass(Duration.ofSeconds(1));
    clock.said(NOON.plusSeconds(2));

    assertEquals(NOON.plusSeconds(2), clock.instant());
  }

  @Test
  void aDatabaseWhoseClockWasSetBackIsFollowed() {
    clock.said(NOON);
    pass(Duration.ofSeconds(1));
    clock.said(NOON.minusSeconds(600));

    assertEquals(NOON.minusSeconds(600), clock.instant());
  }

  @Test
  void aClockThatRunsSlowIsFollowedAfterAMinute() {
    clock.said(NOON);
    pass(Duration.ofSeconds(61));
    clock.said(NOON.plusMillis(60_900));

    assertEquals(NOON.plusMillis(60_900), clock.instant());
  }

  @Test
  void whoAsksBeforeTheDatabaseWasAskedHasMadeAMistake() {
    assertThrows(IllegalStateException.class, clock::instant);
  }
}
