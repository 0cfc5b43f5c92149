package org.messgateway.gateway.dispatch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.messgateway.gateway.dispatch.InFlightLimiter.Place;
import org.messgateway.gateway.dispatch.InFlightLimiter.PlaceClass;

class InFlightLimiterTest {

  private final InFlightLimiter inFlight = new InFlightLimiter(64, 1000);

  private CompletableFuture<Optional<Place>> enter(PlaceClass placeClass) {
    CompletableFuture<Optional<Place>> future = new CompletableFuture<>();
    Thread.ofVirtual()
        .start(() -> {
          try {
            future.complete(inFlight.enter(placeClass));
          } catch (InterruptedException e) {
            future.completeExceptionally(e);
          }
        });
    return future;
  }

  private List<Place> take(PlaceClass placeClass, int count) throws InterruptedException {
    List<Place> places = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      places.add(inFlight.enter(placeClass).orElseThrow());
    }
    return places;
  }

  /** Whether it is still waiting: there is no event to wait for, so the wait itself is short. */
  private static boolean waits(CompletableFuture<?> future) throws Exception {
    return CompletableFuture.anyOf(
            future,
            CompletableFuture.runAsync(
                () -> {}, CompletableFuture.delayedExecutor(50, TimeUnit.MILLISECONDS)))
        .thenApply(_ -> !future.isDone())
        .get(5, TimeUnit.SECONDS);
  }

  private static Place got(CompletableFuture<Optional<Place>> future) throws Exception {
    return future.get(5, TimeUnit.SECONDS).orElseThrow();
  }

  @Test
  void lanesNotKnownHealthyHoldAtMostAQuarter() throws Exception {
    List<Place> suspects = take(PlaceClass.SUSPECT, 16);
    CompletableFuture<Optional<Place>> one = enter(PlaceClass.SUSPECT);
    assertTrue(waits(one));
    suspects.getFirst().close();
    got(one);
    take(PlaceClass.FIRST, 48);
    assertEquals(64, inFlight.attempts());
  }

  @Test
  void asSecondAttemptsOfLanesGetHalfThereIsRoomForFirstOnes() throws Exception {
    List<Place> all = take(PlaceClass.FIRST, 20);
    for (int i = 0; i < 12; i++) {
      assertNotNull(inFlight.tryEnter(PlaceClass.FURTHER));
    }
    assertNull(inFlight.tryEnter(PlaceClass.FURTHER));
    Place first = inFlight.enter(PlaceClass.FIRST).orElseThrow();
    first.close();
    assertNull(inFlight.tryEnter(PlaceClass.FURTHER), "half is still taken");
    all.getFirst().close();
    assertNotNull(inFlight.tryEnter(PlaceClass.FURTHER));
  }

  @Test
  void aFullHouseLetsHealthyLanesInFirst() throws Exception {
    take(PlaceClass.SUSPECT, 4);
    List<Place> all = take(PlaceClass.FIRST, 60);
    CompletableFuture<Optional<Place>> suspect = enter(PlaceClass.SUSPECT);
    assertTrue(waits(suspect));
    CompletableFuture<Optional<Place>> healthy = enter(PlaceClass.FIRST);
    assertTrue(waits(healthy));
    all.getFirst().close();
    got(healthy);
    assertFalse(suspect.isDone());
  }

  @Test
  void underAnyLoadAFewPlacesFindOutWhoIsHealthyAgain() throws Exception {
    List<Place> all = take(PlaceClass.FIRST, 64);
    CompletableFuture<Optional<Place>> healthy = enter(PlaceClass.FIRST);
    CompletableFuture<Optional<Place>> suspect = enter(PlaceClass.SUSPECT);
    assertTrue(waits(healthy));
    assertTrue(waits(suspect));
    all.getFirst().close();
    got(suspect);
    assertFalse(healthy.isDone());
  }

  @Test
  void bytesAreBoundedAndOneThatIsLargerThanAllGoesAlone() throws Exception {
    Place small = inFlight.enter(PlaceClass.FIRST).orElseThrow();
    Place large = inFlight.enter(PlaceClass.FIRST).orElseThrow();
    assertTrue(small.weigh(10));
    CompletableFuture<Boolean> weighing = weigh(large, 5000);
    assertTrue(waits(weighing));
    small.close();
    assertTrue(weighing.get(5, TimeUnit.SECONDS));
    assertEquals(5000, inFlight.bytes());
    large.close();
    assertEquals(0, inFlight.bytes());
    assertEquals(0, inFlight.attempts());
  }

  @Test
  void suspectsHoldAQuarterOfTheBytes() throws Exception {
    Place one = inFlight.enter(PlaceClass.SUSPECT).orElseThrow();
    Place two = inFlight.enter(PlaceClass.SUSPECT).orElseThrow();
    assertTrue(one.weigh(200));
    CompletableFuture<Boolean> weighing = weigh(two, 100);
    assertTrue(waits(weighing));
    assertTrue(inFlight.enter(PlaceClass.FIRST).orElseThrow().weigh(700));
    one.close();
    assertTrue(weighing.get(5, TimeUnit.SECONDS));
  }

  private static CompletableFuture<Boolean> weigh(Place place, long bytes) {
    CompletableFuture<Boolean> future = new CompletableFuture<>();
    Thread.ofVirtual()
        .start(() -> {
          try {
            future.complete(place.weigh(bytes));
          } catch (InterruptedException e) {
            future.completeExceptionally(e);
          }
        });
    return future;
  }

  @Test
  void whatItReallyWeighsIsCorrectedWithoutWaiting() throws Exception {
    Place place = inFlight.enter(PlaceClass.FIRST).orElseThrow();
    place.weigh(100);
    place.reweigh(1500);
    assertEquals(1500, inFlight.bytes());
    place.reweigh(10);
    assertEquals(10, inFlight.bytes());
    place.close();
    place.close();
    assertEquals(0, inFlight.bytes());
    assertEquals(0, inFlight.attempts());
  }

  @Test
  void whoWaitsIsSentAwayWhenItIsShut() throws Exception {
    take(PlaceClass.FIRST, 64);
    CompletableFuture<Optional<Place>> waiting = enter(PlaceClass.FIRST);
    assertTrue(waits(waiting));
    inFlight.shut();
    assertEquals(Optional.empty(), waiting.get(5, TimeUnit.SECONDS));
    assertEquals(Optional.empty(), inFlight.enter(PlaceClass.FIRST));
    assertEquals(64, inFlight.attempts());
  }

  @Test
  void anInterruptedWaitLeavesNothingBehind() throws Exception {
    List<Place> all = take(PlaceClass.FIRST, 64);
    CompletableFuture<String> ended = new CompletableFuture<>();
    Thread waiting =
        Thread.ofVirtual()
            .start(() -> {
              try {
                inFlight.enter(PlaceClass.FIRST);
                ended.complete("entered");
              } catch (InterruptedException e) {
                ended.complete("interrupted");
              }
            });
    assertTrue(waits(ended));
    waiting.interrupt();
    assertEquals("interrupted", ended.get(5, TimeUnit.SECONDS));
    all.forEach(Place::close);
    assertEquals(0, inFlight.attempts());
  }
}
