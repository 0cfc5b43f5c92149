package org.messgateway.gateway.exchange;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.messgateway.api.mess.ThreadFolder.CANCELED;
import static org.messgateway.api.mess.ThreadFolder.EXECUTING;
import static org.messgateway.api.mess.ThreadFolder.FINISHED;
import static org.messgateway.api.mess.ThreadFolder.RECEIVED;
import static org.messgateway.gateway.exchange.Sandbox.status;
import static org.messgateway.gateway.exchange.Sandbox.text;
import static org.messgateway.gateway.exchange.Sandbox.thread;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.messgateway.api.mess.HistoryEntry;
import org.messgateway.api.mess.ThreadMessage;
import org.messgateway.api.mess.ThreadStatus;
import org.messgateway.gateway.exchange.ExchangeWriteException.Reason;
import org.messgateway.gateway.exchange.format.EnvelopeEdit;
import org.messgateway.testkit.Conforms;

class ThreadWriterTest {

  private static final String NAME = "2026-11-20-001";
  private static final Ref REF = new Ref(NAME);

  @TempDir Path temp;
  Sandbox sandbox;
  ThreadWriter writer;

  @BeforeEach
  void open() {
    sandbox = new Sandbox(temp);
    writer = sandbox.exchange.writer();
  }

  private static HistoryEntry dispatched(String note) {
    return new HistoryEntry(HistoryEntry.DISPATCHED, Sandbox.START, "exchange", note);
  }

  private static byte[] message(String from, String code) {
    return status(from, code).substring("---\n".length()).getBytes(UTF_8);
  }

  private static EnvelopeEdit to(ThreadStatus status) {
    return EnvelopeEdit.NOTHING.status(status);
  }

  private static List<String> notes(LoadedThread thread) {
    return thread.thread().envelope().history().stream()
        .filter(entry -> entry.action().equals(HistoryEntry.DISPATCHED))
        .map(entry -> String.valueOf(entry.note()))
        .toList();
  }

  private static List<String> senders(LoadedThread thread) {
    return thread.thread().messages().stream()
        .map(ThreadMessage::from)
        .map(String::valueOf)
        .toList();
  }

  /** Everything behind the first separator. */
  private static String messages(String text) {
    return text.substring(text.indexOf("\n---\n"));
  }

  private List<String> names(Path folder) throws IOException {
    try (Stream<Path> entries = Files.list(folder)) {
      return entries.map(path -> path.getFileName().toString()).sorted().toList();
    }
  }

  // History.

  @Test
  void historyIsAddedAndNothingElseIsTouched() throws Exception {
    Path file = sandbox.old(sandbox.head(RECEIVED, NAME), thread(NAME));

    writer.appendHistory(REF, List.of(dispatched("notified ana via slack"), dispatched("b")));

    assertEquals(List.of("notified ana via slack", "b"), notes(sandbox.loaded(NAME)));
    assertEquals(messages(thread(NAME)), messages(text(file)));
    String before = thread(NAME).substring(0, thread(NAME).indexOf("---\n"));
    assertTrue(text(file).startsWith(before), text(file));
    assertEquals(List.of(file.getFileName().toString()), names(file.resolveSibling(".")));
  }

  @Test
  @Conforms({2, 120})
  void whateverStandsBehindTheEnvelopeStaysByteForByte() throws Exception {
    Random random = new Random(7);
    for (int i = 0; i < 40; i++) {
      String ref = "random-" + i;
      String messages = Sandbox.request("") + oddMessages(random);
      Path file =
          sandbox.old(sandbox.flat(RECEIVED, ref), Sandbox.envelope(ref, "pending") + messages);

      writer.appendHistory(new Ref(ref), List.of(dispatched("n")));

      byte[] bytes = Files.readAllBytes(file);
      byte[] kept = messages.getBytes(UTF_8);
      byte[] tail = Arrays.copyOfRange(bytes, bytes.length - kept.length, bytes.length);
      assertArrayEquals(kept, tail, ref);
    }
  }

  private static String oddMessages(Random random) {
    List<String> odd =
        List.of(
            """
            ---
            from: "a\\u00e9"   # comment
            MESS:   [ {x: 1} , 'y' ]
            """,
            """
            ---
            # only a comment
            from: b
            MESS:
                - note:    |+
                    ---\s
                    x


            """,
            """
            ---\r
            from: c\r
            MESS: []\r
            """,
            """
            ---
            from: '*'
            """,
            """
            ---
            from: &a ana
            re: *a
            MESS: [{ack: {re: last}}]
            """,
            """
            ---
            from: 冷蔵庫 😀
            MESS: [{status: {code: claimed}}]
            """);
    return IntStream.range(0, random.nextInt(5))
        .mapToObj(_ -> odd.get(random.nextInt(odd.size())))
        .reduce("", String::concat);
  }

  @Test
  void anEntryThatStandsThereIsNotWrittenTwice() throws Exception {
    Path file = sandbox.old(sandbox.flat(RECEIVED, NAME), thread(NAME));

    writer.appendHistory(REF, List.of(dispatched("a")));
    String once = text(file);
    writer.appendHistory(REF, List.of(dispatched("a")));
    assertEquals(once, text(file));
    writer.appendHistory(REF, List.of(dispatched("a"), dispatched("b")));

    assertEquals(List.of("a", "b"), notes(sandbox.loaded(NAME)));
  }

  @Test
  void historyNeverMovesAThread() throws Exception {
    Path file = sandbox.old(sandbox.head(RECEIVED, NAME), thread(NAME, "retrying"));

    writer.appendHistory(REF, List.of(dispatched("a")));

    assertTrue(Files.exists(file));
  }

  @Test
  void whoMayReadAFileMayStillReadIt() throws Exception {
    Path file = sandbox.old(sandbox.flat(RECEIVED, NAME), thread(NAME));
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-rw-r--"));

    writer.appendHistory(REF, List.of(dispatched("a")));

    assertEquals("rw-rw-r--", PosixFilePermissions.toString(Files.getPosixFilePermissions(file)));
  }

  @Test
  void writersInOneProcessLoseNothingOfEachOther() throws Exception {
    sandbox.old(sandbox.head(RECEIVED, NAME), thread(NAME));
    List<Callable<Void>> writes = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      String note = "note " + i;
      writes.add(() -> {
        writer.appendHistory(REF, List.of(dispatched(note)));
        return null;
      });
    }
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (Future<Void> write : threads.invokeAll(writes)) {
        write.get();
      }
    }

    assertEquals(20, notes(sandbox.loaded(NAME)).size());
  }

  @Test
  void aReaderNeverSeesHalfOfWhatIsWritten() throws Exception {
    Path file = sandbox.old(sandbox.flat(RECEIVED, NAME), thread(NAME));
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      Future<Void> writing =
          threads.submit(() -> {
            for (int i = 0; i < 20; i++) {
              writer.appendHistory(REF, List.of(dispatched("note " + i)));
            }
            return null;
          });
      while (!writing.isDone()) {
        assertTrue(text(file).endsWith(messages(thread(NAME))));
      }
      writing.get();
    }
  }

  // What must not be written.

  @Test
  void aHalfWrittenThreadIsLeftAlone() {
    Path file = sandbox.fresh(sandbox.flat(RECEIVED, NAME), thread(NAME).stripTrailing());

    assertReason(Reason.NOT_WHOLE, () -> writer.appendHistory(REF, List.of(dispatched("a"))));
    assertEquals(thread(NAME).stripTrailing(), text(file));
  }

  @Test
  void anUnreadableThreadIsLeftAlone() {
    sandbox.old(sandbox.flat(RECEIVED, NAME), thread(NAME) + "---\n[\n");

    assertReason(Reason.NOT_WHOLE, () -> writer.appendHistory(REF, List.of(dispatched("a"))));
  }

  @Test
  @Conforms(128)
  void anAbsentThreadIsSaidToBeAbsent() {
    assertEquals(
        "Thread " + REF + " not found",
        assertReason(Reason.ABSENT, () -> writer.appendHistory(REF, List.of(dispatched("a"))))
            .getMessage());
  }

  private interface Write {
    void run() throws Exception;
  }

  private static ExchangeWriteException assertReason(Reason reason, Write write) {
    ExchangeWriteException problem = assertThrows(ExchangeWriteException.class, write::run);
    assertEquals(reason, problem.reason(), problem.toString());
    return problem;
  }

  @Test
  void aFolderThatMayNotBeWrittenIsSaid() throws Exception {
    sandbox.old(sandbox.flat(RECEIVED, NAME), thread(NAME));
    Files.setPosixFilePermissions(
        sandbox.top(RECEIVED), PosixFilePermissions.fromString("r-xr-xr-x"));
    try {
      assumeFalse(Files.isWritable(sandbox.top(RECEIVED)), "root may write everything");
      assertReason(Reason.NOT_PERMITTED, () -> writer.appendHistory(REF, List.of(dispatched("a"))));
    } finally {
      Files.setPosixFilePermissions(
          sandbox.top(RECEIVED), PosixFilePermissions.fromString("rwxr-xr-x"));
    }
  }

  @ParameterizedTest
  @CsvSource({
    "No space left on device, DISK_FULL",
    "Disk quota exceeded, DISK_FULL",
    "Read-only file system, READ_ONLY",
    "Operation not permitted, NOT_PERMITTED",
    "Input/output error, FAILED"
  })
  void whatTheSystemSaysBecomesAReasonAndAnAdvice(String said, Reason reason) {
    ExchangeWriteException problem =
        ExchangeWriteException.of(
            Path.of("/exchange/x"), new FileSystemException("/exchange/x", null, said));

    assertEquals(reason, problem.reason());
    String message = String.valueOf(problem.getMessage());
    assertTrue(message.startsWith("Cannot write /exchange/x: "), message);
  }

  // Messages.

  @Test
  @Conforms(124)
  void aMessageItsStatusAndItsFolderGoTogether() throws Exception {
    sandbox.old(sandbox.head(RECEIVED, NAME), thread(NAME));

    writer.append(REF, message("ana", "claimed"), to(ThreadStatus.CLAIMED).executor("ana"));

    LoadedThread thread = sandbox.loaded(NAME);
    assertEquals("state=executing/" + NAME, thread.location().relative());
    assertEquals("ana", thread.thread().envelope().executor());
    assertEquals(List.of("claude-agent", "ana"), senders(thread));
    assertFalse(Files.exists(sandbox.top(RECEIVED).resolve(NAME)));
    assertEquals(
        messages(thread(NAME)) + status("ana", "claimed"),
        messages(text(sandbox.head(EXECUTING, NAME))));
  }

  @Test
  void aFlatThreadStaysFlatAndPlainFoldersAreLeft() throws Exception {
    sandbox.old(sandbox.root.resolve("received/" + NAME + ".messe-af.yaml"), thread(NAME));

    writer.append(REF, message("ana", "completed"), to(ThreadStatus.COMPLETED));

    assertEquals(
        "state=finished/" + NAME + ".messe-af.yaml", sandbox.loaded(NAME).location().relative());
  }

  @Test
  void aMoveThatWasCutOffIsFinished() throws Exception {
    sandbox.old(sandbox.head(RECEIVED, NAME), thread(NAME, "cancelled"));

    writer.settle(REF);
    writer.settle(REF);

    assertTrue(Files.exists(sandbox.head(CANCELED, NAME)));
  }

  @Test
  void aMoveOverwritesNothing() throws Exception {
    Path here =
        sandbox.fresh(
            sandbox.head(RECEIVED, NAME), thread(NAME, "completed") + status("a", "completed"));
    Path there = sandbox.old(sandbox.head(FINISHED, NAME), thread(NAME, "completed"));

    writer.settle(REF);

    assertTrue(Files.exists(here));
    assertEquals(thread(NAME, "completed"), text(there));
  }

  @Test
  @Conforms(274)
  void aFullThreadOverflowsAndStaysInOrder() throws Exception {
    String large = thread(NAME) + "# " + "x".repeat(1024 * 1024) + "\n";
    sandbox.old(sandbox.head(EXECUTING, NAME), large.replace("status: pending", "status: claimed"));

    writer.append(REF, message("one", "in_progress"), to(ThreadStatus.IN_PROGRESS));
    writer.append(REF, message("two", "waiting"), to(ThreadStatus.WAITING));
    writer.append(REF, message("three", "completed"), to(ThreadStatus.COMPLETED));

    LoadedThread thread = sandbox.loaded(NAME);
    assertEquals(List.of("claude-agent", "one", "two", "three"), senders(thread));
    assertEquals(
        List.of("000-" + NAME + ".messe-af.yaml", "001-" + NAME + ".messe-af.yaml"),
        names(sandbox.top(FINISHED).resolve(NAME)));
    assertEquals(
        status("one", "in_progress").substring(4)
            + status("two", "waiting")
            + status("three", "completed"),
        text(sandbox.top(FINISHED).resolve(NAME).resolve("001-" + NAME + ".messe-af.yaml")));
  }

  @Test
  void aFullOverflowFileIsFollowedByAnother() throws Exception {
    Path head = sandbox.old(sandbox.head(EXECUTING, NAME), thread(NAME, "claimed"));
    sandbox.old(
        head.resolveSibling("001-" + NAME + ".messe-af.yaml"),
        status("one", "in_progress").substring(4) + "# " + "x".repeat(1024 * 1024) + "\n");

    writer.append(REF, message("two", "in_progress"), to(ThreadStatus.IN_PROGRESS));

    assertEquals(List.of("claude-agent", "one", "two"), senders(sandbox.loaded(NAME)));
    assertTrue(Files.exists(head.resolveSibling("002-" + NAME + ".messe-af.yaml")));
  }
}
