package org.messgateway.gateway.store;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One process a home. */
final class GatewayLockTest {

  private static final GatewayLock.Holder FIRST =
      new GatewayLock.Holder(4711, "attic", Instant.parse("2026-11-20T09:00:00Z"), 8420);
  private static final GatewayLock.Holder SECOND =
      new GatewayLock.Holder(4712, "attic", Instant.parse("2026-11-20T09:05:00Z"), 8421);

  @TempDir Path folder;

  @Test
  void theSecondIsToldWhoTheFirstIs() throws Exception {
    try (GatewayLock first = GatewayLock.take(folder, FIRST)) {
      GatewayRunningException running =
          assertThrows(
              GatewayRunningException.class, () -> GatewayLock.take(folder, SECOND).close());

      assertEquals("pid 4711 on attic since 2026-11-20T09:00:00Z, port 8420", running.holder());
      assertTrue(running.getMessage().contains(running.holder()), running.getMessage());

      first.say(new GatewayLock.Holder(4711, "attic", FIRST.start(), 9999));
      assertTrue(
          assertThrows(
                  GatewayRunningException.class, () -> GatewayLock.take(folder, SECOND).close())
              .holder()
              .endsWith("port 9999"));
    }
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
      Process other =
          new ProcessBuilder(
                  ProcessHandle.current().info().command().orElseThrow(),
                  "-cp",
                  System.getProperty("java.class.path"),
                  Contender.class.getName(),
                  folder.toString())
              .redirectErrorStream(true)
              .start();
      try {
        String said = new String(other.getInputStream().readAllBytes(), UTF_8);
        assertTrue(other.waitFor(30, TimeUnit.SECONDS));
        assertTrue(said.contains("pid 4711 on attic"), said);
        assertTrue(said.contains("held: true"), said);
        assertEquals(1, other.exitValue(), said);
      } finally {
        other.destroyForcibly();
      }
    }
  }

  /** A second process that wants the same home. */
  static final class Contender {

    private Contender() {}

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
