package org.messgateway.gateway.exchange.write;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.messgateway.api.mess.ThreadFolder.RECEIVED;
import static org.messgateway.gateway.exchange.Sandbox.status;
import static org.messgateway.gateway.exchange.Sandbox.text;
import static org.messgateway.gateway.exchange.Sandbox.thread;

import java.io.IOException;
import java.io.UncheckedIOException;
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
import org.messgateway.gateway.exchange.files.FlatCopy;
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
  private FileExchange exchange;

  @BeforeEach
  void aThreadInOneFile() {
    sandbox = new Sandbox(temp.resolve("exchange"));
    file = sandbox.old(sandbox.flat(RECEIVED, NAME), thread(NAME));
    guard = new ExchangeGuard(sandbox.exchange.directory(), ExchangeLimits.DEFAULT);
    guard.flat().prepare();
    replaced = new ReplacedFiles(sandbox.exchange.directory(), () -> Sandbox.START, () -> 0);
    exchange = new FileExchange(guard, replaced);
  }

  private Prepared prepared() throws IOException {
    ThreadLocation location =
        new ThreadLocation(StateFolder.written(RECEIVED), REF, ThreadLayout.FLAT);
    try (ReadableCopy copy = guard.read(location)) {
      ThreadFiles files = copy.list();
      Prepared prepared =
          exchange.prepare(
              assertInstanceOf(FlatCopy.class, copy),
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

    assertTrue(exchange.place(prepared, () -> {}));

    assertEquals(OURS, text(file));
    assertEquals(thread(NAME), text(prepared.temporary()));
    exchange.discard(prepared);
    assertEquals(thread(NAME), text(prepared.temporary()), "what was replaced is not discarded");
  }

  @Test
  void theSuccessorHasTheRightsOfTheFile() throws Exception {
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-rw--w-"));
    assertTrue(exchange.place(prepared(), () -> {}));
    assertEquals("rw-rw--w-", PosixFilePermissions.toString(Files.getPosixFilePermissions(file)));
  }

  @Test
  void aFileThatTookThePlaceInTheLastMomentGetsItBack() throws Exception {
    Prepared prepared = prepared();
    String theirs = thread(NAME) + status("ana", "claimed");
    Path other = Files.writeString(temp.resolve("exchange/other"), theirs);
    assertFalse(
        exchange.place(
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
        exchange.place(
            prepared,
            meanwhile(() ->
                Files.writeString(file, status("ana", "claimed"), StandardOpenOption.APPEND))));

    assertEquals(thread(NAME) + status("ana", "claimed"), text(prepared.temporary()));
  }

  @Test
  void aThreadThatWasMovedOrWrittenIsNotReplaced() throws Exception {
    Prepared prepared = prepared();
    Files.writeString(file, status("ana", "claimed"), StandardOpenOption.APPEND);
    assertFalse(exchange.place(prepared, () -> {}));
    exchange.discard(prepared);

    Prepared again = prepared();
    Path moved = sandbox.flat(RECEIVED, "moved");
    assertFalse(exchange.place(again, meanwhile(() -> Files.move(file, moved))));
    exchange.discard(again);

    assertFalse(Files.exists(file));
    assertEquals(thread(NAME) + status("ana", "claimed"), text(moved));
    assertEquals(List.of(), kept());
  }

  @Test
  void aStateFolderThatBecameALinkLeadsNowhere() throws Exception {
    Prepared prepared = prepared();
    Path outside = Files.createDirectory(temp.resolve("outside"));
    Files.copy(file, outside.resolve(file.getFileName()), StandardCopyOption.COPY_ATTRIBUTES);
    Files.move(file.getParent(), temp.resolve("moved"));
    Files.createSymbolicLink(file.getParent(), outside);

    assertFalse(exchange.place(prepared, () -> {}));
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
}
