package org.messgateway.gateway.home;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** One process a home. */
final class GatewayLockTest {

  /** Lives, so that nobody waits for its end. */
  private static final long ME = ProcessHandle.current().pid();

  private static final GatewayLock.Holder FIRST =
      new GatewayLock.Holder(ME, "attic", Instant.parse("2026-11-20T09:00:00Z"), 8420);
  private static final GatewayLock.Holder SECOND =
      new GatewayLock.Holder(4712, "attic", Instant.parse("2026-11-20T09:05:00Z"), 8421);

  @TempDir Path folder;

  @Test
  void theSecondIsToldWhoTheFirstIs() throws Exception {
    try (GatewayLock first = GatewayLock.take(folder, FIRST)) {
      GatewayRunningException running =
          assertThrows(
              GatewayRunningException.class, () -> GatewayLock.take(folder, SECOND).close());

      assertEquals(
          "pid " + ME + " on attic since 2026-11-20T09:00:00Z, port 8420", running.holder());
      assertTrue(running.getMessage().contains(running.holder()), running.getMessage());

      first.say(new GatewayLock.Holder(ME, "attic", FIRST.start(), 9999));
      assertTrue(
          assertThrows(
                  GatewayRunningException.class, () -> GatewayLock.take(folder, SECOND).close())
              .holder()
              .endsWith("port 9999"));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"lock", "holder"})
  void aLockThatSomebodyDeletedLetsNobodyIn(String deleted) throws Exception {
    try (GatewayLock first = GatewayLock.take(folder, FIRST)) {
      Files.delete(folder.resolve(deleted));

      assertSecondIsRefused();
      assertSecondIsRefused();

      first.look();
      assertEquals(FIRST.text() + "\n", Files.readString(folder.resolve(deleted)));
      Files.delete(folder.resolve(deleted.equals("lock") ? "holder" : "lock"));
      assertSecondIsRefused();
    }
    GatewayLock.take(folder, SECOND).close();
  }

  @Test
  void aLockThatSomebodyReplacedIsTakenAgain() throws Exception {
    try (GatewayLock first = GatewayLock.take(folder, FIRST)) {
      Path other = Files.writeString(folder.resolve("other"), "mine now");
      Files.move(other, folder.resolve(GatewayLock.FILE), StandardCopyOption.REPLACE_EXISTING);

      first.look();

      assertSecondIsRefused();
      assertEquals(FIRST.text() + "\n", Files.readString(folder.resolve(GatewayLock.FILE)));
    }
  }

  private void assertSecondIsRefused() {
    GatewayRunningException running =
        assertThrows(GatewayRunningException.class, () -> GatewayLock.take(folder, SECOND).close());
    assertEquals(FIRST.text(), running.holder());
  }

  @Test
  void aMachineThatDoesNotKnowItsOwnNameStartsAllTheSame() {
    Callable<String> unknown =
        () -> {
          throw new UnknownHostException("attic");
        };
    assertEquals("attic", GatewayLock.Holder.host(() -> "attic", "cellar"));
    assertEquals("cellar", GatewayLock.Holder.host(unknown, "cellar"));
    assertEquals("this machine", GatewayLock.Holder.host(unknown, null));
  }

  @Test
  void afterTheFirstEndedTheNextMayRun() throws Exception {
    GatewayLock.take(folder, FIRST).close();

    try (GatewayLock second = GatewayLock.take(folder, SECOND)) {
      assertTrue(Files.readString(folder.resolve(GatewayLock.FILE)).startsWith("pid 4712"));
      second.say(SECOND);
    }
  }

  @Test
  void textLeftBehindByAKilledProcessIsNoLock() throws Exception {
    Files.writeString(folder.resolve(GatewayLock.FILE), "pid 1 on attic since long, port 8420 …\n");

    assertFalse(GatewayLock.held(folder));
    GatewayLock.take(folder, FIRST).close();
  }

  @Test
  void anotherProcessIsKeptOut() throws Exception {
    try (GatewayLock first = GatewayLock.take(folder, FIRST)) {
      first.say(FIRST);
      // No other process may get in by deleting what it can delete.
      Files.delete(folder.resolve(GatewayLock.FILE));
      Process other =
          new ProcessBuilder(
                  ProcessHandle.current().info().command().orElseThrow(),
                  "-cp",
                  System.getProperty("java.class.path"),
                  SecondProcess.class.getName(),
                  folder.toString())
              .redirectErrorStream(true)
              .start();
      try {
        String said = new String(other.getInputStream().readAllBytes(), UTF_8);
        assertTrue(other.waitFor(30, TimeUnit.SECONDS));
        assertTrue(said.contains("pid " + ME + " on attic"), said);
        assertTrue(said.contains("held: true"), said);
        assertEquals(1, other.exitValue(), said);
      } finally {
        other.destroyForcibly();
      }
    }
  }

  /** A second process that wants the same home. */
  static final class SecondProcess {

    private SecondProcess() {}

    public static void main(String[] arguments) throws IOException {
      try {
        GatewayLock.take(Path.of(arguments[0]), SECOND).close();
      } catch (GatewayRunningException e) {
        System.out.println(e.getMessage());
        System.out.println("held: " + GatewayLock.held(Path.of(arguments[0])));
        System.exit(1);
      }
    }
  }

  @Test
  void theFolderIsTheOwnersAloneAndNotTakenIntoGit() throws IOException {
    Path gateway = folder.resolve(".gateway");
    Files.createDirectory(
        gateway,
        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwxr-xr-x")));

    GatewayFolder.prepare(gateway);
    GatewayFolder.prepare(gateway);

    assertEquals(
        "rwx------", PosixFilePermissions.toString(Files.getPosixFilePermissions(gateway)));
    assertEquals("*\n", Files.readString(gateway.resolve(".gitignore")));
  }
}
