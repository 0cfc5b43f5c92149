package org.messgateway.gateway.notify.digest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.messgateway.api.Receipt;

class DigestsTest {

  private static final Instant NOW = Instant.parse("2026-11-21T09:00:00Z");
  private static final DigestAddress ANA = new DigestAddress("slack", "U1", "ana");

  private final Digests digests = new Digests();

  @Test
  void aListIsStaleUntilItWasSaidAndAgainWhenItsNumberChanges() {
    digests.holdBack(ANA, "a", NOW);
    digests.holdBack(ANA, "b", NOW);
    Digest digest = digests.stale(NOW).getFirst();
    assertEquals(List.of("a", "b"), List.copyOf(digest.deliveries()));
    digests.versionQueued(digest.ref(), 1, NOW);
    assertEquals(List.of(), digests.stale(NOW));
    digests.release("a");
    assertEquals(1, digests.stale(NOW).size());
    assertFalse(digests.heldBack("a"));
    assertTrue(digests.heldBack("b"));
  }

  @Test
  void theSameNightIsTheSameListInAnotherProcess() {
    Digest first = digests.overnight(ANA, List.of("a", "b"), NOW);
    Digest second = new Digests().overnight(ANA, List.of("a", "b"), NOW.plusSeconds(60));
    assertEquals(first.ref(), second.ref());
    assertEquals(first.serial(), second.serial());
    assertEquals(
        first.ref(),
        digests.overnight(ANA, List.of("b", "c"), NOW).ref(),
        "a task that is in a digest already stays in that one");
  }

  @Test
  void aNightsListKeepsItsTasksWhenTheyWereTold() {
    Digest night = digests.overnight(ANA, List.of("a", "b"), NOW);
    digests.release("a");
    assertEquals(night.ref(), digests.overnightOf("a").orElseThrow().ref());
    digests.sent(night.ref(), Receipt.of("ts", "1"));
    digests.versionQueued(night.ref(), night.serial(), NOW);
    assertEquals(List.of(), digests.stale(NOW));
    digests.changed(night.ref());
    assertEquals(1, digests.stale(NOW).size(), "somebody took one of them");
  }

  @Test
  void listsAreForgottenAfterADayAndBounded() {
    for (int i = 0; i < 5_000; i++) {
      digests.overnight(new DigestAddress("slack", "U" + i, "ana"), List.of("x" + i, "y" + i), NOW);
    }
    assertTrue(digests.stale(NOW).size() <= 1_000);
    assertEquals(List.of(), digests.stale(NOW.plus(Duration.ofHours(25))));
  }
}
