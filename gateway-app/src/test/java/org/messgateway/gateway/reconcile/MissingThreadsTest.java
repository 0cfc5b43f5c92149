package org.messgateway.gateway.reconcile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.messgateway.gateway.dispatch.SendDecision;
import org.messgateway.gateway.queue.BreakerUpdate;
import org.messgateway.gateway.queue.Settlement;
import org.messgateway.gateway.queue.TakenDelivery;

/** What is queued for a thread that somebody took away, over a real exchange and a real queue. */
final class MissingThreadsTest {

  @TempDir Path home;
  private FlowScene scene;
  private Path file;
  private String text;

  @BeforeEach
  void aTaskThatIsQueued() throws IOException {
    scene = new FlowScene(home, "queue");
    text = scene.task("t1", "pending", "requires: [take-photo]");
    file = scene.thread("t1", text);
    scene.look("t1");
  }

  @AfterEach
  void theEnd() {
    scene.close();
  }

  private void taken(Path away) throws IOException {
    Files.delete(away);
    scene.look("t1");
  }

  /** Takes what may go now and decides; returns how many there were. */
  private int asked() {
    List<TakenDelivery> ready = scene.takeAll();
    for (TakenDelivery each : ready) {
      SendDecision decision = scene.wantedNow(new FakeChannels()).decide(each);
      SendDecision.SetAside aside = assertInstanceOf(SendDecision.SetAside.class, decision);
      scene.queue.settle(
          each,
          scene.clock.instant(),
          new Settlement.SetAside(aside.until()),
          new BreakerUpdate.Unchanged());
    }
    return ready.size();
  }

  @Test
  void itIsAskedForLessAndLessOften() throws IOException {
    taken(file);
    int hour = 0;
    for (int minute = 0; minute < 60; minute++) {
      hour += asked();
      scene.clock.advance(Duration.ofMinutes(1));
    }
    assertTrue(hour <= 3, "in the first hour it was asked for " + hour + " times");
    int day = hour;
    for (int minute = 60; minute < 24 * 60; minute++) {
      day += asked();
      scene.clock.advance(Duration.ofMinutes(1));
    }
    assertTrue(day >= 4 && day <= 6, "in a day it was asked for " + day + " times");
  }

  @Test
  void whenTheThreadIsBackItGoesOutAtOnce() throws IOException {
    taken(file);
    for (int minute = 0; minute < 120; minute++) {
      asked();
      scene.clock.advance(Duration.ofMinutes(1));
    }
    scene.thread("t1", text);
    scene.look("t1");

    assertEquals(List.of("request ana"), scene.deliverAll());
  }

  @Test
  void whatWasMendedGoesOutAtOnce() {
    scene.thread("t1", "ref: [broken");
    scene.look("t1");
    assertEquals(1, asked());
    scene.clock.advance(Duration.ofMinutes(1));
    assertEquals(0, asked());

    scene.thread("t1", text);
    scene.look("t1");

    assertEquals(List.of("request ana"), scene.deliverAll());
  }
}
