package org.messgateway.gateway.dispatch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.messgateway.gateway.dispatch.InFlightLimiter.Place;
import org.messgateway.gateway.dispatch.InFlightLimiter.PlaceClass;

class InFlightLimiterTest {

  private final InFlightLimiter inFlight = new InFlightLimiter(64, 1000);

  private CompletableFuture<Place> enter(PlaceClass placeClass) {
    CompletableFuture<Place> future = new CompletableFuture<>();
    Place now = inFlight.enter(placeClass, future::complete);
    if (now != null) {
      future.complete(now);
    }
    return future;
  }

  /** A place that is free. */
  private Place one(PlaceClass placeClass) {
    return Objects.requireNonNull(enter(placeClass).getNow(null));
  }

  private List<Place> take(PlaceClass placeClass, int count) {
    List<Place> places = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      places.add(one(placeClass));
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

  private static Place got(CompletableFuture<Place> future) throws Exception {
    return future.get(5, TimeUnit.SECONDS);
  }

  @Test
  void lanesNotKnownHealthyHoldAtMostAQuarter() throws Exception {
    List<Place> suspects = take(PlaceClass.SUSPECT, 16);
    CompletableFuture<Place> one = enter(PlaceClass.SUSPECT);
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
    Place first = one(PlaceClass.FIRST);
    first.close();
    assertNull(inFlight.tryEnter(PlaceClass.FURTHER), "half is still taken");
    all.getFirst().close();
    assertNotNull(inFlight.tryEnter(PlaceClass.FURTHER));
  }

  @Test
  void aFullHouseLetsHealthyLanesInFirst() throws Exception {
    take(PlaceClass.SUSPECT, 4);
    List<Place> all = take(PlaceClass.FIRST, 60);
    CompletableFuture<Place> suspect = enter(PlaceClass.SUSPECT);
    assertTrue(waits(suspect));
    CompletableFuture<Place> healthy = enter(PlaceClass.FIRST);
    assertTrue(waits(healthy));
    all.getFirst().close();
    got(healthy);
    assertFalse(suspect.isDone());
  }

  @Test
  void underAnyLoadAFewPlacesFindOutWhoIsHealthyAgain() throws Exception {
    List<Place> all = take(PlaceClass.FIRST, 64);
    CompletableFuture<Place> healthy = enter(PlaceClass.FIRST);
    CompletableFuture<Place> suspect = enter(PlaceClass.SUSPECT);
    assertTrue(waits(healthy));
    assertTrue(waits(suspect));
    all.getFirst().close();
    got(suspect);
    assertFalse(healthy.isDone());
  }

  @Test
  void bytesAreBoundedAndOneThatIsLargerThanAllGoesAlone() throws Exception {
    Place small = one(PlaceClass.FIRST);
    Place large = one(PlaceClass.FIRST);
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
    Place one = one(PlaceClass.SUSPECT);
    Place two = one(PlaceClass.SUSPECT);
    assertTrue(one.weigh(200));
    CompletableFuture<Boolean> weighing = weigh(two, 100);
    assertTrue(waits(weighing));
    assertTrue(one(PlaceClass.FIRST).weigh(700));
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
    Place place = one(PlaceClass.FIRST);
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
  void whoWaitsGetsNothingOnceItIsShut() throws Exception {
    List<Place> all = take(PlaceClass.FIRST, 64);
    CompletableFuture<Place> waiting = enter(PlaceClass.FIRST);
    assertTrue(waits(waiting));
    inFlight.shut();
    assertFalse(enter(PlaceClass.FIRST).isDone());
    all.removeFirst().close();
    assertFalse(waiting.isDone());
    assertEquals(63, inFlight.attempts());
    Place large = all.getFirst();
    assertFalse(large.weigh(10));
  }

  @Test
  void anInterruptedWaitLeavesNothingBehind() throws Exception {
    Place large = one(PlaceClass.FIRST);
    assertTrue(large.weigh(1000));
    Place small = one(PlaceClass.FIRST);
    CompletableFuture<String> ended = new CompletableFuture<>();
    Thread waiting =
        Thread.ofVirtual()
            .start(() -> {
              try {
                ended.complete("weighed " + small.weigh(10));
              } catch (InterruptedException e) {
                ended.complete("interrupted");
              }
            });
    assertTrue(waits(ended));
    waiting.interrupt();
    assertEquals("interrupted", ended.get(5, TimeUnit.SECONDS));
    large.close();
    assertEquals(0, inFlight.bytes());
    small.close();
    assertEquals(0, inFlight.attempts());
  }
}
