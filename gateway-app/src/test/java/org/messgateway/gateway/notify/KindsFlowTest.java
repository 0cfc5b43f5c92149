package org.messgateway.gateway.notify;

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
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.messgateway.api.Audience;
import org.messgateway.api.MessageButton;
import org.messgateway.api.Notification;
import org.messgateway.api.NotificationContent;
import org.messgateway.api.NotificationKind;
import org.messgateway.api.NotificationText;
import org.messgateway.api.Receipt;
import org.messgateway.api.mess.HistoryEntry;
import org.messgateway.api.mess.ThreadStatus;
import org.messgateway.api.text.Texts;
import org.messgateway.gateway.dispatch.SendDecision;
import org.messgateway.gateway.queue.DeliveryRow;
import org.messgateway.gateway.queue.Identity;
import org.messgateway.gateway.queue.LaneLease;
import org.messgateway.gateway.queue.Sample;
import org.messgateway.gateway.queue.TakenDelivery;
import org.messgateway.gateway.reconcile.DispatchHistory;
import org.messgateway.gateway.reconcile.FakeChannels;
import org.messgateway.gateway.reconcile.FlowScene;
import org.messgateway.testkit.Conforms;

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
  private Map.Entry<TakenDelivery, SendDecision> next(String executor) {
    for (TakenDelivery delivery : scene.takeAll()) {
      if (delivery.identity().executor().equals(executor)) {
        return Map.entry(delivery, scene.wantedNow(channels).decide(delivery));
      }
      scene.settle(delivery);
    }
    throw new AssertionError("nothing for " + executor + ": " + scene.rows("t1"));
  }

  @Test
  void whenOneOfTwoClaimsTheOthersMessageIsMadeToSaySo() {
    asked();
    goesOn("claimed", "ana", "ana status: {code: claimed}");
    SendDecision.Edit edit = assertInstanceOf(SendDecision.Edit.class, next("bob").getValue());
    assertEquals(new NotificationContent.TakenByOther("ana"), edit.notification().content());
    assertEquals(Receipt.of("ts", "bob"), edit.receipt());
    assertTrue(edit.notification().options().silent());
    assertEquals(Set.of(), edit.notification().buttons());
    assertNull(edit.notification().links(), "a link that opens nothing is no help");
  }

  @Test
  void whoClaimedSeesWhatCanBeDoneNow() {
    asked();
    goesOn("claimed", "ana", "ana status: {code: claimed}");
    Notification notification =
        assertInstanceOf(SendDecision.Edit.class, next("ana").getValue()).notification();
    assertEquals(new NotificationContent.ClaimedByReader(), notification.content());
    assertEquals(
        Set.of(MessageButton.DONE, MessageButton.ASK, MessageButton.GIVE_BACK),
        notification.buttons());
    assertTrue(notification.links() != null);
  }

  @Test
  void noButtonIsShownThatWouldNotWork() {
    channels.open = false;
    asked();
    goesOn("claimed", "ana", "ana status: {code: claimed}");
    assertEquals(
        Set.of(),
        assertInstanceOf(SendDecision.Edit.class, next("ana").getValue()).notification().buttons());
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
    TakenDelivery delivery = scene.takeAll().getFirst();
    String other = delivery.identity().executor().equals("ana") ? "bob" : "ana";
    goesOn("claimed", other, other + " status: {code: claimed}");
    assertEquals(
        other + " has it: claimed",
        assertInstanceOf(SendDecision.NotWanted.class, scene.wantedNow(channels).decide(delivery))
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
    Map.Entry<TakenDelivery, SendDecision> again = next("bob");
    SendDecision.Send send = assertInstanceOf(SendDecision.Send.class, again.getValue());
    assertEquals(1, again.getKey().identity().serial());
    assertEquals(Receipt.of("ts", "bob"), send.notification().options().replyTo());
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
    Notification notification =
        assertInstanceOf(SendDecision.Edit.class, next("bob").getValue()).notification();
    assertEquals(new NotificationContent.TaskCancelled("it rains"), notification.content());
    assertNull(notification.links());
  }

  @Test
  void whoHasItHearsOfTheEndEvenWhenTheirMessageIsGone() {
    asked();
    goesOn("claimed", "ana", "ana status: {code: claimed}");
    scene.deliverAll();
    goesOn("cancelled", "ana", "ana status: {code: claimed}", "claude-agent cancel: {re: t1}");
    for (TakenDelivery delivery : scene.takeAll()) {
      SendDecision.Edit edit =
          assertInstanceOf(SendDecision.Edit.class, scene.wantedNow(channels).decide(delivery));
      assertEquals(delivery.identity().executor().equals("ana"), edit.matters());
    }
  }

  @Test
  void whoHasDoneItFindsTheirMessageSayingSo() {
    asked();
    goesOn("claimed", "ana", "ana status: {code: claimed}");
    scene.deliverAll();
    goesOn("completed", "ana", "ana status: {code: claimed}", "ana status: {code: completed}");
    Map.Entry<TakenDelivery, SendDecision> next = next("ana");
    SendDecision.Edit edit = assertInstanceOf(SendDecision.Edit.class, next.getValue());
    assertEquals(
        new NotificationContent.TaskFinished(ThreadStatus.COMPLETED),
        edit.notification().content());
    assertEquals(Set.of(), edit.notification().buttons());
    assertNull(edit.notification().links());
    assertFalse(edit.matters(), "a message that is gone is not told anew");
    scene.settle(next.getKey());
    scene.look("t1");
    assertEquals(List.of(), scene.deliverAll());
  }

  @Test
  void theOthersFindTheirMessageSayingWhoDidItAndNotWhatIsNotTheirs() {
    asked();
    goesOn("claimed", "ana", "ana status: {code: claimed}");
    scene.deliverAll();
    goesOn(
        "completed",
        "ana",
        "ana status: {code: claimed}",
        "ana status: {code: completed}",
        "ana response: {content: [2 onions, {confirmation: true}]}");
    Notification notification =
        assertInstanceOf(SendDecision.Edit.class, next("bob").getValue()).notification();
    assertEquals(
        new NotificationContent.TaskFinished(ThreadStatus.COMPLETED, "ana", List.of()),
        notification.content());
    assertTrue(notification.options().silent());
    NotificationText text = NotificationText.of(notification, scene.clock.instant());
    assertEquals("ana did it: \"look\"", text.headline());
    assertEquals(List.of(), text.facts());
  }

  @Test
  void whoMaySeeWhatOthersSayFindsWhatWasFound() {
    scene.executors(FlowScene.photographer("ana"), FlowScene.seeing("bob"));
    asked();
    goesOn(
        "completed",
        "ana",
        "ana status: {code: claimed}",
        "ana status: {code: completed}",
        "ana response: {content: [2 onions, {confirmation: true}], notes: top shelf}");
    NotificationText text = edited("bob");
    assertEquals("ana did it: \"look\"", text.headline());
    assertEquals(List.of("Answer: 2 onions, Yes, top shelf"), text.facts());
  }

  /** By text message, which nothing can change, there is one that says how it went. */
  @Test
  void whoCannotBeShownAnEditIsToldOnceThatItIsTakenOrDone() {
    asked();
    goesOn("claimed", "ana", "ana status: {code: claimed}");
    assertEquals(new NotificationContent.TakenByOther("ana"), noteTo("bob", Audience.PEOPLE));
    goesOn("completed", "ana", "ana status: {code: claimed}", "ana status: {code: completed}");
    assertEquals(
        new NotificationContent.TaskFinished(ThreadStatus.COMPLETED, "ana", List.of()),
        noteTo("bob", Audience.PEOPLE));
    assertEquals(new NotificationContent.TakenByOther("ana"), noteTo("bob", Audience.MACHINES));
  }

  private NotificationContent noteTo(String executor, Audience audience) {
    Identity taken =
        new Identity(scene.id(), "t1", executor, "sms", "+1", NotificationKind.TAKEN, 0);
    return ContentFactory.of(taken, scene.loaded("t1").thread(), "ana", audience, Texts.ENGLISH)
        .orElseThrow();
  }

  @Test
  void peopleReadTheNameOfTheAgentThatAsksAndAnswers() {
    scene.agent("claude-agent", "Claude");
    scene.thread("t1", scene.task("t1", "pending", PHOTO));
    scene.look("t1");
    Map.Entry<TakenDelivery, SendDecision> asked = next("ana");
    NotificationText question = text(asked.getValue());
    assertTrue(question.facts().contains("From: Claude"), question.toString());
    scene.settle(asked.getKey());
    scene.deliverAll();
    String claim = "ana status: {code: claimed}";
    goesOn("claimed", "ana", claim);
    scene.deliverAll();
    goesOn("claimed", "ana", claim, "claude-agent reply: {re: t1, confirm: true}");
    assertEquals("Claude answered: yes", text(next("ana").getValue()).headline());
  }

  private NotificationText edited(String executor) {
    SendDecision.Edit edit = assertInstanceOf(SendDecision.Edit.class, next(executor).getValue());
    return NotificationText.of(edit.notification(), scene.clock.instant());
  }

  private NotificationText text(SendDecision sent) {
    Notification notification = assertInstanceOf(SendDecision.Send.class, sent).notification();
    return NotificationText.of(notification, scene.clock.instant());
  }

  @Test
  void whoDidItFindsTheirAnswer() {
    asked();
    goesOn(
        "completed",
        "ana",
        "ana status: {code: claimed}",
        "ana status: {code: completed}",
        "ana response: {content: [2 onions, {confirmation: true}]}");
    NotificationText text = edited("ana");
    assertEquals("Done: \"look\"", text.headline());
    assertEquals(List.of("Answer: 2 onions, Yes"), text.facts());
  }

  @Test
  void whatCannotBeChangedIsNotToldOnceMore() {
    asked();
    goesOn("completed", "ana", "ana status: {code: completed}");
    channels.editable = false;
    assertInstanceOf(SendDecision.NotWanted.class, next("ana").getValue());
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
    Map.Entry<TakenDelivery, SendDecision> next = next("ana");
    Notification notification =
        assertInstanceOf(SendDecision.Send.class, next.getValue()).notification();
    assertEquals(new NotificationContent.AgentReply("claude-agent", "yes"), notification.content());
    assertEquals(Receipt.of("ts", "ana"), notification.options().replyTo());
    assertEquals(
        Set.of(MessageButton.DONE, MessageButton.ASK, MessageButton.GIVE_BACK),
        notification.buttons());
    assertTrue(scene.rows("t1").stream().noneMatch(row -> row.startsWith("reply bob")));
  }

  @Test
  void aServiceThatWorksOnATaskIsToldTheEndByWhatItSaidLast() {
    channels.editable = false;
    channels.polled = true;
    String claim = "ana status: {code: claimed}";
    String reply = "claude-agent reply: {re: t1, confirm: true}";
    asked();
    goesOn("claimed", "ana", claim);
    scene.settle(next("ana").getKey(), Receipt.of("handle", "first"));
    scene.clock.advance(Duration.ofSeconds(1));
    goesOn("claimed", "ana", claim, reply);
    Map.Entry<TakenDelivery, SendDecision> answer = next("ana");
    assertEquals(Receipt.of("handle", "first"), earlier(answer));
    scene.settle(answer.getKey(), Receipt.of("handle", "second"));
    scene.clock.advance(Duration.ofSeconds(1));
    goesOn("cancelled", "ana", claim, reply, "claude-agent cancel: {re: t1}");
    assertEquals(Receipt.of("handle", "second"), earlier(next("ana")));
  }

  private static @Nullable Receipt earlier(Map.Entry<TakenDelivery, SendDecision> decided) {
    return assertInstanceOf(SendDecision.Send.class, decided.getValue())
        .notification()
        .options()
        .replyTo();
  }

  @Test
  void anAnswerIsSaidInLines() {
    asked();
    goesOn(
        "claimed",
        "ana",
        "ana status: {code: claimed}",
        "claude-agent reply: {re: t1, answers: {colour: red}, reason: for Zoe}");
    assertEquals(new NotificationContent.AgentReply("claude-agent", "red\nfor Zoe"), replied());
  }

  private NotificationContent replied() {
    return ContentFactory.of(
            scene.queue.deliveries(scene.id(), "t1").stream()
                .map(DeliveryRow::identity)
                .filter(identity -> identity.kind() == NotificationKind.REPLY)
                .findFirst()
                .orElseThrow(),
            scene.loaded("t1").thread(),
            "ana",
            Audience.PEOPLE,
            Texts.ENGLISH)
        .orElseThrow();
  }

  @Test
  @Conforms(280)
  void severalAnswersNameTheirQuestions() {
    asked();
    goesOn(
        "claimed",
        "ana",
        "ana status: {code: claimed}",
        "ana status: {code: needs_input, questions: [{id: q1, question: Which colour?},"
            + " {field: q2, question: The size}]}",
        "claude-agent reply: {re: t1, answers: {q1: [red, green], q2: {w: {cm: 2}}}}");
    assertEquals(
        new NotificationContent.AgentReply(
            "claude-agent", "Which colour? red, green\nThe size: some data for machines"),
        replied());
  }

  @Test
  @Conforms({25, 32})
  void anEarlierTaskOfTheSameRequestorIsNamedByItsIntent() {
    scene.thread("t0", scene.task("t0", "completed", "id: shopping"));
    String other = scene.task("t9", "completed", "id: secret").replace("intent: look", "intent: x");
    scene.thread("t9", other.replace("claude-agent", "somebody"));
    String refs = "context: [{ref: t0}, {ref: t0/response-001}, {ref: t9}, {ref: nothing}]";
    scene.thread("t1", scene.task("t1", "pending", PHOTO + "\n" + refs));
    scene.look("t1");
    Notification notification =
        assertInstanceOf(SendDecision.Send.class, next("ana").getValue()).notification();
    assertEquals(
        List.of("See also: \"look\"", "See also: \"look\"", "See also: t9", "See also: nothing"),
        NotificationText.of(notification, scene.clock.instant()).context());
  }

  @Test
  void whatHistoryRemembersIsNotToldAgainWhenTheQueueWasLost() throws Exception {
    asked();
    goesOn("claimed", "ana", "ana status: {code: claimed}");
    scene.deliverAll();
    List<HistoryEntry> notes =
        DispatchHistory.entries(
            scene.queue.deliveries(scene.id(), "t1").stream().map(Sample::settled).toList(),
            scene.history("t1"),
            scene.clock.instant());
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
    SendDecision.Send send = assertInstanceOf(SendDecision.Send.class, next("ana").getValue());
    assertEquals("B", send.notification().options().replyCode());
    assertEquals(Set.of(MessageButton.CLAIM, MessageButton.DECLINE), send.notification().buttons());
  }
}
