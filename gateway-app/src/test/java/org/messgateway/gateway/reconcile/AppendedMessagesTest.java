package org.messgateway.gateway.reconcile;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.messgateway.api.mess.Envelope;
import org.messgateway.api.mess.HistoryEntry;
import org.messgateway.api.mess.ThreadFolder;
import org.messgateway.gateway.exchange.Ref;
import org.messgateway.testkit.Conforms;
import org.slf4j.LoggerFactory;

/** What other programs append to a thread, and leave its envelope alone. */
final class AppendedMessagesTest {

  private static final String PHOTO = "requires: [take-photo]";

  @TempDir Path home;

  private FlowScene scene;
  private Path file;
  private final ListAppender<ILoggingEvent> log = new ListAppender<>();

  @BeforeEach
  void aTaskThatAnaAndBenWereToldOf() {
    scene = new FlowScene(home);
    scene.executors(FlowScene.photographer("ana"), FlowScene.photographer("ben"));
    file = scene.thread("t1", scene.task("t1", "pending", PHOTO));
    scene.look("t1");
    assertEquals(List.of("request ana", "request ben"), scene.deliverAll());
    log.start();
    ((Logger) LoggerFactory.getLogger(ThreadReconciler.class.getPackageName())).addAppender(log);
  }

  @AfterEach
  void theEnd() {
    ((Logger) LoggerFactory.getLogger(ThreadReconciler.class.getPackageName())).detachAppender(log);
    scene.close();
  }

  /** As the plan's appendYAMLDoc does; it was done a second ago. */
  private void append(String from, String entries) {
    scene.clock.advance(Duration.ofSeconds(20));
    append(from, scene.clock.instant(), entries, Duration.ofSeconds(1));
  }

  private void append(String from, Instant at, String entries, Duration ago) {
    String document =
        "---\nfrom: %s\nreceived: %s\nchannel: mcp\nMESS:\n".formatted(from, at)
            + entries.indent(2);
    try {
      Path now = place();
      Files.writeString(now, document, StandardOpenOption.APPEND);
      Files.setLastModifiedTime(now, FileTime.from(scene.clock.instant().minus(ago)));
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private Path place() {
    return home.resolve(scene.loaded("t1").location().relative());
  }

  private Envelope envelope() {
    return scene.loaded("t1").thread().envelope();
  }

  private List<String> said() {
    return scene.history("t1").stream()
        .filter(entry -> !entry.action().equals(HistoryEntry.DISPATCHED))
        .map(entry -> entry.action() + " " + entry.by())
        .toList();
  }

  private List<String> warnings() {
    return log.list.stream()
        .filter(event -> event.getLevel().isGreaterOrEqual(Level.WARN))
        .map(ILoggingEvent::getFormattedMessage)
        .toList();
  }

  @Conforms({302, 121, 122, 124})
  @Test
  void aCancelThatAnAgentAppendsEndsTheTaskAndThoseWhoWereAskedHearIt() {
    append("claude-agent", "- cancel: {re: last, reason: found it}");

    scene.look("t1");

    assertEquals("cancelled", envelope().status().code());
    assertEquals(List.of("created claude-agent", "cancelled claude-agent"), said());
    assertEquals(ThreadFolder.CANCELED, scene.loaded("t1").location().stateFolder().folder());
    assertEquals(List.of("cancelled ana", "cancelled ben"), scene.deliverAll());
  }

  @Conforms({302, 123})
  @Test
  void theFirstClaimInDocumentOrderHoldsAndTheOtherIsToldWhoHasIt() {
    append("ben", "- status: {re: t1, code: claimed, executor: ben}");
    append("ana", "- status: {re: t1, code: claimed, executor: ana}");

    scene.look("t1");

    assertEquals("claimed", envelope().status().code());
    assertEquals("ben", envelope().executor());
    assertEquals(List.of("created claude-agent", "claimed ben"), said());
    assertEquals(scene.clock.instant(), envelope().updated());
    assertEquals(ThreadFolder.EXECUTING, scene.loaded("t1").location().stateFolder().folder());
    assertEquals(List.of("claimed ben", "taken ana"), scene.deliverAll());
    assertEquals(List.of(), warnings());
  }

  @Conforms(302)
  @Test
  void whatTheHolderAppendsLeadsToItsEndAndReleasesWhatWaitsForIt() throws Exception {
    scene.thread("t2", scene.task("t2", "pending", PHOTO + "\nconstraints: {depends_on: [t1]}"));
    scene.look("t2");
    assertEquals(List.of(), scene.deliverAll());

    append("ana", "- status: {code: in_progress}");
    scene.look("t1");
    assertEquals("ana", envelope().executor());
    append("ana", "- status: {code: needs_input, questions: [{field: size, question: Which?}]}");
    scene.look("t1");
    append("claude-agent", "- reply: {re: t1, answers: {size: small}}");
    scene.look("t1");
    append("ana", "- status: {code: completed}\n- response: {content: [done]}");
    scene.look("t1");

    assertEquals(
        List.of(
            "created claude-agent",
            "claimed ana",
            "in_progress ana",
            "needs_input ana",
            "replied claude-agent",
            "completed ana"),
        said());
    assertEquals(ThreadFolder.FINISHED, scene.loaded("t1").location().stateFolder().folder());
    assertTrue(scene.woken().contains("t2"));
    scene.look("t2");
    assertTrue(scene.deliverAll().containsAll(List.of("request ana", "request ben")));
  }

  @Conforms(302)
  @Test
  void aGiveBackAndAPassThatAreAppendedCountAsThoseThatAreSaid() {
    append("ana", "- status: {code: claimed}");
    scene.look("t1");
    append("ana", "- status: {code: released}");
    scene.look("t1");

    assertEquals("pending", envelope().status().code());
    assertNull(envelope().executor());
    assertEquals(1, scene.row("t1").round());
    assertEquals(ThreadFolder.RECEIVED, scene.loaded("t1").location().stateFolder().folder());

    append("ben", "- status: {code: declined, reason: busy}");
    scene.look("t1");

    assertEquals("declined", envelope().status().code(), "nobody else is able");
    assertEquals(
        List.of(
            "created claude-agent",
            "claimed ana",
            "declined ana",
            "pending exchange",
            "declined ben"),
        said());
  }

  @Conforms(302)
  @Test
  void aSecondLookAndASecondGatewayChangeNothing() throws Exception {
    append("ana", "- status: {code: claimed}");
    append("ben", "- status: {code: in_progress, message: me too}");
    scene.look("t1");
    byte[] after = Files.readAllBytes(place());

    scene.look("t1");
    try (FlowScene other = new FlowScene(home, "second")) {
      other.look("t1");
    }

    assertArrayEquals(after, Files.readAllBytes(place()));
  }

  @Conforms({119, 302})
  @Test
  void aWriterThatRewroteTheEnvelopeItselfIsLeftAlone() throws Exception {
    Instant at = scene.clock.instant();
    String text =
        scene
            .task("t1", "pending", PHOTO)
            .replace("executor: null\nstatus: pending", "executor: ana\nstatus: waiting")
            .replaceFirst("updated: .*", "updated: " + at);
    scene.write(file, text);
    append("ana", at.minusSeconds(60), "- status: {code: claimed}", Duration.ofSeconds(9));
    append("ana", at.minusSeconds(50), "- status: {code: in_progress}", Duration.ofSeconds(9));
    append("ana", at.minusSeconds(40), "- status: {code: waiting}", Duration.ofSeconds(11));
    byte[] before = Files.readAllBytes(file);

    scene.look("t1");

    assertEquals("waiting", envelope().status().code());
    assertEquals(ThreadFolder.EXECUTING, scene.loaded("t1").location().stateFolder().folder());
    assertArrayEquals(before, Files.readAllBytes(place()));
  }

  @Conforms(302)
  @ParameterizedTest
  @ValueSource(
      strings = {
        "- cancel: {re: last}",
        "- reply: {re: t1, confirm: true}",
        "- status: {code: expired}",
        "- status: {code: delegated}",
        "- status: {code: flying}",
        "- status: {code: superseded}"
      })
  void whatSomebodyMayNotSayStaysWithoutEffectAndIsReportedOnceWithItsPlace(String entry)
      throws Exception {
    append("ana", "- v: 1.0.0\n" + entry);
    byte[] before = Files.readAllBytes(place());

    scene.look("t1");
    scene.look("t1");

    assertEquals("pending", envelope().status().code());
    assertArrayEquals(before, Files.readAllBytes(place()));
    assertEquals(List.of(), scene.deliverAll());
    String problem = Objects.requireNonNull(scene.row("t1").problem());
    int line = Files.readAllLines(file).indexOf("  " + entry) + 1;
    assertTrue(
        problem.startsWith("state=received/t1.messe-af.yaml:" + line + ": entry 2: "), problem);
    assertEquals(1, warnings().size(), warnings()::toString);
    try (FlowScene after = new FlowScene(home, "first")) {
      after.executors(FlowScene.photographer("ana"), FlowScene.photographer("ben"));
      after.look("t1");
    }
    assertEquals(1, warnings().size(), warnings()::toString);
  }

  @Test
  void aCancellationOfAnotherTaskEndsNothing() {
    append("claude-agent", "- cancel: {re: 2026-01-31-042}");

    scene.look("t1");

    assertEquals("pending", envelope().status().code());
    assertTrue(warnings().getFirst().contains("2026-01-31-042"), warnings()::toString);
  }

  @Conforms(302)
  @Test
  void whatFollowsAWordWithoutEffectCounts() {
    append("ana", "- status: {code: flying}\n- status: {code: claimed}");
    append("ben", "- cancel: {re: t1}");
    append("ana", "- status: {code: completed}");

    scene.look("t1");

    assertEquals("completed", envelope().status().code());
    assertEquals(List.of("created claude-agent", "claimed ana", "completed ana"), said());
  }

  @Test
  void aMessageThatIsStillBeingWrittenIsWaitedFor() throws Exception {
    append("ana", scene.clock.instant(), "- status: {code: claimed}", Duration.ZERO);
    scene.look("t1");
    assertEquals("pending", envelope().status().code());
    assertEquals(Set.of(), scene.woken());

    scene.clock.advance(Duration.ofMillis(250));
    scene.look("t1");
    assertEquals("claimed", envelope().status().code());
  }

  @Conforms(302)
  @Test
  void aGatewayThatDiedBeforeTheMoveFinishesIt() throws Exception {
    append("ana", "- status: {code: claimed}");
    scene.look("t1");
    Path moved = place();
    Files.move(moved, file);
    Files.setLastModifiedTime(file, FileTime.from(scene.clock.instant()));

    scene.look("t1");
    assertEquals(file, place(), "whoever writes a thread moves it in time");
    scene.clock.advance(Duration.ofSeconds(10));
    assertTrue(scene.due().contains("t1"));
    scene.look("t1");

    assertEquals(moved, place());
    assertFalse(Files.exists(file));
  }

  @Conforms(302)
  @Test
  void ofAnEarlierRoundNothingComesToLifeAgain() {
    append("ana", "- status: {code: claimed}");
    append("ben", "- status: {code: completed, message: done}");
    scene.look("t1");
    assertEquals("ana", envelope().executor());
    append("ana", "- status: {code: declined}");

    scene.look("t1");
    scene.look("t1");

    assertEquals("pending", envelope().status().code());
    assertNull(envelope().executor());
  }

  @Test
  void itsMessagesStayByteForByte() throws Exception {
    append("ana", "- status: {code: claimed}   # kept");
    String before = Files.readString(file);

    scene.look("t1");

    String after = Files.readString(place());
    assertEquals(
        before.substring(before.indexOf("---\n")), after.substring(after.indexOf("---\n")));
    assertNotNull(scene.exchange.loader().load(new Ref("t1")));
  }

  @Test
  @Conforms(119)
  void aMessageWithoutEntriesAndATimeThatIsNoneAreToldOnceByFileAndLine() throws Exception {
    Files.writeString(
        place(),
        Files.readString(place())
            + "---\nfrom: ben\nreceived: yesterday\nMESS:\n  - note: {text: hello}\n"
            + "---\nfrom: ben\nreceived: 2026-11-20T09:00:00Z\nMESSAGE: []\n");
    scene.look("t1");
    scene.look("t1");
    String problem = String.valueOf(scene.row("t1").problem());
    assertTrue(problem.contains("its received: \"yesterday\" is no time"), problem);
    assertTrue(problem.matches("(?s).*messe-af.yaml:\\d+.*"), problem);
    assertTrue(problem.contains("a message says nothing without MESS:"), problem);
    assertEquals(
        1, log.list.stream().filter(each -> each.getFormattedMessage().contains("MESS:")).count());
  }

  @Test
  @Conforms(302)
  void aCodeThatNobodyKnowsIsNoNewsWhereTheRestOfTheMessageIsRecorded() throws Exception {
    append("ana", "- status: {code: claimed}\n- status: {code: humming}");
    scene.look("t1");
    assertEquals("claimed", envelope().status().code());
    scene.look("t1");
    assertNull(scene.row("t1").problem());
  }
}
