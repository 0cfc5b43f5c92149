package org.messgateway.gateway.notify;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.messgateway.api.MessageButton;
import org.messgateway.api.NotificationContent;
import org.messgateway.api.NotificationKind;
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

  /** The list has no button for an answer, and names a task no more once somebody has it. */
  @Test
  void whoTakesATaskFromTheListGetsAMessageForItAndHearsTheEndThere() {
    listedForBob("t1", "t2");
    goesOn("t1", "claimed", "bob status: {code: claimed}");
    TakenDelivery claimed = next("bob");
    SendDecision.Send own = assertInstanceOf(SendDecision.Send.class, decision(claimed));
    assertEquals(new NotificationContent.ClaimedByReader(), own.notification().content());
    assertTrue(own.notification().buttons().contains(MessageButton.DONE));
    assertEquals(1, digests.stale(scene.clock.instant()).size(), "the list changes, too");
    scene.clock.advance(SETTLED);
    scene.settle(claimed, Receipt.of("ts", "own"));
    goesOn("t1", "cancelled", "bob status: {code: claimed}", "claude-agent cancel: {re: t1}");
    SendDecision.Edit end = assertInstanceOf(SendDecision.Edit.class, decision(next("bob")));
    assertEquals(Receipt.of("ts", "own"), end.receipt());
  }

  @Test
  void whereOthersReadTheListTheHolderGetsAMessageWithButtonsToo() {
    listedForBob("t1", "t2");
    scene.executors(
        FlowScene.photographer("ana"),
        FlowScene.photographer("bob"),
        FlowScene.photographerAt("U-bob", "carl"));
    goesOn("t1", "claimed", "carl status: {code: claimed}");
    SendDecision.Send taken = assertInstanceOf(SendDecision.Send.class, decision(next("bob")));
    assertEquals(new NotificationContent.TakenByOther("carl"), taken.notification().content());
    assertTrue(taken.notification().buttons().contains(MessageButton.DONE));
  }

  @Test
  void whoHasATaskOfWhichOnlyTheListToldHearsOfTheEnd() {
    listedForBob("t1", "t2");
    goesOn("t1", "cancelled", "bob status: {code: claimed}", "claude-agent cancel: {re: t1}");
    SendDecision.Send end = assertInstanceOf(SendDecision.Send.class, decision(next("bob")));
    assertEquals(NotificationKind.CANCELLED, end.notification().kind());
  }

  @Test
  void whatSomebodyElseTakesChangesTheListOnly() {
    listedForBob("t1", "t2");
    goesOn("t1", "claimed", "ana status: {code: claimed}");
    assertInstanceOf(SendDecision.DeliveredBefore.class, decision(next("bob")));
    assertEquals(1, digests.stale(scene.clock.instant()).size());
  }

  private void listedForBob(String... refs) {
    open(refs);
    scene.deliverAll();
    List<TakenDelivery> bobs = whenBobComes(refs);
    scene.clock.advance(SETTLED);
    bobs.forEach(this::decision);
    theListArrives();
    for (TakenDelivery each : bobs) {
      scene.settle(
          each, assertInstanceOf(SendDecision.DeliveredBefore.class, decision(each)).receipt());
    }
  }

  /** The thread as it stands after its holder, who spoke first, and others said more. */
  private void goesOn(String ref, String status, String... said) {
    String holder = said[0].substring(0, said[0].indexOf(' '));
    StringBuilder all =
        new StringBuilder(
            scene
                .task(ref, status, "requires: [take-photo]")
                .replace("executor: null", "executor: " + holder));
    for (String one : said) {
      String who = one.substring(0, one.indexOf(' '));
      all.append("---\nfrom: %s\nreceived: %s\n".formatted(who, scene.clock.instant()))
          .append("MESS:\n  - %s\n".formatted(one.substring(one.indexOf(' ') + 1)));
    }
    scene.thread(ref, all.toString());
    scene.look(ref);
  }

  /** The delivery of an executor that goes next; those of others are delivered. */
  private TakenDelivery next(String executor) {
    List<TakenDelivery> ready = scene.takeAll();
    ready.stream()
        .filter(each -> !each.identity().executor().equals(executor))
        .forEach(scene::settle);
    return ready.stream()
        .filter(each -> each.identity().executor().equals(executor))
        .findFirst()
        .orElseThrow();
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
