package org.messgateway.gateway.exchange.write;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.messgateway.api.mess.ThreadFolder.EXECUTING;
import static org.messgateway.api.mess.ThreadFolder.RECEIVED;
import static org.messgateway.gateway.exchange.Sandbox.status;
import static org.messgateway.gateway.exchange.Sandbox.text;
import static org.messgateway.gateway.exchange.Sandbox.thread;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.messgateway.api.mess.HistoryEntry;
import org.messgateway.gateway.exchange.ExchangeWriteException;
import org.messgateway.gateway.exchange.ExchangeWriteException.Reason;
import org.messgateway.gateway.exchange.HistoryUpdate;
import org.messgateway.gateway.exchange.LoadedThread;
import org.messgateway.gateway.exchange.Ref;
import org.messgateway.gateway.exchange.Sandbox;

/** History of many threads written in one round. */
class BatchHistoryWriterTest {

  private static final int MANY = 12;

  @TempDir private Path temp;
  private Sandbox sandbox;
  private final List<String> written = new ArrayList<>();
  private final Map<String, Reason> failed = new TreeMap<>();
  private boolean goOn = true;

  Sandbox sandbox(Path root) {
    return new Sandbox(root);
  }

  @BeforeEach
  void open() {
    sandbox = sandbox(temp);
    IntStream.range(0, MANY).forEach(i -> sandbox.old(file(i), thread(name(i))));
  }

  private static String name(int number) {
    return "2026-11-20-%03d".formatted(number);
  }

  private Path file(int number) {
    return sandbox.flat(RECEIVED, name(number));
  }

  private static List<HistoryEntry> told() {
    return List.of(new HistoryEntry(HistoryEntry.DISPATCHED, Sandbox.START, "exchange", "a note"));
  }

  private HistoryUpdate wish(int number, @Nullable LoadedThread read) {
    return new HistoryUpdate(new Ref(name(number)), read, _ -> told());
  }

  private List<HistoryUpdate> wishes() {
    return IntStream.range(0, MANY).mapToObj(i -> wish(i, sandbox.loaded(name(i)))).toList();
  }

  private void write(List<HistoryUpdate> wishes) {
    write(wishes, () -> {});
  }

  private void write(List<HistoryUpdate> wishes, Runnable each) {
    sandbox
        .exchange
        .writer()
        .appendHistories(
            wishes,
            new HistoryUpdate.HistoryOutcome() {
              @Override
              public void written(Ref ref) {
                written.add(ref.value());
                each.run();
              }

              @Override
              public boolean failed(Ref ref, ExchangeWriteException failure) {
                failed.put(ref.value(), failure.reason());
                return goOn;
              }
            });
  }

  private List<Path> temporaries() throws IOException {
    try (Stream<Path> all = Files.list(sandbox.top(RECEIVED))) {
      return all.filter(each -> each.toString().endsWith(".tmp")).toList();
    }
  }

  private int notes(int number) {
    return text(file(number)).split("note: a note", -1).length - 1;
  }

  @Test
  void aMessageGoesWithHistoryOrByItselfAndIsWrittenOnce() throws Exception {
    byte[] message = "from: exchange\nMESS:\n  - ack: {re: last}\n".getBytes(UTF_8);
    List<HistoryUpdate> wishes = new ArrayList<>();
    for (int i = 0; i < MANY; i++) {
      List<HistoryEntry> entries = i % 2 == 0 ? told() : List.of();
      wishes.add(
          new HistoryUpdate(
              new Ref(name(i)),
              sandbox.loaded(name(i)),
              _ -> entries,
              thread -> thread.messages().size() > 1 ? null : message));
    }
    write(wishes);
    write(wishes);

    for (int i = 0; i < MANY; i++) {
      String text = text(file(i));
      assertEquals((i + 1) % 2, notes(i));
      assertTrue(text.endsWith(Sandbox.request("") + "---\n" + new String(message, UTF_8)), text);
    }
    assertEquals(2 * MANY, written.size());
    assertEquals(Map.of(), failed);
    assertEquals(List.of(), temporaries());
  }

  @Test
  void eachGetsItsHistoryOnceAndNothingElseChanges() throws Exception {
    List<HistoryUpdate> wishes = wishes();
    write(wishes);
    write(wishes);

    for (int i = 0; i < MANY; i++) {
      assertEquals(1, notes(i));
      assertTrue(text(file(i)).endsWith(Sandbox.request("")), text(file(i)));
    }
    assertEquals(2 * MANY, written.size());
    assertEquals(Map.of(), failed);
    assertEquals(List.of(), temporaries());
  }

  @Test
  void aThreadThatIsBeingWrittenHoldsUpNoOther() throws Exception {
    CountDownLatch entered = new CountDownLatch(1);
    CountDownLatch over = new CountDownLatch(1);
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      Future<LoadedThread> busy =
          threads.submit(() ->
              sandbox
                  .exchange
                  .writer()
                  .write(
                      new Ref(name(3)),
                      _ -> {
                        entered.countDown();
                        awaits(over);
                        return null;
                      }));
      assertTrue(entered.await(10, TimeUnit.SECONDS));
      List<HistoryUpdate> wishes = wishes();
      CountDownLatch others = new CountDownLatch(MANY - 1);
      Future<?> batch = threads.submit(() -> write(wishes, others::countDown));
      assertTrue(others.await(10, TimeUnit.SECONDS));
      assertEquals(0, notes(3));
      over.countDown();
      busy.get(10, TimeUnit.SECONDS);
      batch.get(10, TimeUnit.SECONDS);
    }
    assertEquals(name(3), written.getLast());
    IntStream.range(0, MANY).forEach(i -> assertEquals(1, notes(i)));
    assertEquals(List.of(), temporaries());
  }

  private static void awaits(CountDownLatch latch) {
    try {
      assertTrue(latch.await(10, TimeUnit.SECONDS));
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** As programs write it: without comments and braces. */
  private static String plain(int number, String intent) {
    return thread(name(number))
        .replace("# kept as it is\nx-own: {a: 1}\n", "")
        .replace("intent: look\npriority", "intent: " + intent + "\npriority");
  }

  @Test
  void historyIsPutWhereItEndedWhenTheThreadWasRead() {
    sandbox.old(file(0), plain(0, "look"));
    write(List.of(wish(0, sandbox.loaded(name(0)))));

    String by = "    by: claude-agent\n";
    String entry =
        "  - action: dispatched\n    at: 2026-11-20T12:00:00.000Z\n    by: exchange\n"
            + "    note: a note\n";
    assertEquals(plain(0, "look").replaceFirst(by, by + entry), text(file(0)));
  }

  @Test
  void aChangeWithinTheTickOfAClockIsKept() throws Exception {
    sandbox.fresh(file(0), plain(0, "look"));
    HistoryUpdate wish = wish(0, sandbox.loaded(name(0)));
    FileTime time = Files.getLastModifiedTime(file(0));
    Files.writeString(file(0), plain(0, "hear"));
    Files.setLastModifiedTime(file(0), time);
    write(List.of(wish));

    assertEquals(1, notes(0));
    assertTrue(text(file(0)).contains("intent: hear"));
  }

  /** Threads that are not looked at before their successors have been written. */
  private List<HistoryUpdate> plainWishes() {
    IntStream.range(0, MANY).forEach(i -> sandbox.old(file(i), plain(i, "look")));
    return wishes();
  }

  @Test
  void whatSomebodyDidSinceAPlainThreadWasReadStays() throws Exception {
    List<HistoryUpdate> wishes = plainWishes();
    Files.writeString(file(0), status("ana", "claimed"), StandardOpenOption.APPEND);
    Path other = Files.writeString(temp.resolve("other"), plain(1, "hear"));
    Files.move(other, file(1), StandardCopyOption.REPLACE_EXISTING);
    Files.writeString(file(2), plain(2, "hear"));
    Files.move(file(3), sandbox.flat(EXECUTING, name(3)));
    Files.delete(file(4));
    write(wishes);

    assertTrue(text(file(0)).endsWith(status("ana", "claimed")));
    assertTrue(text(file(1)).contains("intent: hear"));
    assertTrue(text(file(2)).contains("intent: hear"));
    assertFalse(Files.exists(file(3)));
    assertTrue(text(sandbox.flat(EXECUTING, name(3))).contains("note: a note"));
    assertFalse(Files.exists(file(4)));
    for (int number : List.of(0, 1, 2, 5, MANY - 1)) {
      assertEquals(1, notes(number));
    }
    assertEquals(Map.of(name(4), Reason.ABSENT), failed);
    assertEquals(MANY - 1, written.size());
    assertEquals(List.of(), temporaries());
  }

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void rightsThatAPlainThreadGotSinceItWasReadStay() throws Exception {
    List<HistoryUpdate> wishes = plainWishes();
    Files.setPosixFilePermissions(file(2), PosixFilePermissions.fromString("rw-rw--w-"));
    write(wishes);

    assertEquals(1, notes(2));
    assertEquals(
        "rw-rw--w-", PosixFilePermissions.toString(Files.getPosixFilePermissions(file(2))));
    assertEquals(MANY, written.size());
  }

  @Test
  void aStateFolderThatAnotherOneReplacedIsWrittenNowhereElse() throws Exception {
    List<HistoryUpdate> wishes = plainWishes();
    Path aside = temp.resolve("aside");
    Files.move(sandbox.top(RECEIVED), aside);
    IntStream.range(0, MANY).forEach(i -> sandbox.old(file(i), plain(i, "hear")));
    write(wishes);

    for (int i = 0; i < MANY; i++) {
      assertEquals(1, notes(i));
      assertTrue(text(file(i)).contains("intent: hear"));
      assertEquals(plain(i, "look"), text(aside.resolve(file(i).getFileName())));
    }
  }

  @Test
  void whatWasNotReadBeforeIsReadAndAFolderIsWrittenLikeAFile() throws Exception {
    sandbox.old(sandbox.head(RECEIVED, "folder"), thread("folder"));
    List<HistoryUpdate> wishes = new ArrayList<>();
    IntStream.range(0, MANY).forEach(i -> wishes.add(wish(i, null)));
    wishes.add(new HistoryUpdate(new Ref("folder"), null, _ -> told()));
    write(wishes);

    assertEquals(MANY + 1, written.size());
    assertTrue(text(sandbox.head(RECEIVED, "folder")).contains("note: a note"));
    assertEquals(1, notes(MANY - 1));
  }

  @Test
  void aMistakeWithOneCostsNoOtherItsHistory() throws Exception {
    List<HistoryUpdate> wishes = new ArrayList<>(wishes());
    wishes.set(
        3,
        new HistoryUpdate(
            new Ref(name(3)),
            null,
            _ -> {
              throw new IllegalStateException("a mistake");
            }));
    write(wishes);

    assertEquals(Map.of(name(3), Reason.FAILED), failed);
    assertEquals(MANY - 1, written.size());
    assertEquals(1, notes(MANY - 1));
    assertEquals(List.of(), temporaries());
  }

  @Test
  void whatSomebodyWroteSinceItWasReadStays() throws Exception {
    List<HistoryUpdate> wishes = wishes();
    Files.writeString(file(3), status("ana", "claimed"), StandardOpenOption.APPEND);
    write(wishes);

    assertTrue(text(file(3)).endsWith(status("ana", "claimed")));
    assertEquals(1, notes(3));
    assertEquals(MANY, written.size());
  }

  @Test
  void whoWritesWhileTheRoundIsUnderWayLosesNothing() throws Exception {
    List<HistoryUpdate> wishes = new ArrayList<>(wishes());
    HistoryUpdate last = wishes.removeLast();
    // Asked for the last, all others lie prepared.
    wishes.add(
        new HistoryUpdate(
            last.ref(),
            last.read(),
            _ -> {
              append(file(2), status("bob", "claimed"));
              return told();
            }));
    write(wishes);

    assertTrue(text(file(2)).endsWith(status("bob", "claimed")));
    assertEquals(1, notes(2));
    assertEquals(MANY, written.size());
    assertEquals(List.of(), temporaries());
  }

  private static void append(Path file, String text) {
    try {
      if (!text(file).contains("bob")) {
        Files.writeString(file, text, StandardOpenOption.APPEND);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void aLateWriterIsHeardAfterARound() throws Exception {
    try (FileChannel late = FileChannel.open(file(5), StandardOpenOption.APPEND)) {
      write(wishes());
      late.write(ByteBuffer.wrap(status("ana", "claimed").getBytes(UTF_8)));
    }
    for (int second = 0; second < 3; second++) {
      sandbox.pass(Duration.ofSeconds(1));
      sandbox.exchange.lookForLateWriters();
    }

    assertTrue(text(file(5)).endsWith(status("ana", "claimed")), text(file(5)));
    assertEquals(1, notes(5));
  }

  @Test
  void oneThatIsGoneHoldsUpNoOther() throws Exception {
    List<HistoryUpdate> wishes = wishes();
    Files.delete(file(0));
    write(wishes);

    assertEquals(Map.of(name(0), Reason.ABSENT), failed);
    assertEquals(MANY - 1, written.size());
  }

  @Test
  void oneThatIsMovedMeanwhileIsWrittenWhereItIsNow() throws Exception {
    List<HistoryUpdate> wishes = new ArrayList<>(wishes());
    Path moved = sandbox.flat(EXECUTING, name(1));
    Files.move(file(1), moved);
    HistoryUpdate last = wishes.removeLast();
    wishes.add(
        new HistoryUpdate(
            last.ref(),
            last.read(),
            _ -> {
              move(file(2), sandbox.flat(EXECUTING, name(2)));
              return told();
            }));
    write(wishes);

    assertEquals(Map.of(), failed);
    assertEquals(MANY, written.size());
    assertTrue(text(moved).contains("note: a note"));
    assertTrue(text(sandbox.flat(EXECUTING, name(2))).contains("note: a note"));
    assertFalse(Files.exists(file(2)));
  }

  private static void move(Path from, Path to) {
    try {
      if (Files.exists(from)) {
        Files.move(from, to);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void anExchangeThatTakesNothingIsNotTriedFurther() throws Exception {
    assumeFalse(System.getProperty("user.name").equals("root"), "root may write everywhere");
    List<HistoryUpdate> wishes = wishes();
    goOn = false;
    Files.setPosixFilePermissions(
        sandbox.top(RECEIVED), PosixFilePermissions.fromString("r-xr-xr-x"));
    write(wishes);
    Files.setPosixFilePermissions(
        sandbox.top(RECEIVED), PosixFilePermissions.fromString("rwxr-xr-x"));

    assertEquals(Map.of(name(0), Reason.NOT_PERMITTED), failed);
    assertEquals(List.of(), written);
  }

  @Test
  void whoeverSaysStopIsHeardAndNothingIsLeftBehind() throws Exception {
    List<HistoryUpdate> wishes = new ArrayList<>(wishes());
    Files.delete(file(4));
    wishes.set(4, wish(4, null));
    goOn = false;
    write(wishes);

    assertEquals(Map.of(name(4), Reason.ABSENT), failed);
    assertEquals(List.of(), written, "what was prepared is not placed");
    assertEquals(List.of(), temporaries());
    assertFalse(text(file(0)).contains("a note"));
  }

  @Test
  void onlyASystemThatTellsOfAFailedDiskIsTrusted() {
    assertTrue(FileSystemFlush.known("Linux", "5.8.0-1-generic"));
    assertTrue(FileSystemFlush.known("Linux", "6.18.44"));
    assertFalse(FileSystemFlush.known("Linux", "5.4.0"));
    assertFalse(FileSystemFlush.known("Linux", "new"));
    assertFalse(FileSystemFlush.known("Mac OS X", "15.1"));
  }
}
