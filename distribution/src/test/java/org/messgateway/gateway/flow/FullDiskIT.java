package org.messgateway.gateway.flow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * An exchange that cannot be written: people are told all the same, and history is written when it
 * can be. Needs the right to mount a small file system; passed over where there is none.
 */
@Tag("proof")
class FullDiskIT {

  private static final Duration SOON = Duration.ofSeconds(30);

  @TempDir private Path folder;
  private Path exchange;
  private House house;
  private boolean mounted;

  @BeforeEach
  void aSmallDisk() throws Exception {
    exchange = Files.createDirectory(folder.resolve("exchange"));
    house = new House(Files.createDirectory(folder.resolve("home")), exchange);
    mounted = mount("-t", "tmpfs", "-o", "size=2m", "mess-test", exchange.toString());
    assumeTrue(mounted, "this user may not mount: a full disk cannot be tried");
  }

  @AfterEach
  void unmount() throws Exception {
    if (mounted) {
      assertEquals(0, run("umount", exchange.toString()));
    }
  }

  private static boolean mount(String... arguments) throws IOException, InterruptedException {
    String[] command = new String[arguments.length + 1];
    command[0] = "mount";
    System.arraycopy(arguments, 0, command, 1, arguments.length);
    return run(command) == 0;
  }

  private static int run(String... command) throws IOException, InterruptedException {
    try {
      return new ProcessBuilder(command).redirectErrorStream(true).start().waitFor();
    } catch (IOException noSuchCommand) {
      return -1;
    }
  }

  @Test
  void onAFullDiskDeliveriesGoOnAndHistoryFollows() throws Exception {
    try (Sink sink = Sink.open()) {
      configure(sink);
      threadsOfAnExchangeInUse();
      fill();
      try (GatewayProcess gateway = GatewayProcess.run(house).awaitReady()) {
        Eventually.within(SOON, gateway::log, () -> gateway.log().contains("the disk is full"));
        assertEquals(List.of(), house.noted());
        Files.delete(exchange.resolve("filler"));
        assertToldOnceAndNoted(sink, gateway);
      }
    }
  }

  @Test
  void onAReadOnlyDiskDeliveriesGoOnAndHistoryFollows() throws Exception {
    try (Sink sink = Sink.open()) {
      configure(sink);
      threadsOfAnExchangeInUse();
      assertTrue(mount("-o", "remount,ro", exchange.toString()));
      try (GatewayProcess gateway = GatewayProcess.run(house).awaitReady()) {
        Eventually.within(SOON, gateway::log, () -> gateway.log().contains("mounted read-only"));
        assertEquals(List.of(), house.noted());
        assertTrue(mount("-o", "remount,rw", exchange.toString()));
        assertToldOnceAndNoted(sink, gateway);
      }
    }
  }

  @Test
  void aRunWhoseHomeHasNoRoomWaitsAndBeginsWhenThereIsSome() throws Exception {
    Path small = Files.createDirectory(exchange.resolve("home"));
    // Its log lies beside the link, on another disk.
    House full = new House(Files.createSymbolicLink(folder.resolve("full"), small));
    full.configure("exchange: { path: \"%s\" }\nexecutors: {}".formatted(folder));
    Files.createDirectory(small.resolve(".gateway"));
    fill();
    try (GatewayProcess gateway = GatewayProcess.run(full)) {
      Eventually.within(
          SOON, gateway::log, () -> gateway.log().contains("WARN  The gateway waits. "));
      Files.delete(exchange.resolve("filler"));

      gateway.awaitReady();

      assertTrue(gateway.log().contains("cannot be written: No space left"), gateway::log);
      assertEquals(List.of(), gateway.stackTrace());
    }
  }

  /** A gateway has been here before; the threads came after it. */
  private void threadsOfAnExchangeInUse() throws Exception {
    try (GatewayProcess first = GatewayProcess.run(house).awaitReady()) {
      first.askToStop();
      first.awaitEnd();
    }
    house.put(Request.of("one"));
    house.putFlat(Request.of("two"));
  }

  private void configure(Sink sink) throws IOException {
    house.configure(
        "exchange: { path: \"%s\" }\nexecutors: { ana: { notify: { webhook: \"%s\" } } }"
            .formatted(exchange, sink.url("ana")));
  }

  private void fill() throws IOException {
    Path filler = exchange.resolve("filler");
    byte[] page = new byte[4096];
    boolean room = true;
    while (room) {
      try {
        Files.write(filler, page, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
      } catch (IOException full) {
        room = false;
      }
    }
  }

  private void assertToldOnceAndNoted(Sink sink, GatewayProcess gateway) {
    house.awaitNoted(SOON, 2);
    Eventually.within(
        SOON, gateway::log, () -> gateway.log().contains("The exchange can be written again."));
    assertEquals(2, sink.arrivals().size(), gateway::log);
    assertEquals(2, gateway.attempts().size(), gateway::log);
    assertEquals(List.of(), gateway.stackTrace());
  }
}
