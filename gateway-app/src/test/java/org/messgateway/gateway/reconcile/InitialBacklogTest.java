package org.messgateway.gateway.reconcile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.messgateway.api.mess.HistoryEntry;
import org.messgateway.api.mess.ThreadFolder;
import org.messgateway.gateway.exchange.Ref;
import org.messgateway.gateway.queue.DeliveryState;
import org.messgateway.gateway.queue.MovableClock;
import org.slf4j.LoggerFactory;

final class InitialBacklogTest {

  private static final String PHOTO = "requires: [take-photo]";
  private static final Duration LAST_MONTH = Duration.ofDays(30);

  @TempDir Path home;

  private FlowScene scene;
  private final ListAppender<ILoggingEvent> log = new ListAppender<>();

  @BeforeEach
  void aScene() {
    scene = new FlowScene(home);
    log.start();
    ((Logger) LoggerFactory.getLogger(InitialBacklog.class)).addAppender(log);
  }

  @AfterEach
  void theEnd() {
    ((Logger) LoggerFactory.getLogger(InitialBacklog.class)).detachAppender(log);
    scene.close();
  }

  private void aTaskOf(Duration age, String ref) {
    Instant created = scene.clock.instant().minus(age);
    scene.thread(ref, FlowScene.task(ref, "pending", created, PHOTO));
  }

  @ParameterizedTest
  @CsvSource({"PT1H, false", "PT23H59M59S, false", "PT24H, false", "PT24H0.001S, true"})
  void olderThanADayAtTheFirstStartIsHeld(Duration age, boolean held) {
    aTaskOf(age, "t1");
    assertEquals(held, scene.stale().holds(scene.loaded("t1"), null));
  }

  @Test
  void whatIsHeldIsToldToNobodyUntilItIsLetGo() {
    aTaskOf(LAST_MONTH, "t1");
    scene.look("t1");
    scene.look("t1");
    assertEquals(InitialBacklog.HELD, scene.row("t1").problem());
    assertEquals(List.of(), scene.states("t1"));
    assertEquals(Set.of(), scene.due());

    assertEquals(1, InitialBacklog.release(scene.queue, scene.id(), scene.clock.instant()));
    assertEquals(Set.of("t1"), scene.due(), "it is looked at again at once");
    scene.look("t1");
    assertNull(scene.row("t1").problem());
    assertEquals(List.of(DeliveryState.QUEUED), scene.states("t1"));
    assertEquals(0, InitialBacklog.release(scene.queue, scene.id(), scene.clock.instant()));
  }

  @Test
  void aRestartLetsNothingGoAndHoldsNothingNew() {
    aTaskOf(LAST_MONTH, "held");
    aTaskOf(Duration.ofHours(1), "fresh");
    scene.look("held");
    scene.look("fresh");
    InitialBacklog restarted =
        new InitialBacklog(scene.queue.knownSince(scene.id()), FlowScene.STALE_AFTER, scene.clock);
    scene.clock.advance(LAST_MONTH);
    assertTrue(restarted.holds(scene.loaded("held"), scene.row("held")));
    assertFalse(restarted.holds(scene.loaded("fresh"), scene.row("fresh")));
    assertEquals(MovableClock.START, scene.queue.knownSince(scene.id()));
  }

  @Test
  void anOldTaskThatIsWrittenAfterTheFirstStartIsTold() {
    Instant created = scene.clock.instant().minus(LAST_MONTH);
    scene.clock.advance(Duration.ofHours(2));
    scene.thread("t1", FlowScene.task("t1", "pending", created, PHOTO));
    scene.look("t1");
    assertEquals(List.of(DeliveryState.QUEUED), scene.states("t1"));
  }

  /** A queue that began in a year that was wrong must not hold all that comes until then. */
  @Test
  void whatComesAfterTheClockWasSetBackIsTold() {
    scene.clock.advance(LAST_MONTH.negated());
    aTaskOf(Duration.ofHours(1), "t1");
    scene.look("t1");
    assertEquals(List.of(DeliveryState.QUEUED), scene.states("t1"));
  }

  @Test
  void whatHadEndedOrWasToldIsNotCountedAsHeld() throws Exception {
    Instant created = scene.clock.instant().minus(LAST_MONTH);
    scene.thread(
        ThreadFolder.FINISHED, "ended", FlowScene.task("ended", "completed", created, PHOTO));
    assertFalse(scene.stale().holds(scene.loaded("ended"), null));

    aTaskOf(LAST_MONTH, "told");
    HistoryEntry entry =
        new HistoryEntry(
            HistoryEntry.DISPATCHED,
            created,
            DispatchHistory.BY,
            "notified ana via slack [00112233445566778899aabbccddeeff]");
    scene.exchange.writer().appendHistory(new Ref("told"), List.of(entry));
    assertFalse(scene.stale().holds(scene.loaded("told"), null));
    scene.stale().report();
    assertEquals(List.of(), lines());
  }

  @Test
  void whatIsHeldIsStillHeldWhenASynchronizerHasReplacedIt() throws Exception {
    aTaskOf(LAST_MONTH, "t1");
    scene.look("t1");
    Path file = scene.thread("t1", "ref: [half written");
    scene.look("t1");
    Files.delete(file);
    scene.look("t1");
    aTaskOf(LAST_MONTH, "t1");
    scene.look("t1");
    assertEquals(InitialBacklog.HELD, scene.row("t1").problem());
    assertEquals(List.of(), scene.states("t1"));
  }

  @Test
  void theyAreCountedInOneLineThatSaysHowToSendThem() {
    aTaskOf(LAST_MONTH, "t1");
    aTaskOf(LAST_MONTH, "t2");
    scene.look("t1");
    scene.look("t2");
    scene.look("t2");
    scene.stale().report();
    scene.stale().report();
    assertEquals(1, lines().size(), lines()::toString);
    String line = lines().getFirst();
    assertTrue(line.startsWith("2 open tasks were older than 24 h"), line);
    assertTrue(line.contains("replay --held"), line);
  }

  private List<String> lines() {
    return log.list.stream().map(ILoggingEvent::getFormattedMessage).toList();
  }
}
