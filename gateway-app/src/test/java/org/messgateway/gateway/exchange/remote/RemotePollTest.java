package org.messgateway.gateway.exchange.remote;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.util.RawValue;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.messgateway.api.mess.ThreadStatus;
import org.messgateway.gateway.exchange.LoadedThread;
import org.messgateway.gateway.exchange.Ref;
import org.messgateway.gateway.exchange.ThreadAddition;

/** What others do on a server is seen, once, whole, and in the order in which it counts. */
class RemotePollTest {

  @TempDir private Path folder;
  private RemoteScene scene;

  @BeforeEach
  void aServer() {
    scene = new RemoteScene(folder);
  }

  @AfterEach
  void close() {
    scene.close();
  }

  @Test
  void aNewTaskIsKeptWhole() {
    String ref = scene.server.ask("agent", "water the plants");
    scene.poll();
    assertEquals("water the plants", scene.thread(ref).intent());
    assertEquals("agent", scene.thread(ref).envelope().requestor());
    assertEquals(ThreadStatus.PENDING, scene.thread(ref).envelope().status());
  }

  @Test
  void whatHasNotChangedIsNotFetchedAgain() {
    scene.server.ask("agent", "water the plants");
    scene.poll();
    scene.poll();
    long fetched = fetched();
    scene.poll();
    scene.poll();
    assertEquals(1, fetched, "what is new is looked at once");
    assertEquals(fetched, fetched());
  }

  @Test
  void whatHasChangedIsLookedAtOnceMore() {
    String ref = scene.server.ask("agent", "water the plants");
    scene.poll();
    scene.server.say(ref, "bob", "claimed", null);
    scene.poll();
    scene.poll();
    scene.poll();
    assertEquals(3, fetched());
  }

  @Test
  void whatWasClaimedWhenItWasFirstSeenIsLookedAtOnceMore() {
    String ref = scene.server.ask("agent", "water the plants");
    scene.server.say(ref, "bob", "claimed", null);
    scene.poll();
    scene.poll();
    scene.poll();
    assertEquals(2, fetched());
  }

  private void pass(Duration time) {
    scene.nanos.addAndGet(time.toNanos());
  }

  @Test
  void aTaskThatIsNotOnTheServerAnyMoreLeavesTheCopyInTheEnd() {
    String gone = scene.server.ask("agent", "water the plants");
    String stays = scene.server.ask("agent", "feed the cat");
    scene.poll();
    scene.server.vanish(gone);
    scene.poll();
    pass(DeletedThreads.GONE_AFTER.minusSeconds(1));
    scene.poll();
    assertTrue(scene.has(gone));
    pass(Duration.ofSeconds(1));
    scene.poll();
    assertFalse(scene.has(gone));
    assertTrue(scene.has(stays));
    assertEquals(List.of(gone), scene.told.stream().distinct().toList(), "who listens is told");
    assertEquals("agent", scene.thread(stays).envelope().requestor());
  }

  @Test
  void whatIsLeftOutOfAListStaysWhileTheServerKnowsIt() {
    String hidden = scene.server.ask("agent", "water the plants");
    scene.server.ask("agent", "feed the cat");
    scene.poll();
    scene.server.hide(hidden);
    for (int turn = 0; turn < 5; turn++) {
      scene.poll();
      pass(DeletedThreads.GONE_AFTER);
    }
    assertTrue(scene.has(hidden));
  }

  @Test
  void aServerThatFailsOrWasSetBackToNothingRemovesNothing() {
    String one = scene.server.ask("agent", "water the plants");
    String other = scene.server.ask("agent", "feed the cat");
    scene.poll();
    scene.server.vanish(one);
    scene.poll();
    pass(DeletedThreads.GONE_AFTER);
    scene.server.failsForThreads(true);
    scene.remotePoller.turn();
    assertTrue(scene.has(one), "it did not say that it does not know it");
    scene.server.failsForThreads(false);
    scene.server.vanish(other);
    for (int turn = 0; turn < 3; turn++) {
      scene.remotePoller.turn();
      pass(DeletedThreads.GONE_AFTER);
    }
    assertTrue(scene.has(one) && scene.has(other), "an empty list says nothing");
  }

  @Test
  void aListThatSpeaksOfMoreRemovesNothing() {
    String gone = scene.server.ask("agent", "water the plants");
    scene.server.ask("agent", "feed the cat");
    scene.poll();
    scene.server.vanish(gone);
    scene.server.listsWith(Map.of("has_more", true));
    scene.poll();
    pass(DeletedThreads.GONE_AFTER);
    scene.poll();
    assertTrue(scene.has(gone));
    scene.server.listsWith(Map.of("total", 1));
    scene.poll();
    pass(DeletedThreads.GONE_AFTER);
    scene.poll();
    assertFalse(scene.has(gone));
  }

  @Test
  void whatComesBackInTimeStaysAsItWas() {
    String ref = scene.server.ask("agent", "water the plants");
    scene.server.ask("agent", "feed the cat");
    scene.poll();
    scene.server.hide(ref);
    scene.poll();
    pass(DeletedThreads.GONE_AFTER.minusSeconds(1));
    scene.server.hide("");
    scene.poll();
    scene.server.hide(ref);
    scene.poll();
    long before = fetched();
    pass(Duration.ofSeconds(2));
    scene.poll();
    assertEquals(before, fetched(), "the time counts anew");
    assertTrue(scene.has(ref));
  }

  @Test
  void aGatewayThatStartsAgainFetchesOnlyWhatIsNew() throws Exception {
    String old = scene.server.ask("agent", "water the plants");
    scene.poll();
    String more = scene.server.ask("agent", "feed the cat");
    long before = fetched();
    try (RemoteScene again = new RemoteScene(folder, RemoteServerSimulator.KEY, scene)) {
      again.poll();
      assertTrue(again.has(old) && again.has(more));
    }
    assertEquals(before + 1, fetched());
  }

  @Test
  void whatIsOldOnTheServerIsOldInTheCopy() {
    Instant lastMonth = Instant.parse("2026-10-21T10:00:00Z");
    String ref = scene.server.ask("agent", "water the plants", lastMonth);
    scene.poll();
    assertEquals(lastMonth, scene.thread(ref).envelope().created());
    assertEquals(
        lastMonth, scene.loaded(ref).fingerprint().modified(), "so that it is held at first");
  }

  @Test
  void aTaskWithoutItsRequestWaits() {
    String ref = scene.server.askInTwoSteps("agent", "water the plants");
    scene.poll();
    assertFalse(scene.has(ref));
    scene.server.say(
        ref, "agent", null, List.of(Map.of("request", Map.of("intent", "water the plants"))));
    scene.poll();
    assertTrue(scene.has(ref));
  }

  @Test
  void aStatusWithoutAWordIsToldByADocumentOfItsOwn() {
    String ref = scene.server.ask("agent", "water the plants");
    scene.poll();
    scene.server.say(ref, "bob", "claimed", null);
    scene.poll();
    scene.server.say(ref, "bob", "in-progress", null);
    scene.poll();
    scene.server.say(ref, "agent", "cancelled", null);
    scene.poll();
    assertEquals(List.of("claimed bob", "in_progress bob", "cancelled agent"), scene.history(ref));
    assertEquals(ThreadStatus.CANCELLED, scene.thread(ref).envelope().status());
    assertEquals(List.of("agent", "bob", "bob", "agent"), scene.speakers(ref));
  }

  @Test
  void whoGivesATaskBackMakesItFreeForAnotherRound() {
    String ref = scene.server.ask("agent", "water the plants");
    scene.server.say(ref, "bob", "claimed", null);
    scene.poll();
    scene.server.say(ref, "bob", "pending", null);
    scene.poll();
    scene.server.say(ref, "carl", "claimed", null);
    scene.poll();
    assertEquals(List.of("claimed bob", "pending exchange", "claimed carl"), scene.history(ref));
    assertEquals("carl", scene.thread(ref).envelope().executor());
  }

  @Test
  void anAnswerAndItsStatusAreOneStep() {
    String ref = scene.server.ask("agent", "water the plants");
    scene.server.say(ref, "bob", "claimed", null);
    scene.poll();
    scene.server.say(
        ref, "bob", "completed", List.of(Map.of("response", Map.of("content", List.of("done")))));
    scene.poll();
    assertEquals(List.of("claimed bob", "completed bob"), scene.history(ref));
    assertEquals(3, scene.thread(ref).messages().size());
  }

  @Test
  void aCopyThatWasDeletedIsMadeAgain() throws Exception {
    String ref = scene.server.ask("agent", "water the plants");
    scene.poll();
    try (RemoteScene again =
        new RemoteScene(
            Files.createDirectory(folder.resolve("new")), RemoteServerSimulator.KEY, scene)) {
      again.poll();
      assertEquals(scene.thread(ref), again.thread(ref));
      assertEquals(scene.copy().directory().id(), again.copy().directory().id());
    }
  }

  @Test
  void whatIsSaidAfterAnInterruptedUpdateComesIntoTheCopyToo() throws Exception {
    String ref = aFullTask();
    interruptedAfterItsDocuments(ref, () -> note(ref, "bob", "one"));
    note(ref, "carl", "two");
    scene.poll();
    assertEquals(List.of("agent", "agent", "bob", "carl"), scene.speakers(ref));
    note(ref, "dora", "three");
    scene.poll();
    assertEquals(List.of("agent", "agent", "bob", "carl", "dora"), scene.speakers(ref));
  }

  @Test
  void anInterruptedUpdateIsFinishedWithoutSayingItTwice() throws Exception {
    String ref = aFullTask();
    interruptedAfterItsDocuments(
        ref,
        () -> {
          note(ref, "bob", "one");
          note(ref, "carl", "two");
        });
    scene.poll();
    assertEquals(List.of("agent", "agent", "bob", "carl"), scene.speakers(ref));
  }

  @Test
  void aWordThatExplainsAnInterruptedChangeOfStatusIsNotTakenForIt() throws Exception {
    String ref = aFullTask();
    scene.server.say(ref, "bob", "claimed", null);
    scene.poll();
    interruptedAfterItsDocuments(ref, () -> scene.server.say(ref, "bob", "in-progress", null));
    note(ref, "bob", "I have begun");
    scene.poll();
    assertEquals(List.of("agent", "agent", "bob", "bob", "bob"), scene.speakers(ref));
    assertEquals(ThreadStatus.IN_PROGRESS, scene.thread(ref).envelope().status());
  }

  /** A task whose further messages go into a second file. */
  private String aFullTask() {
    String ref = scene.server.ask("agent", "water the plants");
    scene.poll();
    note(ref, "agent", "x".repeat(1024 * 1024));
    scene.poll();
    return ref;
  }

  private void note(String ref, String actor, String words) {
    scene.server.say(ref, actor, null, List.of(Map.of("note", words)));
  }

  /** As after a crash a while ago: the copy has the documents, and its envelope is as it was. */
  private void interruptedAfterItsDocuments(String ref, Runnable said) throws Exception {
    byte[] before = Files.readAllBytes(files(ref).getFirst());
    said.run();
    scene.poll();
    Files.write(files(ref).getFirst(), before);
    for (Path file : files(ref)) {
      Files.setLastModifiedTime(file, FileTime.from(Instant.now().minusSeconds(60)));
    }
  }

  /** The files of a task's documents, in order. */
  private List<Path> files(String ref) throws Exception {
    try (Stream<Path> all = Files.walk(folder)) {
      return all.filter(file -> file.getFileName().toString().endsWith(ref + ".messe-af.yaml"))
          .sorted()
          .toList();
    }
  }

  @Test
  void nothingIsLostWhileTheServerIsDown() {
    scene.remotePoller.turn();
    scene.server.stop();
    scene.remotePoller.turn();
    scene.server.startAgain();
    String ref = scene.server.ask("agent", "water the plants");
    scene.remotePoller.turn();
    assertTrue(scene.has(ref));
  }

  @Test
  void aFailureInTheMiddleLosesNoTask() {
    String first = scene.server.ask("agent", "one");
    String second = scene.server.ask("agent", "two");
    scene.server.failsForThreads(true);
    scene.remotePoller.turn();
    assertFalse(scene.has(first) || scene.has(second));
    scene.server.failsForThreads(false);
    scene.remotePoller.turn();
    assertTrue(scene.has(first) && scene.has(second), "though the list has not changed");
  }

  @Test
  void aTaskThatTheServerCannotHandOutHoldsUpNoOther() {
    String first = scene.server.ask("agent", "one");
    scene.server.failsForThread(first);
    String second = scene.server.ask("agent", "two");
    assertEquals(Duration.ofSeconds(5), scene.remotePoller.turn(), "the server itself answers");
    assertTrue(scene.has(second));
    String third = scene.server.ask("agent", "three");
    scene.remotePoller.turn();
    assertTrue(scene.has(third));
    assertFalse(scene.has(first));
    scene.server.failsForThread("");
    turns(2);
    assertTrue(scene.has(first));
  }

  @Test
  void aTaskThatCannotBeHadIsAskedForLessAndLessOften() {
    String ref = scene.server.ask("agent", "one");
    scene.server.failsForThread(ref);
    turns(24);
    assertTrue(fetched() <= 7, "asked for " + fetched() + " times in 24 turns");
    scene.server.failsForThread("");
    turns(12);
    assertTrue(scene.has(ref), "a minute later at the latest");
  }

  @Test
  void aTaskThatCannotBeHadForLongIsToldOnceAndByName() {
    String ref = scene.server.ask("agent", "one");
    scene.server.failsForThread(ref);
    scene.remotePoller.turn();
    assertEquals(List.of(), scene.troubles);
    pass(Duration.ofMinutes(2));
    turns(3);
    assertEquals(1, scene.troubles.size());
    assertTrue(scene.troubles.getFirst().contains(ref), scene.troubles.getFirst());
    scene.server.failsForThread("");
    turns(12);
    assertEquals("over", scene.troubles.getLast());
  }

  @Test
  void aTaskWhoseFileIsNotThereYetWaitsForItAndIsToldByName() {
    String ref = askWithFile("plan.pdf");
    scene.remotePoller.turn();
    assertFalse(scene.has(ref), "nobody can do it without");
    pass(Duration.ofMinutes(2));
    turns(3);
    assertTrue(scene.troubles.getFirst().contains(ref), scene.troubles.getFirst());
    assertTrue(scene.troubles.getFirst().contains("plan.pdf"), scene.troubles.getFirst());

    scene.server.upload(ref, "plan.pdf");
    turns(12);

    assertEquals("water the plants", scene.thread(ref).intent());
    assertEquals(List.of(), scene.loaded(ref).missing());
  }

  private String askWithFile(String name) {
    String ref = scene.server.askInTwoSteps("agent", "water the plants");
    scene.server.say(
        ref,
        "agent",
        null,
        List.of(
            Map.of(
                "request",
                Map.of(
                    "intent",
                    "water the plants",
                    "context",
                    List.of(Map.of("image", Map.of("file", name)))))));
    return ref;
  }

  @Test
  void howeverManyTasksLackTheirFilesTheServerIsNotToBlame() {
    for (int number = 0; number < 2 * FetchBackoff.SERVER_FAILURES; number++) {
      askWithFile("plan-" + number + ".pdf");
    }
    assertEquals(Duration.ofSeconds(5), scene.remotePoller.turn());
  }

  @Test
  void anAnswersLostPictureHoldsNothingUp() {
    String ref = scene.server.ask("agent", "water the plants");
    scene.server.say(
        ref,
        "bob",
        "claimed",
        List.of(
            Map.of(
                "response",
                Map.of("content", List.of(Map.of("image", Map.of("file", "before.jpg")))))));
    scene.poll();
    assertTrue(scene.has(ref));
  }

  @Test
  void aRequestThatNobodyCanReadIsToldByName() {
    String ref = scene.server.askInTwoSteps("agent", "water the plants");
    scene.server.say(
        ref, "agent", null, List.of(Map.of("request", Map.of("intent", List.of("water")))));
    scene.remotePoller.turn();
    pass(Duration.ofMinutes(2));
    turns(3);
    assertTrue(scene.troubles.getFirst().contains(ref), scene.troubles.getFirst());
    assertTrue(scene.troubles.getFirst().contains("intent"), scene.troubles.getFirst());
  }

  @Test
  void whatSomebodyNestsDeeplyIsReadByNobodyAndHoldsUpNoOther() {
    String deep = "[".repeat(1500) + "]".repeat(1500);
    String strange = scene.server.ask("agent", "one");
    scene.server.say(strange, "agent", null, new RawValue(deep));
    scene.server.intends(strange, new RawValue(deep));
    String other = scene.server.ask("agent", "two");
    scene.remotePoller.turn();
    assertTrue(scene.has(other));
    assertFalse(scene.has(strange));
  }

  @Test
  void aServerThatHandsOutNothingIsLeftAlone() {
    for (int number = 0; number < 2 * FetchBackoff.SERVER_FAILURES; number++) {
      String _ = scene.server.ask("agent", "task " + number);
    }
    scene.server.failsForThreads(true);
    assertEquals(Duration.ofSeconds(10), scene.remotePoller.turn());
    assertEquals(FetchBackoff.SERVER_FAILURES, fetched(), "each may take as long as a call may");
  }

  private void turns(int count) {
    for (int i = 0; i < count; i++) {
      Duration _ = scene.remotePoller.turn();
    }
  }

  @Test
  void whatWasFetchedBeforeAnAnswerDoesNotUndoIt() throws Exception {
    String ref = scene.server.ask("agent", "water the plants");
    scene.poll();
    scene.server.say(ref, "agent", null, List.of(Map.of("note", "soon")));
    Thread writing =
        scene.server.whileNextThreadIsOnItsWay(() -> {
          ThreadAddition claim = RemoteScene.says(ref, "ana", ThreadStatus.CLAIMED);
          LoadedThread _ = scene.writer().write(new Ref(ref), _ -> claim);
        });
    scene.poll();
    writing.join();
    assertEquals(List.of("claimed ana"), scene.history(ref));
    assertEquals("ana", scene.thread(ref).envelope().executor());
  }

  @Test
  void aServerThatFailsIsAskedLessAndLessOften() {
    scene.server.failsWith(502, null);
    Duration first = scene.remotePoller.turn();
    Duration second = scene.remotePoller.turn();
    assertTrue(second.compareTo(first) > 0, first + " then " + second);
    for (int i = 0; i < 20; i++) {
      scene.remotePoller.turn();
    }
    assertEquals(Duration.ofMinutes(5), scene.remotePoller.turn());
    scene.server.failsWith(0, null);
    assertEquals(Duration.ofSeconds(5), scene.remotePoller.turn());
  }

  @Test
  void aServerThatWantsToBeLeftAloneIs() {
    scene.server.failsWith(429, "400");
    assertEquals(Duration.ofSeconds(400), scene.remotePoller.turn());
  }

  @Test
  void aRefusedKeyIsToldOnceAndNamesNoKey() throws Exception {
    try (RemoteScene other =
        new RemoteScene(Files.createDirectory(folder.resolve("other")), "mess_home_wrong", scene)) {
      other.remotePoller.turn();
      other.remotePoller.turn();
      assertEquals(1, other.troubles.size());
      String told = other.troubles.getFirst();
      assertTrue(told.startsWith("key: ") && told.contains("api_key"), told);
      assertFalse(told.contains("mess_home_wrong"), told);
    }
  }

  @Test
  void aServerThatIsAwayForLongIsToldOnceAndWhenItIsBack() {
    scene.server.failsWith(503, null);
    scene.remotePoller.turn();
    assertEquals(List.of(), scene.troubles, "a restart is no trouble");
    scene.nanos.addAndGet(Duration.ofMinutes(2).toNanos());
    scene.remotePoller.turn();
    scene.remotePoller.turn();
    assertEquals(1, scene.troubles.size());
    scene.server.failsWith(0, null);
    scene.remotePoller.turn();
    assertEquals("over", scene.troubles.getLast());
  }

  private long fetched() {
    return scene.server.calls().stream().filter(call -> call.startsWith("GET /requests/")).count();
  }
}
