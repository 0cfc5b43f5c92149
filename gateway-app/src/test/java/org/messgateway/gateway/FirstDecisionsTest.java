package org.messgateway.gateway;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.messgateway.gateway.exchange.LoadedThread;
import org.messgateway.gateway.routing.Route;

/** What was decided about a thread nobody knew counts once, while nothing changed. */
final class FirstDecisionsTest {

  private static final String PHOTO = "requires: [take-photo]";

  @TempDir Path home;

  private FlowScene scene;
  private LoadedThread loaded;

  @BeforeEach
  void aThreadForAna() {
    scene = new FlowScene(home);
    scene.thread("t1", scene.task("t1", "pending", PHOTO));
    loaded = scene.loaded("t1");
  }

  @AfterEach
  void theEnd() {
    scene.close();
  }

  private Optional<Route> still(LoadedThread thread) {
    return scene.desk.stillFirst(thread, scene.clock.instant());
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
  void whatIsToldToSeveralIsDecidedForEachAnew() {
    scene.executors(FlowScene.photographer("ana"), FlowScene.photographer("ben"));
    assertEquals(2, first().wanted().size());
    assertTrue(still(loaded).isEmpty());
  }
}
