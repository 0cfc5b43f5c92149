package org.messgateway.gateway;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.messgateway.api.Action;
import org.messgateway.api.News;
import org.messgateway.api.Notification;
import org.messgateway.api.NotificationKind;
import org.messgateway.api.Receipt;
import org.messgateway.api.mess.HistoryEntry;
import org.messgateway.api.mess.ThreadStatus;
import org.messgateway.gateway.dispatch.Decision;
import org.messgateway.gateway.queue.DeliveryRow;
import org.messgateway.gateway.queue.LaneLease;
import org.messgateway.gateway.queue.TakenDelivery;

/** A thread goes on after its request: who is told, over a real exchange and a real queue. */
final class KindsFlowTest {

  private static final String PHOTO = "requires: [take-photo]";

  @TempDir Path home;
  private FlowScene scene;
  private final FakeChannels channels = new FakeChannels();

  @BeforeEach
  void aScene() {
    open("first");
  }

  private void open(String queue) {
    scene = new FlowScene(home, queue);
    scene.executors(FlowScene.photographer("ana"), FlowScene.photographer("bob"));
  }

  @AfterEach
  void theEnd() {
    scene.close();
  }

  /** What was asked is asked of both. */
  private void asked() {
    scene.thread("t1", scene.task("t1", "pending", PHOTO));
    scene.look("t1");
    assertEquals(List.of("request ana", "request bob"), scene.deliverAll());
  }

  /** The thread as it stands after more was said. */
  private void goesOn(String status, String holder, String... said) {
    String text = scene.task("t1", status, PHOTO);
    text = text.replace("executor: null", "executor: " + holder);
    Instant at = scene.clock.instant();
    StringBuilder all = new StringBuilder(text.replaceFirst("(?m)^updated: .*", "updated: " + at));
    for (String one : said) {
      String who = one.substring(0, one.indexOf(' '));
      all.append("---\nfrom: ").append(who).append("\nreceived: ").append(at).append("\nMESS:\n");
      all.append("  - ").append(one.substring(one.indexOf(' ') + 1)).append('\n');
    }
    scene.thread("t1", all.toString());
    scene.look("t1");
  }

  /** The delivery of an executor that goes next, with what is sent then. */
  private Map.Entry<TakenDelivery, Decision> next(String executor) {
    for (TakenDelivery taken : scene.takeAll()) {
      if (taken.identity().executor().equals(executor)) {
        return Map.entry(taken, scene.wantedNow(channels).wanted(taken));
      }
      scene.settle(taken);
    }
    throw new AssertionError("nothing for " + executor + ": " + scene.rows("t1"));
  }

  @Test
  void whenOneOfTwoClaimsTheOthersMessageIsMadeToSaySo() {
    asked();
    goesOn("claimed", "ana", "ana status: {code: claimed}");
    Decision.Edit edit = assertInstanceOf(Decision.Edit.class, next("bob").getValue());
    assertEquals(new News.Taken("ana"), edit.notification().news());
    assertEquals(Receipt.of("ts", "bob"), edit.receipt());
    assertTrue(edit.notification().manner().silent());
    assertEquals(Set.of(), edit.notification().actions());
    assertNull(edit.notification().links(), "a link that opens nothing is no help");
  }

  @Test
  void whoClaimedSeesWhatCanBeDoneNow() {
    asked();
    goesOn("claimed", "ana", "ana status: {code: claimed}");
    Notification told =
        assertInstanceOf(Decision.Edit.class, next("ana").getValue()).notification();
    assertEquals(new News.Claimed(), told.news());
    assertEquals(Set.of(Action.DONE, Action.ASK, Action.GIVE_BACK), told.actions());
    assertTrue(told.links() != null);
  }

  @Test
  void noButtonIsShownThatWouldNotWork() {
    channels.open = false;
    asked();
    goesOn("claimed", "ana", "ana status: {code: claimed}");
    assertEquals(
        Set.of(),
        assertInstanceOf(Decision.Edit.class, next("ana").getValue()).notification().actions());
  }

  @Test
  void pingsThatAreQueuedWhenSomebodyClaimsAreNeverSent() {
    scene.thread("t1", scene.task("t1", "pending", PHOTO));
    scene.look("t1");
    LaneLease lane = scene.queue.lease(1).getFirst();
    scene.settle(scene.queue.take(lane, 1).getFirst());
    scene.queue.release(lane);
    String told = lane.address().substring(2);
    String other = told.equals("ana") ? "bob" : "ana";
    goesOn("claimed", told, told + " status: {code: claimed}");
    assertTrue(scene.rows("t1").contains("request " + other + " withdrawn"));
    assertEquals(List.of("claimed " + told), scene.deliverAll());
  }

  @Test
  void aPingInHandIsNotSentEither() {
    scene.thread("t1", scene.task("t1", "pending", PHOTO));
    scene.look("t1");
    TakenDelivery taken = scene.takeAll().getFirst();
    String other = taken.identity().executor().equals("ana") ? "bob" : "ana";
    goesOn("claimed", other, other + " status: {code: claimed}");
    assertEquals(
        other + " has it: claimed",
        assertInstanceOf(Decision.NotWanted.class, scene.wantedNow(channels).wanted(taken))
            .reason());
  }

  @Test
  void aRequestThatArrivesAfterTheClaimIsFollowedByItsEnd() {
    scene.thread("t1", scene.task("t1", "pending", PHOTO));
    scene.look("t1");
    List<TakenDelivery> inFlight = scene.takeAll();
    goesOn("claimed", "ana", "ana status: {code: claimed}");
    assertEquals(List.of(), scene.deliverAll(), "whether it arrives is not known yet");
    inFlight.forEach(scene::settle);
    scene.clock.advance(Duration.ofSeconds(2));
    assertEquals(Set.of("t1"), scene.due());
    scene.look("t1");
    assertEquals(List.of("claimed ana", "taken bob"), scene.deliverAll());
  }

  @Test
  void whatIsGivenBackIsAskedAgain() {
    asked();
    goesOn("claimed", "ana", "ana status: {code: claimed}");
    scene.deliverAll();
    goesOn("pending", "null", "ana status: {code: claimed}", "ana status: {code: declined}");
    Map.Entry<TakenDelivery, Decision> again = next("bob");
    Decision.Send send = assertInstanceOf(Decision.Send.class, again.getValue());
    assertEquals(1, again.getKey().identity().serial());
    assertEquals(Receipt.of("ts", "bob"), send.notification().manner().earlier());
    scene.settle(again.getKey());
    scene.look("t1");
    assertEquals(List.of(), scene.deliverAll(), "who gave it back is not asked again");
  }

  @Test
  void whatIsGivenBackBeforeTheOthersWereToldIsNotToldAsTaken() {
    asked();
    goesOn("claimed", "ana", "ana status: {code: claimed}");
    goesOn("pending", "null", "ana status: {code: claimed}", "ana status: {code: declined}");
    assertEquals(List.of("request bob"), scene.deliverAll());
    assertTrue(scene.rows("t1").contains("taken bob withdrawn"));
  }

  @Test
  void whenItIsCancelledAllWhoWereToldHearItAndWhy() {
    asked();
    goesOn("cancelled", "null", "claude-agent cancel: {re: t1, reason: it rains}");
    Notification told =
        assertInstanceOf(Decision.Edit.class, next("bob").getValue()).notification();
    assertEquals(new News.Cancelled("it rains"), told.news());
    assertNull(told.links());
  }

  @Test
  void whoHasItHearsOfTheEndEvenWhenTheirMessageIsGone() {
    asked();
    goesOn("claimed", "ana", "ana status: {code: claimed}");
    scene.deliverAll();
    goesOn("cancelled", "ana", "ana status: {code: claimed}", "claude-agent cancel: {re: t1}");
    for (TakenDelivery taken : scene.takeAll()) {
      Decision.Edit edit =
          assertInstanceOf(Decision.Edit.class, scene.wantedNow(channels).wanted(taken));
      assertEquals(taken.identity().executor().equals("ana"), edit.matters());
    }
  }

  @Test
  void whoHasDoneItFindsTheirMessageSayingSo() {
    asked();
    goesOn("claimed", "ana", "ana status: {code: claimed}");
    scene.deliverAll();
    goesOn("completed", "ana", "ana status: {code: claimed}", "ana status: {code: completed}");
    Map.Entry<TakenDelivery, Decision> next = next("ana");
    Decision.Edit edit = assertInstanceOf(Decision.Edit.class, next.getValue());
    assertEquals(new News.Finished(ThreadStatus.COMPLETED), edit.notification().news());
    assertEquals(Set.of(), edit.notification().actions());
    assertNull(edit.notification().links());
    assertFalse(edit.matters(), "a message that is gone is not told anew");
    scene.settle(next.getKey());
    scene.look("t1");
    assertEquals(List.of(), scene.deliverAll());
  }

  @Test
  void whatCannotBeChangedIsNotToldOnceMore() {
    asked();
    goesOn("completed", "ana", "ana status: {code: completed}");
    channels.editable = false;
    assertInstanceOf(Decision.NotWanted.class, next("ana").getValue());
  }

  @Test
  void whenTheDeadlineHasPassedAllWhoWereToldHearIt() {
    asked();
    goesOn("expired", "null", "exchange status: {code: expired}");
    assertEquals(List.of("expired ana", "expired bob"), scene.deliverAll());
    scene.look("t1");
    assertEquals(List.of(), scene.deliverAll());
  }

  @Test
  void anAnswerReachesWhoHasItAsAMessageOfItsOwn() {
    asked();
    goesOn(
        "claimed",
        "ana",
        "ana status: {code: claimed}",
        "claude-agent reply: {re: t1, answers: {colour: red, gift: true}, reason: for Zoe}");
    scene.deliverAll();
    goesOn(
        "claimed",
        "ana",
        "ana status: {code: claimed}",
        "claude-agent reply: {re: t1, answers: {colour: red, gift: true}, reason: for Zoe}",
        "claude-agent reply: {re: t1, confirm: true}");
    Map.Entry<TakenDelivery, Decision> next = next("ana");
    Notification told = assertInstanceOf(Decision.Send.class, next.getValue()).notification();
    assertEquals(new News.Replied("claude-agent", "yes"), told.news());
    assertEquals(Receipt.of("ts", "ana"), told.manner().earlier());
    assertEquals(Set.of(Action.DONE, Action.ASK, Action.GIVE_BACK), told.actions());
    assertTrue(scene.rows("t1").stream().noneMatch(row -> row.startsWith("reply bob")));
  }

  @Test
  void anAnswerIsSaidInLines() {
    asked();
    goesOn(
        "claimed",
        "ana",
        "ana status: {code: claimed}",
        "claude-agent reply: {re: t1, answers: {colour: red}, reason: for Zoe}");
    News news =
        WhatIsNew.of(
                scene.queue.deliveries(scene.id(), "t1").stream()
                    .map(DeliveryRow::identity)
                    .filter(identity -> identity.kind() == NotificationKind.REPLY)
                    .findFirst()
                    .orElseThrow(),
                scene.loaded("t1").thread(),
                "ana")
            .orElseThrow();
    assertEquals(new News.Replied("claude-agent", "red\nfor Zoe"), news);
  }

  @Test
  void whatHistoryRemembersIsNotToldAgainWhenTheQueueWasLost() throws Exception {
    asked();
    goesOn("claimed", "ana", "ana status: {code: claimed}");
    scene.deliverAll();
    List<HistoryEntry> notes =
        DispatchNotes.entries(
            scene.queue.deliveries(scene.id(), "t1"), scene.history("t1"), scene.clock.instant());
    scene.exchange.writer().appendHistory(scene.loaded("t1").ref(), notes);
    scene.close();
    open("second");
    scene.look("t1");
    assertEquals(
        List.of(
            "claimed ana delivered",
            "request ana delivered",
            "request bob delivered",
            "taken bob delivered"),
        scene.rows("t1"));
    assertEquals(List.of(), scene.deliverAll());
  }

  @Test
  void aThreadThatHadEndedBeforeItWasFirstSeenWantsNothing() {
    goesOn("cancelled", "null", "claude-agent cancel: {re: t1}");
    assertEquals(List.of(), scene.rows("t1"));
  }

  @Test
  void whereThereAreNoButtonsTasksAreToldApartByLetters() {
    channels.editable = false;
    scene.thread("t1", scene.task("t1", "pending", PHOTO));
    scene.look("t1");
    Decision.Send send = assertInstanceOf(Decision.Send.class, next("ana").getValue());
    assertEquals("B", send.notification().manner().replyCode());
    assertEquals(Set.of(Action.CLAIM, Action.DECLINE), send.notification().actions());
  }
}
