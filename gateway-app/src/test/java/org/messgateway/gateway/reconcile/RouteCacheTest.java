package org.messgateway.gateway.reconcile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.messgateway.gateway.exchange.LoadedThread;
import org.messgateway.gateway.queue.DesiredDelivery;
import org.messgateway.gateway.queue.Identity;
import org.messgateway.gateway.routing.Route;

/** What was decided about a thread nobody knew counts once, while nothing changed. */
final class RouteCacheTest {

  private static final String PHOTO = "requires: [take-photo]";

  @TempDir Path home;

  private FlowScene scene;
  private LoadedThread loaded;
  private Identity anas;

  @BeforeEach
  void aThreadForAna() {
    scene = new FlowScene(home);
    scene.thread("t1", scene.task("t1", "pending", PHOTO));
    loaded = scene.loaded("t1");
    anas = scene.routing.route(loaded).desired().getFirst().identity();
  }

  @AfterEach
  void theEnd() {
    scene.close();
  }

  private Optional<Route> still(LoadedThread thread) {
    return still(thread, anas);
  }

  private Optional<Route> still(LoadedThread thread, Identity delivery) {
    return scene.routing.stillFirst(thread, delivery, scene.clock.instant());
  }

  private Route first() {
    return scene.routing.first(loaded, scene.clock.instant());
  }

  @Test
  void itCountsOnceAndSaysTheSame() {
    Route first = first();
    assertEquals(Optional.of(first.desired()), still(loaded).map(Route::desired));
    assertTrue(still(loaded).isEmpty(), "a further attempt asks again");
  }

  @Test
  void itDoesNotCountForTheThreadReadAgain() {
    first();
    assertTrue(still(scene.loaded("t1")).isEmpty());
  }

  @Test
  void itDoesNotCountUnderAnotherConfiguration() {
    first();
    scene.executors(FlowScene.photographer("ana"));
    assertTrue(still(loaded).isEmpty());
  }

  /** It wants its deliveries when they were due by the clock of before. */
  @Test
  void itDoesNotCountWhenTheClockWasSetBack() {
    first();
    scene.clock.advance(Duration.ofHours(-5));
    assertTrue(still(loaded).isEmpty());
  }

  @Test
  void whereSeveralAreToldAtOnceItCountsOnceForEach() {
    scene.executors(FlowScene.photographer("ana"), FlowScene.photographer("ben"));
    Route first = first();
    for (DesiredDelivery each : first.desired()) {
      assertEquals(
          Optional.of(first.desired()), still(loaded, each.identity()).map(Route::desired));
      assertTrue(still(loaded, each.identity()).isEmpty(), "a further attempt asks again");
    }
  }

  /** What is kept of a route that wants one more. */
  private Optional<Route> kept(UnaryOperator<DesiredDelivery> further) {
    Route route = first();
    DesiredDelivery ana = route.desired().getFirst();
    Route both =
        new Route(
            List.of(ana, further.apply(ana)),
            route.holds(),
            route.nextLook(),
            route.reasons(),
            route.round(),
            route.deadline(),
            route.dependsOn(),
            route.holder());
    RouteCache firsts = new RouteCache(() -> 0);
    Instant now = scene.clock.instant();
    firsts.keep(loaded, scene.configuration.get(), both, now);
    return firsts.take(loaded, anas, scene.configuration.get(), now);
  }

  private static DesiredDelivery bens(DesiredDelivery anas, String address, Duration later) {
    Identity hers = anas.identity();
    Identity his =
        new Identity(
            hers.exchange(),
            hers.ref(),
            "ben",
            hers.channel(),
            address,
            hers.kind(),
            hers.serial());
    return new DesiredDelivery(
        his, List.of("ben"), true, anas.priority(), anas.due().plus(later), null);
  }

  @Test
  void whatIsToldToAnotherAtTheSameAddressIsDecidedAnew() {
    assertTrue(kept(ana -> bens(ana, "U-ben", Duration.ZERO)).isPresent());
    assertTrue(kept(ana -> bens(ana, ana.identity().address(), Duration.ZERO)).isEmpty());
  }

  @Test
  void whereAnotherIsToldLaterItIsDecidedAnew() {
    assertTrue(kept(ana -> bens(ana, "U-ben", Duration.ofHours(1))).isEmpty());
  }
}
