package org.messgateway.gateway.exchange.write;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.messgateway.api.mess.ThreadFolder.RECEIVED;
import static org.messgateway.gateway.exchange.Sandbox.status;
import static org.messgateway.gateway.exchange.Sandbox.text;
import static org.messgateway.gateway.exchange.Sandbox.thread;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.messgateway.gateway.exchange.ExchangeLimits;
import org.messgateway.gateway.exchange.Ref;
import org.messgateway.gateway.exchange.Sandbox;
import org.messgateway.gateway.exchange.StateFolder;
import org.messgateway.gateway.exchange.ThreadLayout;
import org.messgateway.gateway.exchange.ThreadLocation;
import org.messgateway.gateway.exchange.files.ExchangeGuard;
import org.messgateway.gateway.exchange.files.FileStamp;
import org.messgateway.gateway.exchange.files.FlatCopy;
import org.messgateway.gateway.exchange.files.OpenFolders;
import org.messgateway.gateway.exchange.files.ReadableCopy;
import org.messgateway.gateway.exchange.files.ThreadFiles;
import org.messgateway.gateway.exchange.late.ReplacedFiles;
import org.messgateway.gateway.exchange.write.FileReplacement.Prepared;

/** A thread's file and its successor exchange names; somebody else does something in between. */
@EnabledOnOs(OS.LINUX)
class FileExchangeTest {

  private static final String NAME = "2026-11-20-001";
  private static final Ref REF = new Ref(NAME);
  private static final String OURS = thread(NAME) + "# ours\n";

  @TempDir private Path temp;
  private Sandbox sandbox;
  private Path file;
  private ExchangeGuard guard;
  private ReplacedFiles replaced;
  private long nanos;
  private FileExchange exchange;

  @BeforeEach
  void aThreadInOneFile() {
    sandbox = new Sandbox(temp.resolve("exchange"));
    file = sandbox.old(sandbox.flat(RECEIVED, NAME), thread(NAME));
    guard = new ExchangeGuard(sandbox.exchange.directory(), ExchangeLimits.DEFAULT);
    guard.flat().prepare();
    replaced = new ReplacedFiles(sandbox.exchange.directory(), () -> Sandbox.START, () -> nanos);
    exchange = new FileExchange(guard, replaced);
  }

  private Prepared prepared() throws IOException {
    ThreadLocation location =
        new ThreadLocation(StateFolder.written(RECEIVED), REF, ThreadLayout.FLAT);
    try (ReadableCopy copy = guard.read(location)) {
      ThreadFiles files = copy.list();
      Prepared prepared =
          exchange.prepare(
              assertInstanceOf(FlatCopy.class, copy).status(),
              new FileExchange.Unwritten(
                  files, files.firstFile().orElseThrow(), OURS.getBytes(UTF_8), null),
              true);
      return Objects.requireNonNull(prepared);
    }
  }

  private List<Path> kept() throws IOException {
    try (Stream<Path> all = Files.list(sandbox.root.resolve(".gateway/replaced"))) {
      return all.toList();
    }
  }

  private boolean place(Prepared prepared, Runnable announce) throws IOException {
    try (OpenFolders folders = guard.flat().openFolders()) {
      return exchange.place(prepared, Objects.requireNonNull(prepared.like()), announce, folders);
    }
  }

  @FunctionalInterface
  private interface Step {
    void run() throws IOException;
  }

  private static Runnable meanwhile(Step step) {
    return () -> {
      try {
        step.run();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    };
  }

  @Test
  void afterItTheReplacedFileLiesUnderTheNameOfItsSuccessor() throws Exception {
    Prepared prepared = prepared();
    assertEquals(thread(NAME), text(file));
    assertEquals(List.of(prepared.temporary()), kept());

    assertTrue(place(prepared, () -> {}));

    assertEquals(OURS, text(file));
    assertEquals(thread(NAME), text(prepared.temporary()));
    exchange.discard(prepared);
    assertEquals(thread(NAME), text(prepared.temporary()), "what was replaced is not discarded");
  }

  @Test
  void theSuccessorHasTheRightsOfTheFile() throws Exception {
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-rw--w-"));
    assertTrue(place(prepared(), () -> {}));
    assertEquals("rw-rw--w-", PosixFilePermissions.toString(Files.getPosixFilePermissions(file)));
  }

  @Test
  void aFileThatTookThePlaceInTheLastMomentGetsItBack() throws Exception {
    Prepared prepared = prepared();
    String theirs = thread(NAME) + status("ana", "claimed");
    Path other = Files.writeString(temp.resolve("exchange/other"), theirs);
    assertFalse(
        place(
            prepared,
            meanwhile(() -> Files.move(other, file, StandardCopyOption.REPLACE_EXISTING))));

    assertEquals(theirs, text(file));
    assertEquals(OURS, text(prepared.temporary()));
    exchange.discard(prepared);
    assertEquals(List.of(), kept());
  }

  @Test
  void whatIsWrittenInTheLastMomentIsALateText() throws Exception {
    Prepared prepared = prepared();
    assertTrue(
        place(
            prepared,
            meanwhile(() ->
                Files.writeString(file, status("ana", "claimed"), StandardOpenOption.APPEND))));

    assertEquals(thread(NAME) + status("ana", "claimed"), text(prepared.temporary()));
  }

  @Test
  void aThreadThatWasMovedOrWrittenIsNotReplaced() throws Exception {
    Prepared prepared = prepared();
    Files.writeString(file, status("ana", "claimed"), StandardOpenOption.APPEND);
    assertFalse(place(prepared, () -> {}));
    exchange.discard(prepared);

    Prepared again = prepared();
    Path moved = sandbox.flat(RECEIVED, "moved");
    assertFalse(place(again, meanwhile(() -> Files.move(file, moved))));
    exchange.discard(again);

    assertFalse(Files.exists(file));
    assertEquals(thread(NAME) + status("ana", "claimed"), text(moved));
    assertEquals(List.of(), kept());
  }

  @Test
  void aFileThatOthersMayReadSinceIsNotReplaced() throws Exception {
    Prepared prepared = prepared();
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-rw--w-"));
    assertFalse(place(prepared, () -> {}));
    exchange.discard(prepared);

    assertEquals(thread(NAME), text(file));
    assertEquals("rw-rw--w-", PosixFilePermissions.toString(Files.getPosixFilePermissions(file)));
  }

  @Test
  void aStateFolderThatBecameALinkLeadsNowhere() throws Exception {
    Prepared prepared = prepared();
    Path outside = Files.createDirectory(temp.resolve("outside"));
    Files.copy(file, outside.resolve(file.getFileName()), StandardCopyOption.COPY_ATTRIBUTES);
    Files.move(file.getParent(), temp.resolve("moved"));
    Files.createSymbolicLink(file.getParent(), outside);

    assertFalse(place(prepared, () -> {}));
    assertEquals(thread(NAME), text(outside.resolve(file.getFileName())));
  }

  @Test
  void aSuccessorThatNeverGotItsNameIsRemovedAtALaterStartAndNotMerged() throws Exception {
    Prepared left = prepared();
    Files.writeString(left.temporary(), status("ana", "claimed"), StandardOpenOption.APPEND);

    Sandbox next = sandbox.another();
    next.pass(Duration.ofMinutes(2));
    next.exchange.recover();
    next.exchange.lookForLateWriters();

    assertEquals(List.of(), kept());
    assertEquals(thread(NAME), text(file));
  }

  /** Replaces the file, and waits until the replaced one may be used again. */
  private Object replacedAndWaited() throws IOException {
    Object inode = Files.getAttribute(file, "unix:ino");
    Prepared first = prepared();
    assertTrue(place(first, () -> {}));
    nanos++;
    // More than are removed at once.
    for (int i = 0; i < 100; i++) {
      Path other = sandbox.old(sandbox.flat(RECEIVED, "other-" + i), thread("other-" + i));
      replaced.watch(
          replaced.keep(REF, other, FileStamp.of(other), true).orElseThrow(), null, null);
    }
    nanos += Duration.ofSeconds(10).toNanos();
    replaced.check((_, _, _, _) -> false);
    return inode;
  }

  @Test
  void aReplacedFileThatNobodyCanReachIsTheNextSuccessor() throws Exception {
    Object inode = replacedAndWaited();
    Path kept = kept(thread(NAME));

    Prepared next = prepared();

    assertEquals(inode, Files.getAttribute(next.temporary(), "unix:ino"));
    assertFalse(Files.exists(kept));
    assertTrue(place(next, () -> {}));
    assertEquals(OURS, text(file));
  }

  @Test
  void aReplacedFileThatSomebodyHasOpenIsNotUsedAgain() throws Exception {
    try (FileChannel late = FileChannel.open(file, StandardOpenOption.READ)) {
      Object inode = replacedAndWaited();
      assertNotEquals(inode, Files.getAttribute(prepared().temporary(), "unix:ino"));
      assertEquals(thread(NAME).length(), late.size());
    }
  }

  @Test
  void aReplacedFileWithAnotherNameIsNotUsedAgain() throws Exception {
    Path backup = Files.createLink(temp.resolve("backup"), file);
    Object inode = replacedAndWaited();
    assertNotEquals(inode, Files.getAttribute(prepared().temporary(), "unix:ino"));
    assertEquals(thread(NAME), text(backup));
  }

  @Test
  void aReplacedFileWithALateTextIsNotUsedAgain() throws Exception {
    Object inode = replacedAndWaited();
    Path kept = kept(thread(NAME));
    Files.writeString(kept, status("ana", "claimed"), StandardOpenOption.APPEND);
    assertNotEquals(inode, Files.getAttribute(prepared().temporary(), "unix:ino"));
    assertTrue(text(kept).contains("ana"));
  }

  @Test
  void aReplacedFileWithOtherRightsIsNotUsedAgain() throws Exception {
    Object inode = replacedAndWaited();
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-rw--w-"));
    assertNotEquals(inode, Files.getAttribute(prepared().temporary(), "unix:ino"));
  }

  private Path kept(String text) throws IOException {
    for (Path each : kept()) {
      if (text(each).equals(text)) {
        return each;
      }
    }
    throw new AssertionError(text);
  }
}
