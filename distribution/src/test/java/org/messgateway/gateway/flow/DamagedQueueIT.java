package org.messgateway.gateway.flow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A disk that spoils the queue under a running gateway needs nobody who restarts it. */
class DamagedQueueIT {

  private static final Duration LIMIT = Duration.ofMinutes(2);
  private static final int BEFORE = 40;

  @TempDir private Path folder;

  @Test
  void aQueueThatIsSpoiledUnderTheRunningGatewayIsMadeAnew() throws Exception {
    House house = new House(Files.createDirectory(folder.resolve("home")));
    try (Sink sink = Sink.open()) {
      house.configure(Map.of("robot", sink.url("robot")));
      try (GatewayProcess gateway = GatewayProcess.run(house).awaitReady()) {
        for (int number = 0; number < BEFORE; number++) {
          house.putFlat(Request.of("before-" + number));
        }
        house.awaitNoted(LIMIT, BEFORE);
        spoil(house.home().resolve(".gateway"));
        house.putFlat(Request.of("after"));
        Eventually.within(LIMIT, gateway::log, () -> !sink.of("after").isEmpty());
        assertTrue(gateway.isAlive(), gateway::log);
        assertEquals(BEFORE + 1, sink.arrivals().size(), "nobody was told again");
        assertTrue(gateway.log().contains("begins anew"), gateway::log);
      }
    }
  }

  /** What a disk does that loses blocks: database and log are there and are nonsense. */
  private static void spoil(Path folder) throws IOException {
    for (String name : List.of("queue.db", "queue.db-wal")) {
      try (FileChannel file = FileChannel.open(folder.resolve(name), StandardOpenOption.WRITE)) {
        byte[] nonsense = new byte[(int) file.size()];
        file.write(ByteBuffer.wrap(nonsense), 0);
      }
    }
  }
}
