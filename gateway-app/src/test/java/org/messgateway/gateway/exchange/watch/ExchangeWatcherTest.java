package org.messgateway.gateway.exchange.watch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.messgateway.api.mess.ThreadFolder.RECEIVED;
import static org.messgateway.gateway.exchange.Sandbox.thread;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.messgateway.gateway.exchange.Logged;
import org.messgateway.gateway.exchange.Ref;
import org.messgateway.gateway.exchange.Sandbox;
import org.messgateway.gateway.exchange.files.LocalFileSystem;

class ExchangeWatcherTest {

  private static final Duration LONG = Duration.ofSeconds(10);

  @TempDir Path temp;
  Sandbox sandbox;
  final BlockingQueue<Set<Ref>> told = new LinkedBlockingQueue<>();

  @BeforeEach
  void open() {
    sandbox = new Sandbox(temp.resolve("exchange"));
  }

  @Test
  void aThreadThatArrivesIsToldByTheWatchersOwnThread() throws Exception {
    sandbox.old(sandbox.flat(RECEIVED, "first"), thread("first"));
    try (ExchangeWatcher watcher = sandbox.exchange.watcher(told::add)) {
      watcher.start();
      assertTrue(watcher.awaitReady(LONG));
      assertEquals(Set.of(new Ref("first")), next());

      sandbox.arrive(sandbox.flat(RECEIVED, "second"), thread("second"));
      assertEquals(Set.of(new Ref("second")), next());
    }
  }

  private Set<Ref> next() throws InterruptedException {
    Set<Ref> refs = told.poll(LONG.toSeconds(), TimeUnit.SECONDS);
    assertNotNull(refs);
    return refs;
  }

  @Test
  void anExchangeThatGoesAndComesBackIsToldOnceAndGoneOnWith() throws Exception {
    ExchangeWatcher watcher = sandbox.exchange.watcher(told::add);
    try (watcher;
        Logged logged = new Logged(ExchangeWatcher.class)) {
      turns(watcher, 3);
      assertTrue(watcher.reachable());

      Files.move(sandbox.root, temp.resolve("away"));
      sandbox.pass(WatchSession.TICK);
      turns(watcher, 3);
      assertFalse(watcher.reachable());
      // An empty mount point is no exchange either.
      Files.createDirectory(sandbox.root);
      turns(watcher, 3);
      assertFalse(watcher.reachable());
      assertEquals(1, logged.lines().size(), "told once");

      Files.delete(sandbox.root);
      Files.move(temp.resolve("away"), sandbox.root);
      sandbox.arrive(sandbox.flat(RECEIVED, "meanwhile"), thread("meanwhile"));
      turns(watcher, 10);
      assertTrue(watcher.reachable());
      assertEquals(Set.of(new Ref("meanwhile")), told.poll());
    }
  }

  private static void turns(ExchangeWatcher watcher, int number) throws Exception {
    for (int i = 0; i < number; i++) {
      watcher.turn(Duration.ZERO);
    }
  }

  @Test
  void closingEndsTheThreadWhateverItIsDoing() throws Exception {
    ExchangeWatcher watcher = sandbox.exchange.watcher(told::add);
    watcher.start();
    assertTrue(watcher.awaitReady(LONG));

    long start = System.nanoTime();
    watcher.close();

    assertTrue(System.nanoTime() - start < LONG.toNanos());
    assertFalse(
        Thread.getAllStackTraces().keySet().stream()
            .anyMatch(thread -> thread.getName().equals("exchange-watcher")));
  }

  @Test
  void closingBeforeStartingIsFine() {
    sandbox.exchange.watcher(told::add).close();
    assertTrue(told.isEmpty());
  }

  @ParameterizedTest
  @CsvSource({
    "ext4, true",
    "btrfs, true",
    "overlay, true",
    "tmpfs, true",
    "apfs, true",
    "nfs4, false",
    "NFS, false",
    "cifs, false",
    "fuse.sshfs, false",
    "fuseblk, false",
    "9p, false"
  })
  void sharedFileSystemsAreNotTrustedToTell(String type, boolean trusted) {
    assertEquals(trusted, LocalFileSystem.isLocal(type));
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void theSystemsOwnSettingIsReadWhole() throws Exception {
    Path setting = Path.of("/proc/sys/fs/inotify/max_user_watches");
    long watches = Long.parseLong(Files.readAllLines(setting).getFirst());
    assertTrue(watches > 1_000, "a system of our time");
    assertEquals(Math.min(8192, watches / 2), WatchLimit.ofThisSystem());
  }

  @Test
  void halfOfTheSystemsWatchesAreUsedAndNeverMoreThanEightThousand() throws Exception {
    Path setting = temp.resolve("max_user_watches");
    assertEquals(8192, WatchLimit.of(setting));
    Files.writeString(setting, "100\n");
    assertEquals(50, WatchLimit.of(setting));
    Files.writeString(setting, "1000000000000\n");
    assertEquals(8192, WatchLimit.of(setting));
    Files.writeString(setting, "many\n");
    assertEquals(8192, WatchLimit.of(setting));
  }
}
