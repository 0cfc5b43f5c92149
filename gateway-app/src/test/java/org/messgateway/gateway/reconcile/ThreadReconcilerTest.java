package org.messgateway.gateway.reconcile;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.messgateway.api.NotificationKind;
import org.messgateway.api.mess.HistoryEntry;
import org.messgateway.api.mess.Payload;
import org.messgateway.api.mess.ThreadFolder;
import org.messgateway.gateway.dispatch.SendDecision;
import org.messgateway.gateway.exchange.Ref;
import org.messgateway.gateway.queue.DeliveryState;
import org.messgateway.gateway.queue.Identity;
import org.messgateway.gateway.queue.TakenDelivery;
import org.messgateway.gateway.queue.ThreadRow;
import org.messgateway.gateway.queue.jdbc.WriterTransactions;
import org.messgateway.testkit.Conforms;
import org.slf4j.LoggerFactory;

final class ThreadReconcilerTest {

  private static final String PHOTO = "requires: [take-photo]";
  private static final String FLIGHT = "requires: [fly]";

  @TempDir Path home;

  private FlowScene scene;
  private final ListAppender<ILoggingEvent> log = new ListAppender<>();

  @BeforeEach
  void aScene() {
    scene = new FlowScene(home);
    log.start();
    ((Logger) LoggerFactory.getLogger(ThreadReconciler.class.getPackageName())).addAppender(log);
  }

  @AfterEach
  void theEnd() {
    ((Logger) LoggerFactory.getLogger(ThreadReconciler.class.getPackageName())).detachAppender(log);
    scene.close();
  }

  private long warnings() {
    return log.list.stream().filter(event -> event.getLevel().isGreaterOrEqual(Level.WARN)).count();
  }

  private List<HistoryEntry> failures(String ref) {
    return scene.history(ref).stream()
        .filter(entry -> entry.action().equals(HistoryEntry.DISPATCH_FAILED))
        .toList();
  }

  @Test
  void thoseThatChangedTogetherAreStoredAndOneThatCannotBeReadHoldsUpNone() {
    scene.thread("t1", scene.task("t1", "pending", PHOTO));
    scene.thread("t2", "ref: t2\nintent: [broken\n");
    scene.thread("t3", scene.task("t3", "pending", PHOTO));
    assertEquals(List.of(), scene.lookTogether("t1", "t2", "absent", "t3"));
    assertEquals(List.of(DeliveryState.QUEUED), scene.states("t1"));
    assertEquals(List.of(DeliveryState.QUEUED), scene.states("t3"));
    assertNotNull(scene.row("t2").problem());
    assertEquals(List.of(), scene.lookTogether("t1", "t2", "t3"));
    assertEquals(List.of(DeliveryState.QUEUED), scene.states("t1"));
  }

  @Test
  void thoseThatAreGoneTogetherAreNotedInOneCommit() throws IOException {
    List<String> refs = List.of("t1", "t2", "t3");
    List<Path> files = new ArrayList<>();
    for (String ref : refs) {
      files.add(scene.thread(ref, scene.task(ref, "pending", PHOTO)));
      scene.look(ref);
    }
    for (Path file : files) {
      Files.delete(file);
    }
    WriterTransactions commits = new WriterTransactions(scene.queue);
    long before = commits.count();

    assertEquals(List.of(), scene.lookTogether("t1", "t2", "t3"));

    assertEquals(before + 1, commits.count());
    for (String ref : refs) {
      assertEquals(MissingThreads.GONE, scene.row(ref).problem());
      assertEquals(List.of(DeliveryState.QUEUED), scene.states(ref));
    }
  }

  @Test
  void oneThatCannotBeStoredCostsOnlyItself() {
    for (String ref : List.of("t1", "t2", "t3")) {
      scene.thread(ref, scene.task(ref, "pending", PHOTO));
    }
    scene.refused.add("t2");
    assertEquals(List.of("t2"), scene.lookTogether("t1", "t2", "t3"));
    assertEquals(List.of(DeliveryState.QUEUED), scene.states("t1"));
    assertEquals(List.of(), scene.states("t2"));
    assertEquals(List.of(DeliveryState.QUEUED), scene.states("t3"));
    scene.refused.clear();
    assertEquals(List.of(), scene.lookTogether("t1", "t2", "t3"));
    assertEquals(List.of(DeliveryState.QUEUED), scene.states("t2"));
  }

  @Test
  void whileTheExchangeIsAwayNothingIsNotedAndWhatIsQueuedIsAskedForSoon() throws IOException {
    scene.thread("t1", scene.task("t1", "pending", PHOTO));
    scene.look("t1");
    TakenDelivery delivery = scene.takeAll().getFirst();
    Path away = home.resolveSibling(home.getFileName() + "-away");
    Files.move(home, away);

    scene.look("t1");
    SendDecision.SetAside aside =
        assertInstanceOf(
            SendDecision.SetAside.class, scene.wantedNow(new FakeChannels()).decide(delivery));
    assertFalse(aside.until().isAfter(scene.clock.instant().plusSeconds(15)), aside::toString);
    assertNull(scene.row("t1").problem());
    assertEquals(0, warnings());

    Files.move(away, home);
    assertInstanceOf(SendDecision.Send.class, scene.wantedNow(new FakeChannels()).decide(delivery));
  }

  @Test
  @Conforms(170)
  void aTaskBecomesADeliveryAndASecondLookChangesNothing() {
    scene.thread("t1", scene.task("t1", "pending", PHOTO));
    scene.look("t1");
    List<?> first = scene.queue.deliveries(scene.id(), "t1");
    scene.look("t1");
    assertEquals(List.of(DeliveryState.QUEUED), scene.states("t1"));
    assertEquals(first, scene.queue.deliveries(scene.id(), "t1"));
    assertNull(scene.row("t1").problem());
  }

  @Test
  @Conforms({159, 314})
  void whereNobodyIsAbleItIsSaidInTheRowAndOnceInHistory() throws Exception {
    Path file = scene.thread("t1", scene.task("t1", "pending", FLIGHT));
    scene.look("t1");
    String problem = Objects.requireNonNull(scene.row("t1").problem());
    assertEquals("nobody can be told: requires `fly`: no executor has it", problem);
    String said = read(file).substring(read(file).lastIndexOf("---\n"));
    assertTrue(said.contains("message: \"" + problem), said);
    assertTrue(said.contains("ack:"), said);
    assertEquals(List.of(), scene.states("t1"));
    assertEquals(
        List.of(new HistoryEntry("dispatch_failed", scene.clock.instant(), "exchange", problem)),
        failures("t1"));

    byte[] after = Files.readAllBytes(file);
    scene.clock.advance(Duration.ofMinutes(10));
    scene.look("t1");
    scene.look("t1");
    assertArrayEquals(after, Files.readAllBytes(file), "said once is enough");
    assertEquals(1, warnings());
    assertEquals(problem, scene.row("t1").problem());
  }

  @Test
  void manyThatReachNobodyAreToldItTogetherEachInItsThreadOnce() {
    Map<String, Path> files = new TreeMap<>();
    for (String ref : List.of("t1", "t2", "t3")) {
      files.put(ref, scene.thread(ref, scene.task(ref, "pending", FLIGHT)));
    }
    assertEquals(List.of(), scene.lookTogether("t1", "t2", "t3"));
    assertEquals(List.of(), scene.lookTogether("t1", "t2", "t3"));
    files.forEach((ref, file) -> {
      assertEquals(1, failures(ref).size(), ref);
      assertEquals(2, read(file).split("MESS:", -1).length - 1, () -> read(file));
    });
  }

  @Test
  void whatAProcessDidNotFinishSayingIsSaidByTheNextOne() throws IOException {
    String problem = "nobody can be told: requires `fly`: no executor has it";
    Path file =
        scene.thread(
            "t1",
            scene
                .task("t1", "pending", FLIGHT)
                .replaceFirst(
                    "---\n",
                    """
                      - action: dispatch_failed
                        at: 2026-11-20T10:00:00Z
                        by: exchange
                        note: "%s"
                    ---
                    """
                        .formatted(problem)));
    scene.look("t1");
    assertEquals(1, failures("t1").size());
    assertTrue(read(file).contains("message: \"" + problem), () -> read(file));
  }

  @Test
  void aThreadHoldsWhatTheExchangeSaysOfItBeforeItsRowKnowsThatAndOnceAfterwards() {
    Path file = scene.thread("t1", scene.task("t1", "pending", FLIGHT));
    scene.refused.add("t1");
    assertEquals(List.of("t1"), scene.lookTogether("t1"));
    assertEquals(1, failures("t1").size(), "a process that ends now has said it");

    scene.refused.clear();
    scene.look("t1");
    assertEquals(1, failures("t1").size());
    assertEquals(2, read(file).split("MESS:", -1).length - 1, () -> read(file));
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  @Conforms(86)
  void aThreadOfWhichNobodyIsToldYetIsAcknowledgedWhenItIsTakenUp() throws IOException {
    Path waiting =
        scene.thread(
            "t1", scene.task("t1", "pending", PHOTO + "\nconstraints:\n  depends_on: [t0]"));
    Path told = scene.thread("t2", scene.task("t2", "pending", PHOTO));
    byte[] before = Files.readAllBytes(told);
    scene.look("t1");
    scene.look("t1");
    scene.look("t2");

    assertEquals(
        List.of("t1"),
        scene.loaded("t1").thread().messages().stream()
            .flatMap(message -> message.payloads(Payload.Ack.class).stream())
            .map(Payload.Ack::ref)
            .toList());
    assertTrue(Files.readString(waiting).contains("received_at:"));
    assertArrayEquals(before, Files.readAllBytes(told), "it has it with its first history");
  }

  @Test
  void aLostQueueDoesNotSayItAgainInHistory() {
    scene.thread("t1", scene.task("t1", "pending", FLIGHT));
    scene.look("t1");
    try (FlowScene anew = new FlowScene(home, "second")) {
      anew.clock.advance(Duration.ofMinutes(10));
      anew.look("t1");
      assertTrue(anew.row("t1").problem() != null);
    }
    assertEquals(1, failures("t1").size());
  }

  @Test
  void whenSomebodyIsAbleTheTroubleIsOver() {
    scene.thread("t1", scene.task("t1", "pending", FLIGHT));
    scene.look("t1");
    scene.executors(FlowScene.able("drone", "fly"));
    scene.look("t1");
    assertNull(scene.row("t1").problem());
    assertEquals(List.of(DeliveryState.QUEUED), scene.states("t1"));
    assertEquals(1, failures("t1").size(), "what was stays in history");
  }

  @Test
  void whoWaitsIsWokenWhenTheOtherAppearsAndWhenItHasEnded() throws Exception {
    scene.thread(
        "second",
        scene.task("second", "pending", PHOTO + "\nconstraints:\n  depends_on: [step-1]"));
    scene.look("second");
    assertEquals(List.of(), scene.states("second"));
    assertEquals(Set.of(), scene.woken());

    Path first = scene.thread("first", scene.task("first", "pending", PHOTO + "\nid: step-1"));
    scene.look("first");
    assertEquals(Set.of("second"), scene.woken(), "it learns that what it waits for exists");
    scene.look("second");
    assertEquals(List.of(), scene.states("second"));
    scene.look("first");
    assertEquals(Set.of(), scene.woken(), "nothing has changed");

    Files.delete(first);
    scene.thread(
        ThreadFolder.FINISHED, "first", scene.task("first", "completed", PHOTO + "\nid: step-1"));
    scene.look("first");
    assertEquals(Set.of("second"), scene.woken());
    scene.look("second");
    assertEquals(List.of(DeliveryState.QUEUED), scene.states("second"));
    assertEquals(List.of(DeliveryState.WITHDRAWN), scene.states("first"));
  }

  @Test
  void whoWaitsForWhatFailedIsToldSoOnce() throws Exception {
    scene.thread(
        "second", scene.task("second", "pending", PHOTO + "\nconstraints:\n  depends_on: [first]"));
    scene.thread(ThreadFolder.CANCELED, "first", scene.task("first", "failed", PHOTO));
    scene.look("second");
    scene.look("first");
    assertEquals(Set.of("second"), scene.woken());
    scene.look("second");
    scene.look("second");
    String problem = Objects.requireNonNull(scene.row("second").problem());
    assertTrue(problem.startsWith("it waits for first, which ended as failed"), problem);
    assertEquals(1, failures("second").size());
    assertEquals(List.of(), scene.states("second"));
  }

  @Test
  void whatCannotBeReadIsNotedOnceAndTakesNothingBack() {
    Path file = scene.thread("t1", scene.task("t1", "pending", PHOTO));
    scene.look("t1");
    scene.write(file, "ref: t1\nstatus: [unclosed\n");
    scene.look("t1");
    scene.look("t1");
    String problem = Objects.requireNonNull(scene.row("t1").problem());
    assertTrue(problem.startsWith("state=received/t1.messe-af.yaml:"), problem);
    assertEquals(1, warnings(), log.list::toString);
    assertEquals(List.of(DeliveryState.QUEUED), scene.states("t1"));

    scene.write(file, scene.task("t1", "pending", PHOTO));
    scene.look("t1");
    assertNull(scene.row("t1").problem());
    assertEquals(List.of(DeliveryState.QUEUED), scene.states("t1"));
  }

  @Test
  void whatCannotBeReadIsLookedAtAgainInFiveMinutesAlsoWhereItsTimeHasCome() throws Exception {
    scene.thread("t1", "ref: [broken");
    scene.look("t1");
    Instant first = Objects.requireNonNull(scene.row("t1").nextLook());
    assertEquals(scene.clock.instant().plus(Duration.ofMinutes(5)), first);
    scene.clock.advance(Duration.ofMinutes(6));
    scene.look("t1");
    assertEquals(scene.clock.instant().plus(Duration.ofMinutes(5)), scene.row("t1").nextLook());
    scene.clock.advance(Duration.ofMinutes(1));
    scene.look("t1");
    assertEquals(scene.clock.instant().plus(Duration.ofMinutes(4)), scene.row("t1").nextLook());
  }

  @Test
  void whatWasNeverReadableIsNotedToo() {
    scene.thread("t1", "- a list\n- is no envelope\n");
    scene.look("t1");
    assertTrue(scene.row("t1").problem() != null);
    assertEquals(List.of(), scene.states("t1"));
    assertEquals(1, warnings());
  }

  @Test
  void absenceTakesWishesBackOnlyAfterADay() throws Exception {
    Path file = scene.thread("t1", scene.task("t1", "pending", PHOTO));
    scene.look("t1");
    Files.delete(file);
    scene.look("t1");
    assertEquals(List.of(DeliveryState.QUEUED), scene.states("t1"));

    scene.clock.advance(Duration.ofHours(24).minusSeconds(1));
    scene.look("t1");
    assertEquals(List.of(DeliveryState.QUEUED), scene.states("t1"));
    assertEquals(Set.of(), scene.due());

    scene.clock.advance(Duration.ofSeconds(1));
    assertEquals(Set.of("t1"), scene.due(), "somebody looks when the day is over");
    scene.look("t1");
    assertEquals(List.of(DeliveryState.WITHDRAWN), scene.states("t1"));
    assertEquals(Set.of(), scene.due());
  }

  @Test
  void whatComesBackWithinTheDayIsAsIfItHadNeverGone() throws Exception {
    Path file = scene.thread("t1", scene.task("t1", "pending", PHOTO));
    scene.look("t1");
    String text = Files.readString(file);
    Files.delete(file);
    scene.look("t1");
    scene.clock.advance(Duration.ofHours(20));
    scene.write(file, text);
    scene.look("t1");
    assertNull(scene.row("t1").problem());
    scene.clock.advance(Duration.ofHours(5));
    scene.look("t1");
    assertEquals(List.of(DeliveryState.QUEUED), scene.states("t1"));
  }

  @Test
  void whatTheQueueNeverKnewAndIsNotThereLeavesNoTrace() {
    scene.look("never-there");
    assertTrue(scene.queue.openThreads(scene.id(), "", 9).isEmpty());
  }

  @Test
  void theRequestorsOwnNameForATaskIsKept() {
    scene.thread("t1", scene.task("t1", "pending", PHOTO + "\nid: shopping-1"));
    scene.thread(
        "t2", "client_id: shopping-2\n" + scene.task("t2", "pending", PHOTO + "\nid: other"));
    scene.thread("t3", scene.task("t3", "pending", PHOTO));
    List.of("t1", "t2", "t3").forEach(scene::look);
    assertEquals("t1", named("shopping-1").ref());
    assertEquals("t2", named("shopping-2").ref());
    assertNull(scene.row("t3").clientId());
    assertTrue(scene.queue.threadByClientId(scene.id(), "another-agent", "shopping-1").isEmpty());
  }

  private ThreadRow named(String clientId) {
    return scene.queue.threadByClientId(scene.id(), "claude-agent", clientId).orElseThrow();
  }

  @Test
  void whatHistorySaysWasDeliveredIsNotDeliveredAgainAfterTheQueueWasLost() throws Exception {
    scene.thread("t1", scene.task("t1", "pending", PHOTO));
    Identity identity =
        new Identity(scene.id(), "t1", "ana", "slack", "U-ana", NotificationKind.REQUEST, 0);
    HistoryEntry entry =
        new HistoryEntry(
            HistoryEntry.DISPATCHED,
            scene.clock.instant(),
            DispatchHistory.BY,
            "notified ana via slack [" + identity.id() + "]");
    scene.exchange.writer().appendHistory(new Ref("t1"), List.of(entry));
    scene.look("t1");
    assertEquals(List.of(DeliveryState.DELIVERED), scene.states("t1"));
    assertEquals(List.of(), scene.queue.lease(10), "there is nothing to send");
  }

  @Test
  void whenTheDeadlinePassesTheExchangeSaysSoAndNothingIsWantedAnyMore() {
    Instant deadline = scene.clock.instant().plus(Duration.ofMinutes(5));
    scene.thread("r1", scene.task("r1", "pending", "needed_by: " + deadline));
    scene.thread("r2", scene.task("r2", "held", "needed_by: " + deadline));
    scene.look("r1");
    scene.look("r2");
    assertEquals(deadline, scene.row("r2").nextLook());

    scene.clock.advance(Duration.ofMinutes(5));
    scene.look("r1");
    scene.look("r2");

    assertEquals("expired", scene.row("r1").status());
    assertEquals("expired", scene.row("r2").status());
    assertEquals(List.of(DeliveryState.EXPIRED), scene.states("r1"));
    assertEquals("exchange", scene.loaded("r1").thread().messages().getLast().from());
    scene.look("r1");
    assertEquals(2, scene.loaded("r1").thread().messages().size());
  }
}
