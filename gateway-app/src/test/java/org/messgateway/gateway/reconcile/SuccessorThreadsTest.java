package org.messgateway.gateway.reconcile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.messgateway.api.mess.ContentEntry;
import org.messgateway.api.mess.HistoryEntry;
import org.messgateway.api.mess.MessThread;
import org.messgateway.api.mess.Payload;
import org.messgateway.api.mess.ThreadFolder;
import org.messgateway.api.mess.ThreadStatus;
import org.messgateway.gateway.protocol.Succession;
import org.messgateway.testkit.Conforms;

/** Threads that end and go on in others, on real files and in a real queue. */
final class SuccessorThreadsTest {

  private static final String REF = "2026-11-20-001";
  private static final String NEXT = REF + "-s1";

  @TempDir Path home;
  private FlowScene scene;

  @BeforeEach
  void open() {
    scene = new FlowScene(home);
    scene.executors(
        FlowScene.photographer("ana"),
        FlowScene.photographer("ben"),
        FlowScene.photographer("cleo"));
  }

  @AfterEach
  void close() {
    scene.close();
  }

  /** A task that Ana took and then ended with this status. */
  private void ended(String status, String fields) {
    ended(status, fields, "");
  }

  /**
   * @param request further lines of it
   */
  private void ended(String status, String fields, String request) {
    scene.thread(REF, scene.task(REF, "pending", "id: photo\nx-own: kept\n" + request));
    scene.look(REF);
    scene.deliverAll();
    scene.thread(REF, taken("ana", status, fields, request));
    scene.look(REF);
  }

  private String taken(String by, String status, String fields) {
    return taken(by, status, fields, "");
  }

  private String taken(String by, String status, String fields, String request) {
    return scene
            .task(REF, status, "id: photo\nx-own: kept\n" + request)
            .replace("executor: null", "executor: " + by)
        + """
        ---
        from: %s
        received: %s
        MESS:
          - status:
              re: photo
              code: %s
        """
            .formatted(by, scene.clock.instant(), status)
        + fields.indent(6);
  }

  private MessThread thread(String ref) {
    return scene.loaded(ref).thread();
  }

  private static List<String> successors(MessThread thread) {
    return Succession.of(thread.envelope()).successors();
  }

  @Test
  @Conforms({69, 305})
  void whoItIsPassedOnToIsAskedAtOnceAndBothThreadsNameEachOther() {
    ended("delegated", "delegated_to: ben\nreason: I am ill");
    scene.look(NEXT);

    MessThread next = thread(NEXT);
    assertEquals(List.of("request ben queued"), scene.rows(NEXT));
    assertEquals("ben", next.envelope().executor());
    assertEquals("photo", next.envelope().clientId());
    assertEquals("claude-agent", next.requestor().orElseThrow());
    assertEquals(List.of(REF), Succession.of(next.envelope()).predecessors());
    assertEquals(List.of(NEXT), successors(thread(REF)));
    assertEquals(ThreadStatus.DELEGATED, thread(REF).envelope().status());
    assertEquals(ThreadFolder.CANCELED, ThreadStatus.DELEGATED.folder());
    assertTrue(text(ThreadFolder.RECEIVED, NEXT).contains("x-own: kept"));
    assertTrue(text(ThreadFolder.RECEIVED, NEXT).contains("Passed on by ana: I am ill"));
  }

  private Path file(ThreadFolder folder, String ref) {
    return home.resolve(folder.directory()).resolve(ref).resolve("000-" + ref + ".messe-af.yaml");
  }

  private String text(ThreadFolder folder, String ref) {
    try {
      return Files.readString(file(folder, ref));
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  @Conforms(305)
  void aTaskThatIsPassedOnToSeveralIsOfferedToTheseAlone() {
    ended("delegated", "delegated_to: [ben, cleo]");
    scene.look(NEXT);

    assertEquals(List.of("request ben queued", "request cleo queued"), scene.rows(NEXT));
  }

  @Test
  @Conforms(305)
  void aSuccessorThatWasMadeBeforeAKillIsNotMadeAgain() throws IOException {
    ended("delegated", "delegated_to: ben");
    String before = taken("ana", "delegated", "delegated_to: ben");
    scene.thread(REF, before);

    scene.look(REF);
    scene.look(REF);

    assertEquals(List.of(NEXT), successors(thread(REF)));
    try (Stream<Path> all = Files.list(home.resolve(ThreadFolder.RECEIVED.directory()))) {
      assertEquals(
          1, all.filter(file -> file.getFileName().toString().startsWith(REF + "-s")).count());
    }
  }

  @Test
  @Conforms(305)
  void aTaskPassedOnToSomebodyUnknownAsksNobody() {
    ended("delegated", "delegated_to: bob");

    assertEquals(List.of(), successors(thread(REF)));
    assertFalse(Files.exists(home.resolve(ThreadFolder.RECEIVED.directory()).resolve(NEXT)));
  }

  @Test
  @Conforms(305)
  void whoPassedItOnIsToldOnceWhatBecameOfIt() {
    ended("delegated", "delegated_to: ben");
    scene.look(NEXT);
    scene.deliverAll();
    String done = text(ThreadFolder.RECEIVED, NEXT).replace("status: pending", "status: completed");
    scene.write(file(ThreadFolder.RECEIVED, NEXT), done);

    scene.look(NEXT);
    scene.look(REF);
    scene.look(NEXT);
    scene.look(REF);

    List<String> told = scene.rows(REF).stream().filter(row -> row.startsWith("reply")).toList();
    assertEquals(List.of("reply ana queued"), told);
    assertEquals(
        "ben has done what you passed on.",
        thread(REF).messages().getLast().payloads(Payload.Reply.class).getFirst().reason());
  }

  @Test
  @Conforms(305)
  void whatWaitsForATaskThatIsPassedOnWaitsForWhereItGoesOn() throws InterruptedException {
    scene.thread("by-ref", scene.task("by-ref", "pending", waitsFor(REF)));
    scene.thread("by-id", scene.task("by-id", "pending", waitsFor("photo")));
    ended("delegated", "delegated_to: ben");
    scene.look(NEXT);
    scene.look("by-ref");
    scene.look("by-id");
    assertEquals(List.of(), scene.rows("by-ref"));
    assertEquals(List.of(), scene.rows("by-id"));

    scene.woken();
    String done = text(ThreadFolder.RECEIVED, NEXT).replace("status: pending", "status: completed");
    scene.write(file(ThreadFolder.RECEIVED, NEXT), done);
    scene.look(NEXT);

    assertTrue(scene.woken().containsAll(List.of("by-ref", "by-id")));
    scene.look("by-ref");
    scene.look("by-id");
    assertEquals(3, scene.rows("by-ref").size());
    assertEquals(3, scene.rows("by-id").size());
  }

  private static String waitsFor(String id) {
    return "constraints: {depends_on: [\"" + id + "\"]}";
  }

  @Test
  @Conforms({68, 306})
  void aThreadThatIsReplacedLeadsToTheOneThatReplacesIt() {
    scene.thread("other", scene.task("other", "pending", "id: both"));
    scene.look("other");
    ended("superseded", "superseded_by: both\nreason: merge");

    assertEquals(List.of("other"), successors(thread(REF)));
    assertEquals(List.of("other"), scene.row(REF).successors());
    assertTrue(scene.rows(REF).contains("cancelled ben queued"), scene.rows(REF).toString());
  }

  @Test
  @Conforms(306)
  void aReplacementThatIsNotThereIsToldOnceInTheThreadAndFollowedWhenItComes()
      throws InterruptedException {
    ended("superseded", "superseded_by: both");
    scene.look(REF);
    List<String> told =
        thread(REF).messages().stream()
            .filter(message -> "exchange".equals(message.from()))
            .flatMap(message -> message.payloads(Payload.Status.class).stream())
            .map(Payload.Status::message)
            .toList();
    assertEquals(1, told.size(), told::toString);
    assertTrue(told.getFirst().contains("\"both\""), told::toString);

    scene.woken();
    scene.thread("other", scene.task("other", "pending", "id: both"));
    scene.look("other");
    assertTrue(scene.woken().contains(REF));
    scene.look(REF);
    assertEquals(List.of("other"), successors(thread(REF)));
  }

  @Test
  @Conforms({281, 305})
  void filesOfTheOldThreadAreNamedByWhereTheyAre() {
    ended(
        "delegated",
        "delegated_to: ben",
        """
        context:
          - image: {file: att-001-image-door.jpg, mime: image/jpeg}
          - file: att-002-file-plan.pdf
          - {type: image, file: roof.png}
          - image: https://example.org/a.jpg
          - text: all of them
        """);
    scene.look(NEXT);

    assertEquals(
        List.of(
            "content://" + REF + "/att-001-image-door.jpg",
            "content://" + REF + "/att-002-file-plan.pdf",
            "content://" + REF + "/roof.png",
            "https://example.org/a.jpg"),
        thread(NEXT).request().orElseThrow().context().stream()
            .filter(ContentEntry.Media.class::isInstance)
            .map(entry -> ((ContentEntry.Media) entry).uri())
            .toList());
  }

  @Test
  @Conforms(305)
  void theSuccessorOfAnEarlierTaskOfTheSameRefIsNotThatOfTheNext() throws IOException {
    ended("delegated", "delegated_to: ben");
    scene.look(NEXT);
    Files.delete(scene.loaded(REF).location().in(home));
    scene.clock.advance(Duration.ofHours(2));
    Instant anew = scene.clock.instant().minus(Duration.ofMinutes(1));
    scene.thread(REF, FlowScene.task(REF, "pending", anew, "id: photo"));
    scene.look(REF);
    scene.thread(
        REF,
        taken("cleo", "delegated", "delegated_to: ana")
            .replaceFirst("created: \\S+", "created: " + anew)
            .replace("  - action: created", text(REF)));
    scene.look(REF);

    assertEquals(List.of(NEXT + "-2"), successors(thread(REF)));
    assertEquals("ana", thread(NEXT + "-2").envelope().executor());
  }

  /** The entry of history that gives the thread its generation, before its first one. */
  private String text(String ref) {
    HistoryEntry entry =
        scene.history(ref).stream()
            .filter(each -> each.action().equals("recreated"))
            .findFirst()
            .orElseThrow();
    return "  - {action: recreated, at: %s, by: exchange, note: \"%s\"}\n  - action: created"
        .formatted(entry.at(), entry.note());
  }

  @Test
  @Conforms(270)
  void aTaskIsDoneAgainOnceByWhoDidItWithWhatWasFound() {
    ended("completed", "");
    scene.clock.advance(Duration.ofMinutes(1));
    scene.thread(
        REF,
        taken("ana", "completed", "")
            + """
            ---
            from: claude-agent
            received: %s
            MESS:
              - review: {re: photo, rating: 2, feedback: the lid was closed, request_redo: true}
            """
                .formatted(scene.clock.instant()));
    scene.look(REF);
    scene.look(REF);
    scene.look(NEXT);

    assertEquals(List.of(NEXT), successors(thread(REF)));
    assertEquals(List.of("request ana queued"), scene.rows(NEXT));
    assertTrue(text(ThreadFolder.RECEIVED, NEXT).contains("To be done again: the lid was closed"));
    assertTrue(scene.rows(REF).contains("reply ana queued"), scene.rows(REF).toString());
  }

  /** What the agent asked for again while Ana had the task, and then that message. */
  private void askedAgainBefore(String status, String history, Supplier<String> last) {
    scene.thread(REF, scene.task(REF, "pending", "id: photo"));
    scene.look(REF);
    String open = scene.task(REF, status, "id: photo").replace("executor: null", "executor: ana");
    int messages = open.indexOf("---");
    scene.thread(
        REF,
        open.substring(0, messages)
            + history
            + open.substring(messages)
            + message("ana", "- response: {re: photo, partial: true, notes: the left half}")
            + message("claude-agent", "- review: {re: photo, feedback: wider, request_redo: true}")
            + last.get());
    scene.look(REF);
  }

  /** Each a minute after the one before. */
  private String message(String from, String entry) {
    scene.clock.advance(Duration.ofMinutes(1));
    return "---\nfrom: %s\nreceived: %s\nMESS:\n  %s\n"
        .formatted(from, scene.clock.instant(), entry);
  }

  @Test
  void whatIsAskedForAgainWhileTheTaskIsOpenIsMadeByWhoHasItAndNoTaskOfItsOwn() {
    askedAgainBefore(
        "completed", "", () -> message("ana", "- status: {re: photo, code: completed}"));
    assertEquals(List.of(), successors(thread(REF)));
  }

  @Test
  void norIsItOneWhereTheAgentCancelsTheTask() {
    askedAgainBefore("cancelled", "", () -> message("claude-agent", "- cancel: photo"));
    assertEquals(List.of(), successors(thread(REF)));
  }

  @Test
  void norWhereHistoryAloneTellsOfTheEnd() {
    Instant end = scene.clock.instant().plus(Duration.ofMinutes(9));
    askedAgainBefore("failed", "  - {action: failed, at: %s, by: ana}\n".formatted(end), () -> "");
    assertEquals(List.of(), successors(thread(REF)));
  }

  @Test
  void whoAsksAgainAfterTheEndGetsATaskWhereTheClockOfWhoEndedItIsAhead() {
    askedAgainBefore(
        "completed",
        "",
        () -> {
          scene.clock.advance(Duration.ofMinutes(5));
          String end = message("ana", "- status: {re: photo, code: completed}");
          scene.clock.advance(Duration.ofMinutes(-5));
          return end + message("claude-agent", "- review: {re: photo, request_redo: true}");
        });
    assertEquals(List.of(NEXT), successors(thread(REF)));
  }

  @Test
  void whatHadEndedLongBeforeItWasFirstSeenGoesOnNowhere() {
    scene.thread(
        REF,
        taken("ana", "delegated", "delegated_to: ben")
            .replace(
                "updated: " + scene.clock.instant().minus(Duration.ofMinutes(30)),
                "updated: 2020-01-01T00:00:00Z"));

    scene.look(REF);

    assertEquals(List.of(), successors(thread(REF)));
  }
}
