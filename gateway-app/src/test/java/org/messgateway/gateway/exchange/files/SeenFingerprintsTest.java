package org.messgateway.gateway.exchange.files;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.messgateway.gateway.exchange.Fingerprint;
import org.messgateway.gateway.exchange.Ref;
import org.messgateway.gateway.exchange.ThreadLocation;

class SeenFingerprintsTest {

  private static final Instant NOW = Instant.parse("2026-11-20T12:00:00Z");
  private static final ThreadLocation PLACE =
      ThreadLocation.parse("state=received/x").orElseThrow();

  private final SeenFingerprints fingerprints = new SeenFingerprints(() -> NOW);

  private static Fingerprint version(int inode) {
    return new Fingerprint(inode, 10, NOW.minusSeconds(60));
  }

  @Test
  void onlyWhatDiffersIsNews() {
    assertTrue(fingerprints.update(PLACE, version(1), false));
    assertFalse(fingerprints.update(PLACE, version(1), true));
    assertTrue(fingerprints.update(PLACE, version(2), false));
    assertTrue(fingerprints.update(PLACE, null, false));
    assertFalse(fingerprints.update(PLACE, null, true));
  }

  @Test
  void anEventIsBelievedWhileFileTimesMayStandStill() {
    Fingerprint fingerprint = new Fingerprint(1, 10, NOW.minusMillis(5));
    fingerprints.update(PLACE, fingerprint, true);

    assertTrue(fingerprints.update(PLACE, fingerprint, true));
    assertFalse(fingerprints.update(PLACE, fingerprint, false));
  }

  @Test
  void aCopyThatAppearedIsKnownOnceItIsRead() {
    assertTrue(fingerprints.appeared(PLACE));
    assertFalse(fingerprints.appeared(PLACE));
    assertEquals(List.of(PLACE), fingerprints.places(PLACE.ref()));

    fingerprints.read(PLACE, version(1));

    assertFalse(fingerprints.update(PLACE, version(1), true));
  }

  @Test
  void untilACopyThatAppearedIsReadEveryLookFindsAChange() {
    fingerprints.appeared(PLACE);

    assertTrue(fingerprints.update(PLACE, version(2), false));
    fingerprints.read(PLACE, version(1));

    assertFalse(fingerprints.update(PLACE, version(2), false), "the later look counts");
    assertTrue(fingerprints.update(PLACE, null, true));
  }

  @Test
  void whatWeWriteOrKnowElsewhereIsCompared() {
    fingerprints.expectWrite(PLACE, null, version(1));
    assertFalse(fingerprints.appeared(PLACE));
    assertFalse(fingerprints.update(PLACE, version(1), true));

    ThreadLocation to = ThreadLocation.parse("state=executing/x").orElseThrow();
    assertFalse(fingerprints.appeared(to));
  }

  @Test
  void ourWriteUponWhatWasToldIsNoNews() {
    fingerprints.update(PLACE, version(1), false);
    fingerprints.expectWrite(PLACE, version(1), version(2));
    fingerprints.expectWrite(PLACE, version(2), version(3));

    assertFalse(fingerprints.update(PLACE, version(3), true), "two writes, one event");
    assertFalse(fingerprints.update(PLACE, version(3), true));
  }

  @Test
  void ourWriteUponWhatWasNotToldIsNews() {
    fingerprints.update(PLACE, version(1), false);
    fingerprints.expectWrite(PLACE, version(2), version(3));

    assertTrue(fingerprints.update(PLACE, version(3), true));
  }

  @Test
  void aChangeUponOurWriteIsNews() {
    fingerprints.update(PLACE, version(1), false);
    fingerprints.expectWrite(PLACE, version(1), version(2));

    assertTrue(fingerprints.update(PLACE, version(3), true));
  }

  @Test
  void ourMoveIsNoNewsAtEitherEnd() {
    ThreadLocation to = ThreadLocation.parse("state=executing/x").orElseThrow();
    fingerprints.update(PLACE, version(1), false);
    fingerprints.expectWrite(PLACE, version(1), null);
    fingerprints.expectWrite(to, null, version(1));

    assertFalse(fingerprints.update(to, version(1), true));
    assertFalse(fingerprints.update(PLACE, null, true));
  }

  @Test
  void whatIsForgottenIsNewsAgain() {
    fingerprints.update(PLACE, version(1), false);
    fingerprints.forget(PLACE.ref());

    assertTrue(fingerprints.update(PLACE, version(1), false));
  }

  @Test
  void whatAStoreRemembersSurvivesItsRounding() {
    Instant exact = Instant.parse("2026-11-20T11:00:00.123456789Z");
    Instant kept = Instant.ofEpochMilli(exact.toEpochMilli());
    fingerprints.remember("state=received/x", new Fingerprint(1, 10, kept));
    fingerprints.remember("no place", version(1));

    assertFalse(fingerprints.update(PLACE, new Fingerprint(1, 10, exact), false));
    assertEquals(List.of(PLACE), fingerprints.places());
  }

  @Test
  void aThreadOfAnotherGatewayLiesWhereEventsNamedIt() {
    ThreadLocation copy = ThreadLocation.parse("state=executing/x").orElseThrow();
    fingerprints.heard(PLACE);
    assertEquals(List.of(PLACE), fingerprints.places(PLACE.ref()));

    fingerprints.heard(copy);
    assertEquals(List.of(PLACE, copy), fingerprints.places(PLACE.ref()), "in the search order");
    assertEquals(List.of(), fingerprints.places(), "nothing was compared");
  }

  @Test
  void whatThisGatewayLooksAtLiesWhereItWasSeen() {
    fingerprints.heard(ThreadLocation.parse("state=executing/x").orElseThrow());
    fingerprints.update(PLACE, version(1), true);

    assertEquals(List.of(PLACE), fingerprints.places(PLACE.ref()));
  }

  @Test
  void theEldestThreadsOfOthersAreForgotten() {
    for (int i = 0; i <= HeardPlaces.MOST; i++) {
      fingerprints.heard(ThreadLocation.parse("state=received/t" + i).orElseThrow());
    }
    assertEquals(List.of(), fingerprints.places(new Ref("t0")));
    assertEquals(1, fingerprints.places(new Ref("t1")).size());
  }
}
