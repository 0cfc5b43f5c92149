package org.messgateway.gateway.notify;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.messgateway.api.Receipt;
import org.messgateway.gateway.dispatch.SendDecision;
import org.messgateway.gateway.notify.digest.DigestScheduler;
import org.messgateway.gateway.notify.digest.Digests;
import org.messgateway.gateway.queue.DeliverySource;
import org.messgateway.gateway.queue.TakenDelivery;
import org.messgateway.gateway.reconcile.FakeChannels;
import org.messgateway.gateway.reconcile.FlowScene;

/** Somebody who comes when tasks are open already is told of them in one message. */
final class BelatedTasksTest {

  private static final Duration SETTLED = Duration.ofSeconds(5);
  private static final Receipt LIST = Receipt.of("ts", "list");

  @TempDir Path home;
  private FlowScene scene;
  private Digests digests;
  private ThrottleStage throttle;
  private final FakeChannels channels = new FakeChannels();

  @BeforeEach
  void aScene() {
    scene = new FlowScene(home);
    scene.executors(FlowScene.photographer("ana"));
    started();
  }

  @AfterEach
  void theEnd() {
    scene.close();
  }

  /** What only memory knows begins anew. */
  private void started() {
    digests = new Digests();
    throttle =
        new ThrottleStage(
            scene.id(),
            scene.configuration,
            scene.queue,
            (_, _, _) -> Optional.empty(),
            digests,
            scene.clock);
  }

  private void open(String... refs) {
    for (String ref : refs) {
      scene.thread(ref, scene.task(ref, "pending", "requires: [take-photo]"));
      scene.look(ref);
    }
  }

  private List<TakenDelivery> whenBobComes(String... refs) {
    scene.executors(FlowScene.photographer("ana"), FlowScene.photographer("bob"));
    for (String ref : refs) {
      scene.look(ref);
    }
    return scene.takeAll();
  }

  private SendDecision decision(TakenDelivery delivery) {
    return throttle.review(delivery, scene.wantedNow(channels).decide(delivery));
  }

  private DigestScheduler scheduler() {
    return new DigestScheduler(scene.id(), digests, scene.queue, channels, scene.clock);
  }

  /** The list that is queued now, delivered. */
  private void theListArrives() {
    scheduler().turn();
    List<TakenDelivery> lists = scene.takeAll();
    assertEquals(
        List.of(DeliverySource.DIGEST),
        lists.stream().map(list -> list.identity().source()).toList());
    scene.settle(lists.getFirst(), LIST);
    scheduler().turn();
  }

  @Test
  void openTasksComeInOneMessageToWhoIsAddedLater() {
    open("t1", "t2", "t3");
    assertEquals(3, scene.deliverAll().size(), "Ana was there, and is told of each");
    List<TakenDelivery> bobs = whenBobComes("t1", "t2", "t3");
    assertEquals(3, bobs.size());
    for (TakenDelivery each : bobs) {
      assertEquals(
          scene.clock.in(SETTLED),
          assertInstanceOf(SendDecision.CannotTell.class, decision(each)).retryAt(),
          "others may come");
    }
    scene.clock.advance(SETTLED);
    bobs.forEach(each -> assertInstanceOf(SendDecision.CannotTell.class, decision(each)));
    assertEquals(3, digests.overnightOf(bobs.getFirst().id()).orElseThrow().deliveries().size());
    theListArrives();
    for (TakenDelivery each : bobs) {
      Receipt receipt =
          assertInstanceOf(SendDecision.DeliveredBefore.class, decision(each)).receipt();
      assertEquals("list", receipt.part("ts"));
      scene.settle(each, receipt);
    }
    assertEquals(List.of("request ana delivered", "request bob delivered"), scene.rows("t2"));
  }

  @Test
  void aRestartRepeatsNothingAndLosesNothing() {
    open("t1", "t2", "t3");
    scene.deliverAll();
    List<TakenDelivery> bobs = whenBobComes("t1", "t2", "t3");
    scene.clock.advance(SETTLED);
    bobs.forEach(this::decision);
    theListArrives();
    started();
    bobs.forEach(this::decision);
    scheduler().turn();
    assertEquals(List.of(), scene.takeAll(), "the list stands already");
    for (TakenDelivery each : bobs) {
      scene.settle(
          each, assertInstanceOf(SendDecision.DeliveredBefore.class, decision(each)).receipt());
    }
    scene.look("t1");
    assertEquals(List.of(), scene.deliverAll());
  }

  @Test
  void aSingleOpenTaskHasAMessageOfItsOwn() {
    open("t1");
    scene.deliverAll();
    TakenDelivery bobs = whenBobComes("t1").getFirst();
    assertInstanceOf(SendDecision.CannotTell.class, decision(bobs));
    scene.clock.advance(SETTLED);
    assertInstanceOf(SendDecision.Send.class, decision(bobs));
  }

  @Test
  void whatIsNewIsToldAtOnceWhereverOthersWait() {
    open("t1", "t2");
    scene.deliverAll();
    whenBobComes("t1", "t2").forEach(this::decision);
    String fresh = FlowScene.task("t3", "pending", scene.clock.instant(), "requires: [take-photo]");
    scene.thread("t3", fresh);
    scene.look("t3");
    TakenDelivery anas =
        scene.takeAll().stream()
            .filter(each -> each.identity().executor().equals("ana"))
            .findFirst()
            .orElseThrow();
    assertInstanceOf(SendDecision.Send.class, decision(anas));
  }
}
