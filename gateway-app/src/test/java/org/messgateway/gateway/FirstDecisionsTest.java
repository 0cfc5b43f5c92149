package org.messgateway.gateway;

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
import org.messgateway.gateway.queue.Identity;
import org.messgateway.gateway.queue.WantedDelivery;
import org.messgateway.gateway.routing.Route;

/** What was decided about a thread nobody knew counts once, while nothing changed. */
final class FirstDecisionsTest {

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
    anas = scene.desk.route(loaded).wanted().getFirst().identity();
  }

  @AfterEach
  void theEnd() {
    scene.close();
  }

  private Optional<Route> still(LoadedThread thread) {
    return still(thread, anas);
  }

  private Optional<Route> still(LoadedThread thread, Identity delivery) {
    return scene.desk.stillFirst(thread, delivery, scene.clock.instant());
  }

  private Route first() {
    return scene.desk.first(loaded, scene.clock.instant());
  }

  @Test
  void itCountsOnceAndSaysTheSame() {
    Route first = first();
    assertEquals(Optional.of(first.wanted()), still(loaded).map(Route::wanted));
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

  @Test
  void whereSeveralAreToldAtOnceItCountsOnceForEach() {
    scene.executors(FlowScene.photographer("ana"), FlowScene.photographer("ben"));
    Route first = first();
    for (WantedDelivery each : first.wanted()) {
      assertEquals(Optional.of(first.wanted()), still(loaded, each.identity()).map(Route::wanted));
      assertTrue(still(loaded, each.identity()).isEmpty(), "a further attempt asks again");
    }
  }

  /** What is kept of a route that wants one more. */
  private Optional<Route> kept(UnaryOperator<WantedDelivery> further) {
    Route route = first();
    WantedDelivery ana = route.wanted().getFirst();
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
    FirstDecisions firsts = new FirstDecisions(() -> 0);
    Instant now = scene.clock.instant();
    firsts.keep(loaded, scene.configuration.get(), both, now);
    return firsts.take(loaded, anas, scene.configuration.get(), now);
  }

  private static WantedDelivery bens(WantedDelivery anas, String address, Duration later) {
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
    return new WantedDelivery(
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
