package org.messgateway.gateway.reconcile;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.messgateway.api.mess.ThreadFolder;
import org.messgateway.gateway.exchange.Ref;
import org.messgateway.gateway.queue.DeliveryState;
import org.messgateway.gateway.queue.journal.AnswerJournal;
import org.messgateway.testkit.Conforms;

@Conforms(268)
class ArchiveWorkerTest {

  private static final String PHOTO = "requires: [take-photo]";
  private static final Duration AFTER = Duration.ofDays(30);

  @TempDir Path home;
  private FlowScene scene;
  private final List<AnswerJournal.Entry> answers = new ArrayList<>();

  @BeforeEach
  void aScene() {
    scene = new FlowScene(home);
  }

  @AfterEach
  void theEnd() {
    scene.close();
  }

  private int turn() throws IOException {
    AnswerJournal journal =
        (AnswerJournal)
            Proxy.newProxyInstance(
                AnswerJournal.class.getClassLoader(),
                new Class<?>[] {AnswerJournal.class},
                (_, _, _) -> answers);
    return new ArchiveWorker(
            scene.exchange, scene.queue, journal, scene.changed, AFTER, scene.clock)
        .turn();
  }

  private String place(String ref) {
    return scene
        .exchange
        .loader()
        .search(new Ref(ref))
        .complete()
        .orElseThrow()
        .location()
        .stateFolder()
        .name();
  }

  private void ended(String ref, String status, ThreadFolder folder) {
    scene.thread(folder, ref, scene.task(ref, status, PHOTO));
  }

  @Test
  void whatEndedLongAgoGoesIntoTheMonthOfItsEnd() throws Exception {
    ended("done", "completed", ThreadFolder.FINISHED);
    ended("off", "cancelled", ThreadFolder.CANCELED);
    String month = "archive/" + scene.clock.instant().toString().substring(0, 7);
    assertEquals(0, turn(), "it has just ended");

    scene.clock.advance(AFTER.plusHours(1));
    ended("late", "completed", ThreadFolder.FINISHED);
    assertEquals(2, turn());
    assertEquals(month, place("done"));
    assertEquals(month, place("off"));
    assertEquals("state=finished", place("late"));
    assertEquals(Set.of("done", "off"), scene.woken());
    assertEquals(0, turn());

    scene.look("done");
    assertEquals(month + "/done.messe-af.yaml", scene.row("done").place());
  }

  @Test
  void whatHasNotEndedStaysHoweverOldItIsAndWhereverItLies() throws Exception {
    scene.thread("open", scene.task("open", "pending", PHOTO));
    ended("misplaced", "claimed", ThreadFolder.FINISHED);
    scene.clock.advance(AFTER.multipliedBy(10));
    assertEquals(0, turn());
  }

  @Test
  void whatHasDeliveriesOrAnswersUnderWayWaitsForThem() throws Exception {
    scene.thread("t1", scene.task("t1", "pending", PHOTO));
    scene.look("t1");
    var delivery = scene.takeAll().getFirst();
    Files.delete(home.resolve("state=received/t1.messe-af.yaml"));
    ended("t1", "completed", ThreadFolder.FINISHED);
    ended("t2", "completed", ThreadFolder.FINISHED);
    answers.add(
        new AnswerJournal.Entry(
            1, scene.id(), "t2", "ana", "k", Instant.EPOCH, new byte[0], null, null));

    scene.clock.advance(AFTER.plusHours(1));
    assertEquals(List.of(DeliveryState.SENDING), scene.states("t1"));
    assertEquals(0, turn());

    scene.settle(delivery);
    answers.clear();
    assertEquals(2, turn());
  }

  @Test
  @Conforms(44)
  void aDependencyThatLiesInTheArchiveIsMetWhenItSucceeded() throws Exception {
    ended("done", "completed", ThreadFolder.FINISHED);
    ended("off", "cancelled", ThreadFolder.CANCELED);
    scene.clock.advance(AFTER.plusHours(1));
    assertEquals(2, turn());

    String waits = PHOTO + "\nconstraints:\n  depends_on: [%s]";
    scene.thread("t1", scene.task("t1", "pending", waits.formatted("done")));
    scene.thread("t2", scene.task("t2", "pending", waits.formatted("off")));
    scene.look("t1");
    scene.look("t2");
    assertEquals(List.of(DeliveryState.QUEUED), scene.states("t1"));
    assertEquals(List.of(), scene.states("t2"));
  }
}
