package org.messgateway.gateway.exchange.watch;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.messgateway.api.mess.ThreadFolder.EXECUTING;
import static org.messgateway.api.mess.ThreadFolder.FINISHED;
import static org.messgateway.api.mess.ThreadFolder.RECEIVED;
import static org.messgateway.gateway.exchange.Sandbox.status;
import static org.messgateway.gateway.exchange.Sandbox.thread;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.messgateway.api.mess.HistoryEntry;
import org.messgateway.gateway.exchange.LoadedThread;
import org.messgateway.gateway.exchange.Logged;
import org.messgateway.gateway.exchange.Ref;
import org.messgateway.gateway.exchange.Sandbox;
import org.messgateway.gateway.exchange.ThreadReadResult;
import org.messgateway.gateway.exchange.files.OpenFolders;
import org.messgateway.gateway.exchange.read.DuplicateCopies;
import org.messgateway.testkit.Conforms;

class WatchSessionTest {

  @TempDir Path temp;
  Sandbox sandbox;
  Watching watching;

  @BeforeEach
  void open() {
    sandbox = new Sandbox(temp);
    watching = new Watching(sandbox);
  }

  @AfterEach
  void close() throws IOException {
    watching.close();
  }

  /** Another watcher on the same exchange in place of the usual one. */
  Watching instead(int limit) throws IOException {
    watching.close();
    watching = new Watching(sandbox, limit);
    return watching;
  }

  static void append(Path file, String text) throws IOException {
    Files.writeString(file, text, StandardOpenOption.APPEND);
  }

  // At the start.

  @Test
  void whatIsThereAtTheStartIsFound() throws Exception {
    sandbox.old(sandbox.flat(RECEIVED, "flat"), thread("flat"));
    sandbox.old(sandbox.head(EXECUTING, "folder"), thread("folder"));
    sandbox.old(sandbox.root.resolve("finished/plain.messe-af"), thread("plain"));
    sandbox.old(sandbox.top(RECEIVED).resolve("README.md"), "no thread");
    sandbox.old(sandbox.top(RECEIVED).resolve(".gitkeep"), "");
    sandbox.old(sandbox.root.resolve("archive/2026-11/x.messe-af.yaml"), thread("x"));

    watching.ready();

    assertEquals(Set.of("flat", "folder", "plain"), watching.told());
    assertEquals(List.of(), watching.changed);
  }

  @Test
  void whatAStoreRemembersIsNotFoundAgain() throws Exception {
    for (String ref : List.of("same", "changed", "gone")) {
      sandbox.old(sandbox.flat(RECEIVED, ref), thread(ref));
      LoadedThread thread = sandbox.loaded(ref);
      sandbox
          .exchange
          .seenFingerprints()
          .remember(thread.location().relative(), thread.fingerprint());
    }
    append(sandbox.flat(RECEIVED, "changed"), status("ana", "claimed"));
    Files.delete(sandbox.flat(RECEIVED, "gone"));

    watching.ready();

    assertEquals(Set.of("changed", "gone"), watching.told());
  }

  @Test
  void whatWasWrittenJustBeforeTheStartIsLeftToItsWriterForASecond() throws Exception {
    sandbox.fresh(sandbox.flat(RECEIVED, "young"), thread("young"));
    sandbox.old(sandbox.flat(RECEIVED, "old"), thread("old"));

    watching.ready();
    assertEquals(Set.of("old"), watching.told());
    sandbox.pass(Duration.ofSeconds(1));

    watching.until(() -> watching.heard("young"));
  }

  // Events.

  @Test
  void everyKindOfChangeIsHeard() throws Exception {
    sandbox.old(sandbox.flat(RECEIVED, "appended"), thread("appended"));
    sandbox.old(sandbox.head(RECEIVED, "inside"), thread("inside"));
    sandbox.old(sandbox.flat(FINISHED, "deleted"), thread("deleted"));
    watching.ready().forget();

    append(sandbox.flat(RECEIVED, "appended"), status("ana", "claimed"));
    append(sandbox.head(RECEIVED, "inside"), status("ana", "claimed"));
    Files.delete(sandbox.flat(FINISHED, "deleted"));
    sandbox.arrive(sandbox.flat(RECEIVED, "arrived"), thread("arrived"));
    sandbox.arrive(sandbox.head(RECEIVED, "created"), thread("created"));

    watching.until(() ->
        Stream.of("appended", "inside", "deleted", "arrived", "created").allMatch(watching::heard));
  }

  @Test
  @Conforms(289)
  @EnabledOnOs(OS.LINUX)
  void aThreadThatIsWrittenInPlaceIsHeardOnceItIsClosed() throws Exception {
    watching.ready();
    for (String ref : List.of("flat", "folder")) {
      Path file = ref.equals("flat") ? sandbox.flat(RECEIVED, ref) : folderOf(ref);
      try (OutputStream out = Files.newOutputStream(file)) {
        out.write(thread(ref).getBytes(UTF_8));
        left(ref);
        out.write(status("ana", "claimed").getBytes(UTF_8));
        left(ref);
      }
      watching.until(() -> watching.heard(ref));
      assertEquals(2, sandbox.loaded(ref).thread().messages().size());
    }
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void aKnownThreadIsLeftToWhoWritesItInPlaceToo() throws Exception {
    Path file = sandbox.old(sandbox.flat(RECEIVED, "known"), thread("known"));
    watching.ready().forget();
    try (OutputStream out = Files.newOutputStream(file)) {
      out.write(thread("known").getBytes(UTF_8));
      left("known");
      out.write(status("ana", "claimed").getBytes(UTF_8));
    }
    watching.until(() -> watching.heard("known"));
    assertEquals(2, sandbox.loaded("known").thread().messages().size());
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void aThreadThatStaysOpenIsHeardAfterASecond() throws Exception {
    watching.ready();
    try (OutputStream out = Files.newOutputStream(sandbox.flat(RECEIVED, "open"))) {
      out.write(thread("open").getBytes(UTF_8));
      assertEquals(Duration.ofSeconds(1), left("open"));
      sandbox.pass(Duration.ofSeconds(1));
      assertTrue(watching.session.turn(Duration.ZERO));
      assertEquals(Set.of(new Ref("open")), watching.beforeTurn);
      assertEquals(1, sandbox.loaded("open").thread().messages().size());
    }
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void aThreadThatAppearsByAHardLinkIsHeardAtOnceAndOneWithoutOtherNamesSoon() throws Exception {
    Path made = sandbox.fresh(sandbox.root.resolve("made.tmp"), thread("linked"));
    watching.ready();
    Files.createLink(sandbox.flat(RECEIVED, "linked"), made);
    watching.round();
    assertTrue(watching.heard("linked"));

    Files.createLink(sandbox.flat(RECEIVED, "late"), made);
    Files.delete(made);
    Files.delete(sandbox.flat(RECEIVED, "linked"));
    assertEquals(Duration.ofMillis(10), left("late"));
    sandbox.pass(Duration.ofMillis(10));
    watching.round();
    assertTrue(watching.heard("late"));
  }

  /** Where the first file of a thread will be, whose folder is watched. */
  private Path folderOf(String ref) throws Exception {
    Path head = sandbox.head(RECEIVED, ref);
    Files.createDirectories(head.getParent());
    watching.until(() -> watching.heard(ref) && !watching.session.busy());
    watching.forget();
    return head;
  }

  /** Sees that a thread is left to its writer; returns for how long at most. */
  private Duration left(String ref) throws Exception {
    watching.round();
    assertFalse(watching.heard(ref));
    assertEquals(ref, sandbox.loaded(ref).ref().value(), "who answers waits for nobody");
    ThreadReadResult routed = sandbox.exchange.loader().loadFinished(new Ref(ref));
    return assertInstanceOf(ThreadReadResult.Incomplete.class, routed).lookAgainAfter();
  }

  @Test
  void aFolderThatAppearsBeforeItsFilesIsWatchedFromThenOn() throws Exception {
    watching.ready();
    Path head = sandbox.head(RECEIVED, "slow");
    Files.createDirectories(head.getParent());
    watching.until(() -> watching.heard("slow") && !watching.session.busy());
    watching.forget();

    Files.writeString(head, thread("slow"));
    watching.until(() -> watching.heard("slow"));
    watching.forget();
    append(head, status("ana", "claimed"));
    watching.until(() -> watching.heard("slow"));
  }

  @Test
  @Conforms(170)
  void aThreadThatIsMovedWhileItIsWatchedIsHeardWhereItIs() throws Exception {
    sandbox.old(sandbox.head(RECEIVED, "mover"), thread("mover"));
    watching.ready().forget();

    Files.move(sandbox.top(RECEIVED).resolve("mover"), sandbox.top(EXECUTING).resolve("mover"));
    watching.until(() -> watching.heard("mover") && !watching.session.busy());
    watching.round();
    watching.forget();

    append(sandbox.head(EXECUTING, "mover"), status("ana", "claimed"));
    watching.until(() -> watching.heard("mover"));
    assertEquals(1, watching.session.watchedFolders());
    // Its old name is free for another.
    watching.forget();
    sandbox.arrive(sandbox.head(RECEIVED, "mover"), thread("mover"));
    watching.until(() -> watching.heard("mover"));
  }

  @Test
  void aFolderThatGetsAnotherNameIsHeardUnderThatName() throws Exception {
    sandbox.old(sandbox.head(RECEIVED, "one"), thread("one"));
    watching.ready().forget();

    Files.move(sandbox.top(RECEIVED).resolve("one"), sandbox.top(EXECUTING).resolve("two"));
    watching.until(
        () -> watching.heard("one") && watching.heard("two") && !watching.session.busy());
    watching.round();
    watching.forget();

    append(sandbox.top(EXECUTING).resolve("two/000-one.messe-af.yaml"), status("a", "claimed"));
    watching.until(() -> watching.heard("two"));
    assertFalse(watching.heard("one"));
  }

  @Test
  void aFolderThatIsDeletedAndMadeAgainIsHeard() throws Exception {
    Path head = sandbox.old(sandbox.head(RECEIVED, "again"), thread("again"));
    watching.ready().forget();

    Files.delete(head);
    Files.delete(sandbox.top(RECEIVED).resolve("again"));
    Files.createDirectory(sandbox.top(RECEIVED).resolve("again"));
    watching.until(() -> watching.heard("again") && !watching.session.busy());
    watching.round();
    watching.forget();
    Files.writeString(head, thread("again"));

    watching.until(() -> watching.heard("again"));
  }

  @Test
  void aBurstOfFiveThousandIsHeardWhole() throws Exception {
    watching.ready();
    Path made = Files.createDirectory(temp.resolve("made"));
    Set<String> refs =
        IntStream.range(0, 5000).mapToObj(i -> "burst-" + i).collect(Collectors.toSet());
    for (String ref : refs) {
      Files.writeString(made.resolve(ref), thread(ref));
    }
    for (String ref : refs) {
      Files.move(made.resolve(ref), sandbox.flat(RECEIVED, ref));
    }

    watching.until(() -> watching.told().size() >= refs.size());
    assertEquals(refs, watching.told());
  }

  @Test
  void aFileThatAppearsAndIsReadIsNotFoundOnceMore() throws Exception {
    watching.ready();
    sandbox.arrive(sandbox.flat(RECEIVED, "new"), thread("new"));
    watching.until(() -> watching.heard("new"));
    try (OpenFolders folders = sandbox.exchange.loader().openFolders()) {
      assertNotNull(sandbox.exchange.loader().plain(new Ref("new"), folders));
    }
    watching.forget();

    sandbox.pass(WatchSession.FULL);
    watching.round();

    assertEquals(Set.of(), watching.told());
  }

  @Test
  void writersThatAreNotDoneAreNotHeard() throws Exception {
    sandbox.old(sandbox.head(RECEIVED, "inside"), thread("inside"));
    watching.ready().forget();

    Files.writeString(sandbox.head(RECEIVED, "inside").resolveSibling(".tmp-x"), "half");
    Files.writeString(sandbox.top(RECEIVED).resolve("x.messe-af.yaml.tmp"), "half");
    Files.writeString(sandbox.top(RECEIVED).resolve("x.messe-af.yaml~"), "half");
    Files.createDirectory(sandbox.top(RECEIVED).resolve(".building"));
    Files.writeString(sandbox.top(RECEIVED).resolve("notes.txt"), "no thread");
    sandbox.arrive(sandbox.flat(RECEIVED, "last"), thread("last"));

    watching.until(() -> watching.heard("last"));
    assertEquals(Set.of("last"), watching.told());
  }

  @Test
  void lostEventsLeadToAComparisonAtOnce() throws Exception {
    sandbox.old(sandbox.flat(FINISHED, "touched"), thread("touched"));
    watching.ready().forget();
    // A change that raises no event we know: behind the watcher's back, as after an overflow.
    sandbox.exchange.seenFingerprints().forget(new Ref("touched"));

    watching.session.eventsLost();
    watching.round();

    assertEquals(Set.of("touched"), watching.told());
  }

  // What no event tells.

  @Test
  void foldersBeyondTheLimitAreComparedEveryFiveSeconds() throws Exception {
    for (int i = 0; i < 5; i++) {
      Path head = sandbox.old(sandbox.head(RECEIVED, "t" + i), thread("t" + i));
      Files.setLastModifiedTime(head, FileTime.from(Sandbox.START.minus(Duration.ofHours(10 - i))));
    }
    instead(2).ready().forget();
    assertEquals(2, watching.session.watchedFolders());

    for (int i = 0; i < 5; i++) {
      append(sandbox.head(RECEIVED, "t" + i), status("ana", "claimed"));
    }
    watching.until(() -> watching.heard("t3") && watching.heard("t4"));
    watching.round();
    assertEquals(Set.of("t3", "t4"), watching.told(), "the newest are watched");

    sandbox.pass(WatchSession.TICK);
    watching.round();
    assertEquals(Set.of("t0", "t1", "t2", "t3", "t4"), watching.told());
  }

  @Test
  void aNewFolderTakesThePlaceOfTheLongestQuiet() throws Exception {
    sandbox.old(sandbox.head(RECEIVED, "quiet"), thread("quiet"));
    instead(1).ready();
    sandbox.arrive(sandbox.head(RECEIVED, "new"), thread("new"));
    watching.until(() -> watching.heard("new") && !watching.session.busy());
    watching.round();
    watching.forget();

    append(sandbox.head(RECEIVED, "new"), status("ana", "claimed"));
    watching.until(() -> watching.heard("new"));
    assertEquals(1, watching.session.watchedFolders());
  }

  @Test
  void finishedThreadsAreComparedEveryFiveMinutes() throws Exception {
    Path head = sandbox.old(sandbox.head(FINISHED, "done"), thread("done", "completed"));
    watching.ready().forget();
    append(head, status("ana", "completed"));

    sandbox.pass(WatchSession.TICK);
    watching.round();
    assertEquals(Set.of(), watching.told());

    sandbox.pass(WatchSession.FULL);
    watching.round();
    assertEquals(Set.of("done"), watching.told());
  }

  @Test
  void nothingIsToldTwice() throws Exception {
    sandbox.old(sandbox.flat(RECEIVED, "flat"), thread("flat"));
    sandbox.old(sandbox.head(RECEIVED, "folder"), thread("folder"));
    watching.ready().forget();

    for (int minute = 0; minute < 10; minute++) {
      sandbox.pass(Duration.ofMinutes(1));
      watching.round();
    }

    assertEquals(Set.of(), watching.told());
  }

  // Folders that come and go.

  @Test
  void aStateFolderThatIsDeletedAndMadeAgainIsWatchedAgain() throws Exception {
    sandbox.old(sandbox.flat(RECEIVED, "lost"), thread("lost"));
    watching.ready().forget();

    Files.delete(sandbox.flat(RECEIVED, "lost"));
    Files.delete(sandbox.top(RECEIVED));
    watching.until(() -> watching.told().contains("lost"));
    Files.createDirectory(sandbox.top(RECEIVED));
    sandbox.arrive(sandbox.flat(RECEIVED, "early"), thread("early"));
    watching.until(() -> watching.told().contains("early") && !watching.session.busy());
    watching.round();

    sandbox.arrive(sandbox.flat(RECEIVED, "later"), thread("later"));
    watching.until(() -> watching.heard("later"));
  }

  @Test
  void aPlainFolderThatAppearsIsWatched() throws Exception {
    watching.ready();
    Path plain = Files.createDirectory(sandbox.root.resolve("received"));
    watching.until(() -> !watching.session.busy());
    sandbox.arrive(plain.resolve("x.messe-af.yaml"), thread("x"));

    watching.until(() -> watching.told().contains("x"));
  }

  @Test
  void aStateFolderInTheWayOfAnotherIsNoticed() throws Exception {
    sandbox.old(sandbox.flat(RECEIVED, "old"), thread("old"));
    watching.ready().forget();

    Files.move(sandbox.top(RECEIVED), temp.resolve("aside"));
    Files.createDirectory(sandbox.top(RECEIVED));
    watching.until(() -> watching.told().contains("old") && !watching.session.busy());
    watching.round();
    watching.forget();
    sandbox.arrive(temp.resolve("aside/elsewhere.messe-af.yaml"), thread("elsewhere"));
    sandbox.arrive(sandbox.flat(RECEIVED, "new"), thread("new"));

    watching.until(() -> watching.heard("new"));
    assertFalse(watching.told().contains("elsewhere"));
  }

  @Test
  void anExchangeThatIsTakenAwayWithdrawsNothing() throws Exception {
    sandbox.old(sandbox.flat(RECEIVED, "x"), thread("x"));
    watching.ready().forget();
    Path away = temp.resolveSibling(temp.getFileName() + "-away");
    Files.move(temp, away);
    try {
      sandbox.pass(WatchSession.TICK);
      assertFalse(watching.session.turn(Duration.ZERO));
      assertEquals(Set.of(), watching.told());
    } finally {
      Files.move(away, temp);
    }
  }

  // Listeners and writers of our own.

  @Test
  void aListenerThatFailedIsToldAgain() throws Exception {
    watching.ready();
    watching.deaf = true;
    sandbox.arrive(sandbox.flat(RECEIVED, "x"), thread("x"));
    watching.until(() -> watching.failures > 0);
    watching.deaf = false;

    sandbox.pass(WatchSession.TICK);
    watching.until(() -> watching.told().contains("x"));
  }

  @Test
  void whatWeWroteOurselvesIsNotHeard() throws Exception {
    sandbox.old(sandbox.head(RECEIVED, "ours"), thread("ours"));
    sandbox.old(sandbox.flat(RECEIVED, "flat"), thread("flat"));
    watching.ready().forget();

    for (String ref : List.of("ours", "flat")) {
      for (int i = 0; i < 3; i++) {
        sandbox.exchange.writer().appendHistory(new Ref(ref), List.of(entry("note " + i)));
      }
    }
    sandbox.arrive(sandbox.flat(RECEIVED, "last"), thread("last"));
    watching.until(() -> watching.heard("last"));
    sandbox.pass(WatchSession.FULL);
    watching.round();

    assertEquals(Set.of("last"), watching.told());
  }

  @Test
  void aChangeOfOthersBeforeOursIsHeard() throws Exception {
    Path head = sandbox.old(sandbox.head(RECEIVED, "both"), thread("both"));
    watching.ready().forget();

    append(head, status("ana", "claimed"));
    sandbox.exchange.writer().appendHistory(new Ref("both"), List.of(entry("note")));

    watching.until(() -> watching.heard("both"));
  }

  @Test
  void twoCopiesAreToldOfAfterAMinuteAndNoSooner() throws Exception {
    sandbox.old(sandbox.flat(RECEIVED, "twice"), thread("twice"));
    sandbox.old(sandbox.head(EXECUTING, "twice"), thread("twice", "claimed"));
    watching.ready();
    try (Logged logged = new Logged(DuplicateCopies.class)) {
      sandbox.loaded("twice");
      sandbox.pass(Duration.ofSeconds(59));
      watching.round();
      assertEquals(List.of(), logged.lines());

      sandbox.pass(WatchSession.TICK);
      watching.round();
      sandbox.pass(WatchSession.TICK);
      watching.round();
      assertEquals(1, logged.lines().size());
      assertTrue(logged.lines().getFirst().contains("twice"), logged.lines().getFirst());
    }
  }

  private static HistoryEntry entry(String note) {
    return new HistoryEntry(HistoryEntry.DISPATCHED, Sandbox.START, "exchange", note);
  }
}
