package org.messgateway.gateway.exchange.files;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.messgateway.api.mess.ThreadFolder.RECEIVED;
import static org.messgateway.gateway.exchange.Sandbox.thread;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.messgateway.gateway.exchange.ExchangeLimits;
import org.messgateway.gateway.exchange.Fingerprint;
import org.messgateway.gateway.exchange.LoadedThread;
import org.messgateway.gateway.exchange.Ref;
import org.messgateway.gateway.exchange.Sandbox;
import org.messgateway.gateway.exchange.StateFolder;
import org.messgateway.gateway.exchange.ThreadLayout;
import org.messgateway.gateway.exchange.ThreadLocation;

@EnabledOnOs(OS.LINUX)
class OpenFoldersTest {

  private static final Ref REF = new Ref("flat-1");
  private static final ThreadLocation PLACE =
      new ThreadLocation(StateFolder.written(RECEIVED), REF, ThreadLayout.FLAT);

  @TempDir private Path temp;
  private final AtomicLong nanos = new AtomicLong();
  private Sandbox sandbox;

  @BeforeEach
  void aThreadInOneFile() {
    sandbox = new Sandbox(temp.resolve("exchange"));
    sandbox.old(sandbox.flat(RECEIVED, REF.value()), thread(REF.value()));
    sandbox.exchange.seenFingerprints().appeared(PLACE);
  }

  @AfterEach
  void end() {
    sandbox.exchange.close();
  }

  /** By a clock that stands still until a test moves it. */
  private OpenFolders open() {
    FlatThreads threads =
        new ExchangeGuard(sandbox.exchange.directory(), ExchangeLimits.DEFAULT).flat();
    threads.prepare();
    return new OpenFolders(threads, nanos::get);
  }

  private @Nullable LoadedThread read(OpenFolders folders) {
    return sandbox.exchange.loader().plain(REF, folders);
  }

  /** The name of the state folder leads out of the exchange, to a file that looks like a thread. */
  private void swap() throws IOException {
    Path outside = temp.resolve("outside");
    sandbox.old(
        outside.resolve(PLACE.name()), thread(REF.value()).replace("intent: look", "intent: spy"));
    Files.move(sandbox.top(RECEIVED), temp.resolve("aside"));
    Files.createSymbolicLink(sandbox.top(RECEIVED), outside);
  }

  @Test
  void anOpenFolderIsTheSameWhateverItsNameStandsFor() throws IOException {
    try (OpenFolders folders = open()) {
      Fingerprint before = folders.fingerprint(PLACE);
      assertNotNull(before);
      swap();

      assertEquals(before, folders.fingerprint(PLACE));
      assertEquals("look", Objects.requireNonNull(read(folders)).thread().intent());
    }
  }

  @Test
  void aFolderThatIsOpenedOnceMoreIsWhatItsNameStandsFor() throws IOException {
    try (OpenFolders folders = open()) {
      assertNotNull(read(folders));
    }
    swap();

    try (OpenFolders folders = open()) {
      assertNull(folders.fingerprint(PLACE), "a link is no state folder");
      assertNull(read(folders));
    }
  }

  @Test
  void aFolderThatIsKeptTooLongIsOpenedOnceMore() throws IOException {
    try (OpenFolders folders = open()) {
      assertNotNull(folders.fingerprint(PLACE));
      swap();
      nanos.addAndGet(Duration.ofMillis(6).toNanos());

      assertNull(folders.fingerprint(PLACE), "a link is no state folder");
    }
  }
}
