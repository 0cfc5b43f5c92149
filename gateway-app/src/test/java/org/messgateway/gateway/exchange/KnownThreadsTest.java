package org.messgateway.gateway.exchange;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class KnownThreadsTest {

  private static final Instant NOW = Instant.parse("2026-11-20T12:00:00Z");
  private static final Place PLACE = Place.parse("state=received/x").orElseThrow();

  private final KnownThreads known = new KnownThreads(() -> NOW);

  private static Fingerprint version(int inode) {
    return new Fingerprint(inode, 10, NOW.minusSeconds(60));
  }

  @Test
  void onlyWhatDiffersIsNews() {
    assertTrue(known.news(PLACE, version(1), false));
    assertFalse(known.news(PLACE, version(1), true));
    assertTrue(known.news(PLACE, version(2), false));
    assertTrue(known.news(PLACE, null, false));
    assertFalse(known.news(PLACE, null, true));
  }

  @Test
  void anEventIsBelievedWhileFileTimesMayStandStill() {
    Fingerprint now = new Fingerprint(1, 10, NOW.minusMillis(5));
    known.news(PLACE, now, true);

    assertTrue(known.news(PLACE, now, true));
    assertFalse(known.news(PLACE, now, false));
  }

  @Test
  void ourWriteUponWhatWasToldIsNoNews() {
    known.news(PLACE, version(1), false);
    known.expect(PLACE, version(1), version(2));
    known.expect(PLACE, version(2), version(3));

    assertFalse(known.news(PLACE, version(3), true), "two writes, one event");
    assertFalse(known.news(PLACE, version(3), true));
  }

  @Test
  void ourWriteUponWhatWasNotToldIsNews() {
    known.news(PLACE, version(1), false);
    known.expect(PLACE, version(2), version(3));

    assertTrue(known.news(PLACE, version(3), true));
  }

  @Test
  void aChangeUponOurWriteIsNews() {
    known.news(PLACE, version(1), false);
    known.expect(PLACE, version(1), version(2));

    assertTrue(known.news(PLACE, version(3), true));
  }

  @Test
  void ourMoveIsNoNewsAtEitherEnd() {
    Place to = Place.parse("state=executing/x").orElseThrow();
    known.news(PLACE, version(1), false);
    known.expect(PLACE, version(1), null);
    known.expect(to, null, version(1));

    assertFalse(known.news(to, version(1), true));
    assertFalse(known.news(PLACE, null, true));
  }

  @Test
  void whatIsForgottenIsNewsAgain() {
    known.news(PLACE, version(1), false);
    known.forget(PLACE.ref());

    assertTrue(known.news(PLACE, version(1), false));
  }

  @Test
  void whatAStoreRemembersSurvivesItsRounding() {
    Instant exact = Instant.parse("2026-11-20T11:00:00.123456789Z");
    Instant kept = Instant.ofEpochMilli(exact.toEpochMilli());
    known.remember("state=received/x", new Fingerprint(1, 10, kept));
    known.remember("no place", version(1));

    assertFalse(known.news(PLACE, new Fingerprint(1, 10, exact), false));
    assertEquals(List.of(PLACE), known.places());
  }
}
