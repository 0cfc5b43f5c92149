package org.messgateway.gateway.exchange.late;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.messgateway.api.mess.ThreadFolder.RECEIVED;
import static org.messgateway.gateway.exchange.Sandbox.status;
import static org.messgateway.gateway.exchange.Sandbox.text;
import static org.messgateway.gateway.exchange.Sandbox.thread;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.messgateway.api.mess.HistoryEntry;
import org.messgateway.api.mess.ThreadStatus;
import org.messgateway.gateway.exchange.ExchangeWriteException;
import org.messgateway.gateway.exchange.HistoryUpdate;
import org.messgateway.gateway.exchange.LoadedThread;
import org.messgateway.gateway.exchange.Logged;
import org.messgateway.gateway.exchange.Ref;
import org.messgateway.gateway.exchange.Sandbox;
import org.messgateway.gateway.exchange.StateFolder;
import org.messgateway.gateway.exchange.files.FileStamp;
import org.messgateway.gateway.exchange.write.LateWriteMerger;
import org.messgateway.gateway.exchange.write.TempFiles;
import org.messgateway.gateway.home.SecureFolder;

/** Writers that had a file open when we replaced it. */
class ReplacedFilesTest {

  private static final String NAME = "2026-11-20-001";
  private static final Ref REF = new Ref(NAME);

  @TempDir Path temp;
  Sandbox sandbox;
  Path file;

  Sandbox sandbox(Path root) {
    return new Sandbox(root);
  }

  @BeforeEach
  void open() {
    sandbox = sandbox(temp);
    file = sandbox.old(sandbox.flat(RECEIVED, NAME), thread(NAME));
  }

  private static void write(FileChannel late, String text) throws IOException {
    late.write(ByteBuffer.wrap(text.getBytes(UTF_8)));
  }

  private void project(String note) throws IOException {
    HistoryEntry entry = new HistoryEntry(HistoryEntry.DISPATCHED, Sandbox.START, "exchange", note);
    sandbox.exchange.writer().appendHistory(REF, List.of(entry));
  }

  private void look() {
    sandbox.pass(Duration.ofSeconds(1));
    sandbox.exchange.lookForLateWriters();
  }

  private void look(int seconds) {
    for (int second = 0; second < seconds; second++) {
      look();
    }
  }

  private List<Path> kept() throws IOException {
    try (Stream<Path> all = Files.walk(sandbox.root.resolve(".gateway/replaced"))) {
      return all.filter(Files::isRegularFile).toList();
    }
  }

  @Test
  void whatALateWriterAppendsComesIntoTheThread() throws Exception {
    try (FileChannel late = FileChannel.open(file, StandardOpenOption.APPEND)) {
      project("note");
      write(late, status("ana", "claimed"));
    }
    assertFalse(text(file).contains("ana"));
    look();
    look();

    assertTrue(text(file).contains("note: note"), text(file));
    assertTrue(text(file).endsWith(status("ana", "claimed")), text(file));
  }

  @Test
  void aLateWriterWhoRewritesTheThreadKeepsHisStatusAndWeOurHistory() throws Exception {
    String his = thread(NAME, "claimed") + status("ana", "claimed");
    try (FileChannel late = FileChannel.open(file, StandardOpenOption.WRITE)) {
      project("note");
      late.truncate(0);
      write(late, his.substring(0, 100));
      look();
      look();
      assertFalse(text(file).contains("ana"), "half a text is not taken");
      write(late, his.substring(100));
    }
    look();
    look();

    LoadedThread thread = sandbox.loaded(NAME);
    assertEquals(ThreadStatus.CLAIMED, thread.thread().envelope().status());
    assertEquals(2, thread.thread().messages().size());
    assertEquals("note", thread.thread().envelope().history().getLast().note());
  }

  @Test
  void aLateMessageIsAppendedWhereTheThreadHasMovedOn() throws Exception {
    try (FileChannel late = FileChannel.open(file, StandardOpenOption.APPEND)) {
      project("note");
      Files.writeString(file, status("bob", "claimed"), StandardOpenOption.APPEND);
      write(late, status("ana", "claimed"));
    }
    look();
    look();
    look();

    assertTrue(
        text(file).endsWith(status("bob", "claimed") + status("ana", "claimed")), text(file));
  }

  /** As where a thread in one file becomes a folder. */
  @Test
  void whatTookTheNameThatIsTakenAwayIsMerged() throws Exception {
    ReplacedFiles replaced =
        new ReplacedFiles(sandbox.exchange.directory(), sandbox::now, sandbox::nanos);
    ReplacedFile kept = replaced.keep(REF, file, FileStamp.of(file), true).orElseThrow();
    String theirs = thread(NAME) + status("ana", "claimed");
    Path saved = Files.writeString(temp.resolve("saved"), theirs);
    Files.move(saved, file, StandardCopyOption.REPLACE_EXISTING);
    takeAway(replaced, kept);
    List<String> merged = new ArrayList<>();
    for (int second = 0; second < 3; second++) {
      sandbox.pass(Duration.ofSeconds(1));
      replaced.check((_, late, _, _) -> merged.add(Files.readString(late)));
    }
    assertEquals(List.of(theirs), merged);
  }

  @Test
  void aNameThatIsTakenAwayLeavesTheKeptFileAlone() throws Exception {
    ReplacedFiles replaced =
        new ReplacedFiles(sandbox.exchange.directory(), sandbox::now, sandbox::nanos);
    ReplacedFile kept = replaced.keep(REF, file, FileStamp.of(file), true).orElseThrow();
    takeAway(replaced, kept);
    assertFalse(Files.exists(file));
    assertEquals(List.of(Objects.requireNonNull(kept.kept())), kept());
  }

  private void takeAway(ReplacedFiles replaced, ReplacedFile kept) throws IOException {
    try (SecureFolder folder = SecureFolder.open(file.resolveSibling("."))) {
      replaced.takeAway(kept, folder, file.getFileName().toString());
    }
  }

  @Test
  void nothingIsTakenTwice() throws Exception {
    try (FileChannel late = FileChannel.open(file, StandardOpenOption.APPEND)) {
      project("note");
      write(late, status("ana", "claimed"));
      look();
      look();
      write(late, status("ana", "in_progress"));
    }
    look(30);

    assertTrue(
        text(file).endsWith(status("ana", "claimed") + status("ana", "in_progress")), text(file));
    assertEquals(3, sandbox.loaded(NAME).thread().messages().size());
    assertEquals(List.of(), kept());
  }

  @Test
  void withoutALateWriterAReplacedFileIsGoneAfterTenSeconds() throws Exception {
    project("note");
    String written = text(file);
    for (int second = 1; second < 10; second++) {
      look();
      assertEquals(1, kept().size());
    }
    look();

    assertEquals(List.of(), kept());
    assertEquals(written, text(file));
  }

  private List<HistoryUpdate> burst(String prefix, int threads) throws IOException {
    List<HistoryUpdate> burst = new ArrayList<>();
    for (int i = 0; i < threads; i++) {
      String name = prefix + i;
      sandbox.old(sandbox.flat(RECEIVED, name), thread(name));
      HistoryEntry entry = new HistoryEntry(HistoryEntry.DISPATCHED, Sandbox.START, "us", "note");
      burst.add(new HistoryUpdate(new Ref(name), null, _ -> List.of(entry)));
    }
    return burst;
  }

  @Test
  void aLateTextComesInTimeAlsoWhereMuchIsWritten() throws Exception {
    List<HistoryUpdate> burst = burst("burst-", 100);
    Path last = sandbox.flat(RECEIVED, "burst-99");
    try (FileChannel late = FileChannel.open(last, StandardOpenOption.APPEND)) {
      sandbox.exchange.writer().appendHistories(burst, new NoOutcome());
      for (int second = 1; second <= 11; second++) {
        if (second == 5) {
          write(late, status("ana", "claimed"));
        }
        sandbox.exchange.writer().appendHistories(burst("more-" + second, 100), new NoOutcome());
        look();
      }
    }

    assertTrue(text(last).endsWith(status("ana", "claimed")), text(last));
  }

  @Test
  void aWriterWhoGoesOnAfterTenSecondsIsFollowed() throws Exception {
    try (FileChannel late = FileChannel.open(file, StandardOpenOption.APPEND)) {
      project("note");
      look(9);
      write(late, status("ana", "claimed"));
      look();
      write(late, status("ana", "in_progress"));
    }
    look(30);

    assertTrue(
        text(file).endsWith(status("ana", "claimed") + status("ana", "in_progress")), text(file));
    assertEquals(List.of(), kept());
  }

  @Test
  void aSlowWriterIsWaitedFor() throws Exception {
    String words = status("ana", "claimed");
    try (FileChannel late = FileChannel.open(file, StandardOpenOption.APPEND)) {
      project("note");
      look(9);
      for (int i = 0; i < words.length(); i++) {
        write(late, words.substring(i, i + 1));
        look();
      }
    }
    look();

    assertTrue(text(file).endsWith(words), text(file));
    assertFalse(Files.exists(sandbox.root.resolve(".gateway/late")));
  }

  @Test
  void aLateTextIsKeptUntilItIsInTheThread() throws Exception {
    AtomicLong nanos = new AtomicLong();
    ReplacedFiles files =
        new ReplacedFiles(sandbox.exchange.directory(), () -> Sandbox.START, nanos::get);
    files.watch(files.keep(REF, file, FileStamp.of(file), true).orElseThrow(), null, null);
    Files.writeString(file, status("ana", "claimed"), StandardOpenOption.APPEND);
    AtomicInteger tries = new AtomicInteger();
    for (int second = 1; second <= 600 && tries.get() < 15; second++) {
      nanos.addAndGet(Duration.ofSeconds(1).toNanos());
      files.check((_, kept, _, _) -> {
        assertTrue(Files.exists(kept));
        return tries.incrementAndGet() == 15;
      });
    }

    assertEquals(15, tries.get());
  }

  @Test
  void aThreadThatStaysBrokenIsToldSeldomAndGetsItsTextWhenItIsMended() throws Exception {
    try (FileChannel late = FileChannel.open(file, StandardOpenOption.APPEND);
        Logged logged = new Logged(ReplacedFiles.class)) {
      project("note");
      write(late, status("ana", "claimed"));
      String whole = text(file);
      sandbox.old(file, "ref: [broken");
      look(600);
      assertTrue(logged.lines().size() < 20, () -> String.join("\n", logged.lines()));
      assertTrue(
          logged.lines().getFirst().endsWith(" waits: thread " + NAME + " is not whole just now"),
          logged.lines().getFirst());
      sandbox.old(file, whole);
      look(60);
    }

    assertTrue(text(file).endsWith(status("ana", "claimed")), text(file));
  }

  @Test
  void aLateTextOfAThreadThatIsGoneIsKeptForAPerson() throws Exception {
    try (FileChannel late = FileChannel.open(file, StandardOpenOption.APPEND);
        Logged logged = new Logged(LateWriteMerger.class)) {
      project("note");
      write(late, status("ana", "claimed"));
      Files.delete(file);
      look(30);
      assertEquals(1, logged.lines().size());
      assertTrue(logged.lines().getFirst().contains("is gone since"), logged.lines().getFirst());
    }

    try (Stream<Path> saved = Files.walk(sandbox.root.resolve(".gateway/late"))) {
      Path safe = saved.filter(Files::isRegularFile).findFirst().orElseThrow();
      assertEquals(thread(NAME) + status("ana", "claimed"), text(safe));
    }
    assertEquals(List.of(), kept());
  }

  @Test
  void afterABurstTheyAreLetGoWhenThingsAreQuiet() throws Exception {
    List<HistoryUpdate> burst = burst("burst-", 100);
    Path last = sandbox.flat(RECEIVED, "burst-99");
    try (FileChannel late = FileChannel.open(last, StandardOpenOption.APPEND)) {
      sandbox.exchange.writer().appendHistories(burst, new NoOutcome());
      look(20);
      assertEquals(100, kept().size());
      sandbox.exchange.recover();
      write(late, status("ana", "claimed"));
    }
    sandbox.pass(LateWriteSchedule.QUIET_TIME);
    look();
    look();
    assertEquals(2, kept().size(), "what was late, and what its text replaced");
    sandbox.pass(ReplacedFiles.KEEP_TIME);
    look();

    assertEquals(List.of(), kept());
    assertTrue(text(last).endsWith(status("ana", "claimed")), "late, and not too late");
  }

  private static final class NoOutcome implements HistoryUpdate.HistoryOutcome {
    @Override
    public void written(Ref ref) {
      // As it should be.
    }

    @Override
    public boolean failed(Ref ref, ExchangeWriteException failure) {
      throw new AssertionError(failure);
    }
  }

  @Test
  void aRefTooLongForAFileNameWithMoreInItIsKeptInAFolder() throws Exception {
    String longRef = "é".repeat(110);
    Path longFile = sandbox.old(sandbox.flat(RECEIVED, longRef), thread(longRef));
    HistoryEntry entry = new HistoryEntry(HistoryEntry.DISPATCHED, Sandbox.START, "exchange", "x");
    try (FileChannel late = FileChannel.open(longFile, StandardOpenOption.APPEND)) {
      sandbox.exchange.writer().appendHistory(new Ref(longRef), List.of(entry));
      write(late, status("ana", "claimed"));
    }
    sandbox.exchange.close();

    Sandbox next = sandbox.another();
    next.pass(Duration.ofMinutes(2));
    next.exchange.recover();
    next.exchange.lookForLateWriters();

    assertTrue(text(longFile).endsWith(status("ana", "claimed")), text(longFile));
    next.pass(ReplacedFiles.KEEP_TIME);
    next.exchange.lookForLateWriters();
    assertEquals(List.of(), kept());
    assertFalse(Files.exists(sandbox.root.resolve(".gateway/replaced/" + longRef)));
  }

  @Test
  void aLateTextThatMakesNoSenseIsKeptForAPerson() throws Exception {
    try (FileChannel late = FileChannel.open(file, StandardOpenOption.APPEND);
        Logged logged = new Logged(LateWriteMerger.class)) {
      project("note");
      write(late, "---\nfrom: [half");
      look(11);
      assertEquals(1, logged.lines().size());
    }

    try (Stream<Path> saved = Files.walk(sandbox.root.resolve(".gateway/late"))) {
      Path safe = saved.filter(Files::isRegularFile).findFirst().orElseThrow();
      assertEquals(thread(NAME) + "---\nfrom: [half", text(safe));
    }
    assertFalse(text(file).contains("half"));
  }

  @Test
  void aLateMessageSurvivesADeathOfTheGateway() throws Exception {
    try (FileChannel late = FileChannel.open(file, StandardOpenOption.APPEND)) {
      project("note");
      write(late, status("ana", "claimed"));
    }
    sandbox.exchange.close();

    Sandbox next = sandbox.another();
    next.exchange.recover();
    assertEquals(1, kept().size(), "it may be a living gateway's");
    next.exchange.lookForLateWriters();
    assertFalse(text(file).contains("ana"), text(file));
    next.pass(Duration.ofMinutes(2));
    next.exchange.recover();
    next.exchange.lookForLateWriters();

    assertTrue(text(file).endsWith(status("ana", "claimed")), text(file));
    assertTrue(text(file).contains("note: note"), text(file));
    next.pass(ReplacedFiles.KEEP_TIME);
    next.exchange.lookForLateWriters();
    assertEquals(List.of(), kept());
  }

  @Test
  void aTemporaryFileOfAProcessThatEndedHereIsRemovedAtOnce() throws Exception {
    Path received = sandbox.top(RECEIVED);
    String here =
        new TempFiles(sandbox.exchange.directory(), () -> Sandbox.START)
            .newPath(StateFolder.written(RECEIVED))
            .getFileName()
            .toString();
    Process ended = new ProcessBuilder("true").start();
    ended.waitFor();
    String me = "-" + ProcessHandle.current().pid() + "-";
    Path dead = sandbox.fresh(received.resolve(here.replace(me, "-" + ended.pid() + "-")), "half");
    Path mine = sandbox.fresh(received.resolve(here), "half");

    sandbox.exchange.recover();

    assertTrue(here.contains(me), here);
    assertFalse(Files.exists(dead));
    assertTrue(Files.exists(mine));
  }

  @Test
  void temporaryFilesOfADeadGatewayAreRemovedAndNoOthers() throws Exception {
    Path dead = sandbox.old(sandbox.top(RECEIVED).resolve(".mess-gateway-0123.tmp"), "half");
    Path building = sandbox.top(RECEIVED).resolve(".mess-gateway-4567.tmp");
    sandbox.old(building.resolve("000-x.messe-af.yaml"), "half");
    Files.setLastModifiedTime(building, FileTime.from(Sandbox.START.minusSeconds(61)));
    Path living = sandbox.fresh(sandbox.top(RECEIVED).resolve(".mess-gateway-89ab.tmp"), "half");
    Path other = sandbox.old(sandbox.top(RECEIVED).resolve(".other.tmp"), "half");

    sandbox.exchange.recover();

    assertFalse(Files.exists(dead));
    assertFalse(Files.exists(building));
    assertTrue(Files.exists(living) && Files.exists(other) && Files.exists(file));
  }
}
