package org.messgateway.gateway.exchange.write;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
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
import java.util.Objects;
import org.jspecify.annotations.Nullable;
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
import org.messgateway.gateway.exchange.files.OpenFolders;
import org.messgateway.gateway.exchange.files.ReadableCopy;
import org.messgateway.gateway.exchange.files.ThreadFiles;
import org.messgateway.gateway.exchange.late.ReplacedFiles;
import org.messgateway.gateway.exchange.write.FileReplacement.Prepared;

/** The first file of a thread's folder and its successor exchange names. */
@EnabledOnOs(OS.LINUX)
class FolderFileExchangeTest {

  private static final String NAME = "2026-11-20-001";
  private static final ThreadLocation THREAD =
      new ThreadLocation(StateFolder.written(RECEIVED), new Ref(NAME), ThreadLayout.DIRECTORY);
  private static final String OURS = thread(NAME) + "# ours\n";

  @TempDir private Path temp;
  private Sandbox sandbox;
  private Path file;
  private ExchangeGuard guard;
  private FileExchange exchange;

  @BeforeEach
  void aThreadWithAPicture() throws IOException {
    sandbox = new Sandbox(temp.resolve("exchange"));
    file = sandbox.old(sandbox.head(RECEIVED, NAME), thread(NAME));
    Files.writeString(file.resolveSibling("att-001-image-jpg.jpg"), "picture");
    guard = new ExchangeGuard(sandbox.exchange.directory(), ExchangeLimits.DEFAULT);
    guard.flat().prepare();
    exchange =
        new FileExchange(
            guard, new ReplacedFiles(sandbox.exchange.directory(), () -> Sandbox.START, () -> 0L));
  }

  private @Nullable Prepared prepared(String name) throws IOException {
    try (ReadableCopy copy = guard.read(THREAD)) {
      ThreadFiles files = copy.list();
      return exchange.prepareInFolder(
          new FileExchange.Unwritten(
              files, files.named(name).orElseThrow(), OURS.getBytes(UTF_8), null),
          true);
    }
  }

  private Prepared prepared() throws IOException {
    return Objects.requireNonNull(prepared(file.getFileName().toString()));
  }

  private boolean place(Prepared prepared, Runnable announce) throws IOException {
    try (OpenFolders folders = guard.flat().openFolders()) {
      return exchange.place(prepared, Objects.requireNonNull(prepared.like()), announce, folders);
    }
  }

  @Test
  void afterItTheReplacedFileLiesUnderTheNameOfItsSuccessor() throws Exception {
    Prepared prepared = prepared();
    assertEquals(file, prepared.path());

    assertTrue(place(prepared, () -> {}));

    assertEquals(OURS, text(file));
    assertEquals(thread(NAME), text(prepared.temporary()));
  }

  @Test
  void aFileThatTookThePlaceInTheLastMomentGetsItBack() throws Exception {
    Prepared prepared = prepared();
    String theirs = thread(NAME) + status("ana", "claimed");
    Path other = Files.writeString(temp.resolve("exchange/other"), theirs);

    assertFalse(place(prepared, () -> move(other, file)));

    assertEquals(theirs, text(file));
    exchange.discard(prepared);
    assertFalse(Files.exists(prepared.temporary()));
  }

  private static void move(Path from, Path to) {
    try {
      Files.move(from, to, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void whoAddedAFileSinceItWasListedWroteFirst() throws Exception {
    Prepared prepared = prepared();
    Files.writeString(
        file.resolveSibling("001-" + NAME + ".messe-af.yaml"), status("ana", "claimed"));

    assertFalse(place(prepared, () -> {}));

    assertEquals(thread(NAME), text(file));
  }

  @Test
  void aFolderThatBecameALinkLeadsNowhere() throws Exception {
    Prepared prepared = prepared();
    Path elsewhere = temp.resolve("elsewhere");
    Files.move(file.getParent(), elsewhere);
    Files.createSymbolicLink(file.getParent(), elsewhere);

    assertFalse(place(prepared, () -> {}));

    assertEquals(thread(NAME), text(elsewhere.resolve(file.getFileName())));
  }

  @Test
  void otherFilesAndLinksGoTheGeneralWay() throws Exception {
    assertNull(prepared("att-001-image-jpg.jpg"));
    assertNotNull(prepared(file.getFileName().toString()));
    Path behind = sandbox.top(RECEIVED).resolve("behind.yaml");
    Files.move(file, behind);
    Files.createSymbolicLink(file, behind);
    assertNull(prepared(file.getFileName().toString()));
  }
}
