package org.messgateway.gateway.reconcile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.messgateway.gateway.exchange.Ref;
import org.messgateway.gateway.protocol.Generation;
import org.messgateway.gateway.queue.DeliveryRow;

/** A task whose thread was deleted, and another under its ref. */
final class ReusedRefsTest {

  private static final Instant CREATED = Instant.parse("2026-11-20T08:00:00.250Z");
  private static final Instant LATER = CREATED.plusSeconds(1800);

  @TempDir Path home;

  private FlowScene scene;

  @BeforeEach
  void aScene() {
    scene = new FlowScene(home);
  }

  @AfterEach
  void theEnd() {
    scene.close();
  }

  private Path write(Instant created, String intent) {
    return scene.thread("t1", task(created, intent));
  }

  private static String task(Instant created, String intent) {
    return FlowScene.task("t1", "pending", created, "requires: [take-photo]")
        .replace("intent: look", "intent: " + intent);
  }

  /** A first task of which Ana was told. */
  private DeliveryRow told() {
    write(CREATED, "look");
    scene.look("t1");
    assertEquals(List.of("request ana"), scene.deliverAll());
    return only();
  }

  private DeliveryRow only() {
    List<DeliveryRow> rows = scene.queue.deliveries(scene.id(), "t1");
    assertEquals(1, rows.size(), rows::toString);
    return rows.getFirst();
  }

  @Test
  void aTaskMadeAnewUnderTheRefOfADeletedOneIsToldUnderAnotherId() {
    DeliveryRow first = told();
    scene.clock.advance(Duration.ofMinutes(1));
    write(LATER, "water the plants");
    scene.look("t1");
    assertEquals(List.of("request ana"), scene.deliverAll());
    assertNotEquals(first.id(), only().id());
    scene.look("t1");
    assertEquals(List.of(), scene.deliverAll(), "once");
  }

  @Test
  void theSameWordsWrittenAtAnotherTimeAreAnotherTask() {
    told();
    write(LATER, "look");
    scene.look("t1");
    assertEquals(List.of("request ana"), scene.deliverAll());
  }

  @Test
  void theSameWordsOfTheSameTimeAreTheSameTaskAlsoWhenTheyWereGone() throws IOException {
    DeliveryRow first = told();
    Path file = write(CREATED, "look");
    Files.delete(file);
    scene.look("t1");
    write(CREATED, "look");
    scene.look("t1");
    assertEquals(List.of(), scene.deliverAll());
    assertEquals(first, only());
    assertEquals(Generation.FIRST, scene.row("t1").origin().generation());
  }

  @Test
  void aProgramThatCutsTimesAndFoldsLinesRewritesTheSameTask() {
    told();
    write(Instant.parse("2026-11-20T08:00:00Z"), ">-\n  look");
    scene.look("t1");
    assertEquals(List.of(), scene.deliverAll());
    assertEquals(Generation.FIRST, scene.row("t1").origin().generation());
  }

  @Test
  void aCorrectionOfTheIntentInPlaceIsNoOtherTask() throws IOException {
    Path file = write(CREATED, "look");
    scene.look("t1");
    scene.deliverAll();
    scene.exchange.writer().appendHistory(new Ref("t1"), List.of(noted()));
    Files.writeString(file, Files.readString(file).replace("intent: look", "intent: look twice"));
    scene.look("t1");
    assertEquals(List.of(), scene.deliverAll());
    assertEquals("look twice", scene.loaded("t1").thread().intent());
    assertEquals(Generation.FIRST, scene.row("t1").origin().generation());
  }

  private org.messgateway.api.mess.HistoryEntry noted() {
    return new org.messgateway.api.mess.HistoryEntry(
        "dispatched", scene.clock.instant(), "exchange", "notified");
  }

  @Test
  void otherWordsUnderTheTimeOfACopiedTemplateAreAnotherTask() throws IOException {
    told();
    Files.delete(write(CREATED, "look"));
    scene.look("t1");
    write(CREATED, "water the plants");
    scene.look("t1");
    assertEquals(List.of("request ana"), scene.deliverAll());
  }

  @Test
  void idsOfTheOtherTaskAreTheSameAfterTheQueueWasLost() {
    told();
    write(LATER, "water the plants");
    scene.look("t1");
    scene.deliverAll();
    String id = only().id();
    try (FlowScene anew = new FlowScene(home, "second")) {
      anew.look("t1");
      assertEquals(id, anew.queue.deliveries(anew.id(), "t1").getFirst().id());
    }
  }

  @Test
  void aGatewayThatDiedAfterTheMarkTellsTheOtherTask() throws IOException {
    told();
    write(LATER, "water the plants");
    long generation = scene.clock.millis();
    scene
        .exchange
        .writer()
        .appendHistory(new Ref("t1"), List.of(Generation.entry(generation, scene.clock.instant())));
    scene.look("t1");
    assertEquals(List.of("request ana"), scene.deliverAll());
    assertEquals(generation, scene.row("t1").origin().generation());
  }

  @Test
  void aMarkThatWasWrittenAwayIsThereAgain() {
    told();
    Path file = write(LATER, "water the plants");
    scene.look("t1");
    scene.deliverAll();
    DeliveryRow second = only();
    scene.write(file, task(LATER, "water the plants"));
    scene.look("t1");
    assertEquals(List.of(), scene.deliverAll());
    assertEquals(second, only());
    assertTrue(Generation.of(scene.loaded("t1").thread()) > 0);
  }

  @Test
  void whatWasQueuedForTheFirstTaskIsWithdrawnAndKeptApart() {
    write(CREATED, "look");
    scene.look("t1");
    DeliveryRow queued = only();
    write(LATER, "water the plants");
    scene.look("t1");
    DeliveryRow old = scene.queue.delivery(queued.id()).orElseThrow();
    assertEquals("withdrawn", old.state().code());
    assertTrue(old.identity().ref().startsWith("t1 (gone "), old::toString);
    assertNotEquals(queued.id(), only().id());
    assertEquals(
        Optional.of(MissingThreads.GONE),
        scene.queue.thread(scene.id(), old.identity().ref()).map(row -> row.problem()));
  }

  @Test
  void aThirdTaskIsAnotherOnceMore() {
    told();
    write(LATER, "water the plants");
    scene.look("t1");
    scene.deliverAll();
    write(LATER.plusSeconds(60), "close the window");
    scene.look("t1");
    assertEquals(List.of("request ana"), scene.deliverAll());
  }

  @Test
  void whatWasHandedOutForTheFirstTaskIsNotForTheNext() {
    told();
    Instant handedOut = scene.clock.instant();
    scene.clock.advance(Duration.ofMinutes(1));
    write(LATER, "water the plants");
    assertTrue(isAfter(handedOut), "also before anybody was told of the next");
    scene.look("t1");
    assertTrue(isAfter(handedOut));
    assertFalse(isAfter(scene.clock.instant()));
    assertNull(scene.row("t1").problem());
  }

  private boolean isAfter(Instant handedOut) {
    return ReusedRefs.isAfter(scene.loaded("t1"), scene.queue.thread(scene.id(), "t1"), handedOut);
  }
}
