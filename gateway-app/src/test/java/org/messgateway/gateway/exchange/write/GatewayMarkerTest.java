package org.messgateway.gateway.exchange.write;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GatewayMarkerTest {

  private static final Instant SINCE = Instant.parse("2026-11-22T10:00:00Z");
  private static final String ONE = "1111111111111111";
  private static final String TWO = "2222222222222222";
  private static final String WORDS = "gateway " + ONE + " on shed since " + SINCE;

  @TempDir private Path root;
  private long nanos = Long.MAX_VALUE - 5;

  private GatewayMarker marker(String id) {
    return new GatewayMarker(root, id, "shed", SINCE, () -> nanos);
  }

  private void pass(Duration time) {
    nanos += time.toNanos();
  }

  @Test
  void theSecondGatewayWaitsAsLongAsTheFirstRenews() {
    GatewayMarker first = marker(ONE);
    GatewayMarker second = marker(TWO);
    for (int i = 0; i < 100; i++) {
      assertEquals(Optional.empty(), first.turn());
      assertEquals(Optional.of(WORDS), second.turn());
      pass(GatewayMarker.RENEWAL);
    }
    assertEquals(Optional.of(WORDS), GatewayMarker.other(root, TWO));
  }

  @Test
  void whoWasKilledKeepsTheOtherWaitingUntilItsMarkerIsOld() {
    assertEquals(Optional.empty(), marker(ONE).turn());
    GatewayMarker second = marker(TWO);
    assertEquals(Optional.of(WORDS), second.turn());
    pass(GatewayMarker.OLD.minusMillis(1));
    assertEquals(Optional.of(WORDS), second.turn());
    pass(Duration.ofMillis(1));
    assertEquals(Optional.empty(), second.turn());
    assertEquals(Optional.empty(), GatewayMarker.other(root, TWO));
  }

  @Test
  void onesOwnAfterAKillDelaysNobody() {
    assertEquals(Optional.empty(), marker(ONE).turn());
    assertEquals(Optional.empty(), marker(ONE).turn());
  }

  @Test
  void whoEndsProperlyLeavesNoMarker() throws Exception {
    GatewayMarker first = marker(ONE);
    assertEquals(Optional.empty(), first.turn());
    first.close();
    assertEquals(Optional.empty(), marker(TWO).turn());
    first.close();
    assertEquals(
        Optional.of(WORDS.replace(ONE, TWO)), GatewayMarker.other(root, ONE), "another's stays");
  }

  @Test
  void whoStoodStillWhileAnotherTookOverIsTold() {
    GatewayMarker first = marker(ONE);
    assertEquals(Optional.empty(), first.turn());
    GatewayMarker second = marker(TWO);
    assertTrue(second.turn().isPresent());
    pass(GatewayMarker.OLD);
    assertEquals(Optional.empty(), second.turn());
    assertEquals(Optional.of(WORDS.replace(ONE, TWO)), first.turn());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "nonsense",
        "gateway: 1111111111111111\n",
        "gateway: 1111111111111111\nmachine: a\u001b[2Jb\nsince: 2026\nrenewal: 1\n"
      })
  void aMarkerThatIsNoneDoesNotBlock(String text) throws Exception {
    Files.writeString(root.resolve(GatewayMarker.NAME), text);
    assertEquals(Optional.empty(), marker(TWO).turn());
    assertEquals(Optional.of(WORDS.replace(ONE, TWO)), GatewayMarker.other(root, ONE));
  }

  @Test
  void aLinkInItsPlaceIsReplacedAndNotFollowed() throws Exception {
    Path elsewhere = Files.writeString(root.resolve("elsewhere"), "x");
    Files.createSymbolicLink(root.resolve(GatewayMarker.NAME), elsewhere);
    assertEquals(Optional.empty(), marker(TWO).turn());
    assertEquals("x", Files.readString(elsewhere));
    assertFalse(Files.isSymbolicLink(root.resolve(GatewayMarker.NAME)));
  }

  @Test
  void whereNoneCanBeWrittenThereIsNone() throws Exception {
    GatewayMarker marker = new GatewayMarker(root.resolve("gone"), TWO, "shed", SINCE, () -> nanos);
    assertEquals(Optional.empty(), marker.turn());
    marker.close();
  }
}
