package org.messgateway.gateway.flow;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.messgateway.gateway.queue.jdbc.PostgresServer;

/** A gateway that is up before its database, as after a power cut. */
@Tag("postgres")
class StoreAwayAtStartIT {

  private static final Duration LIMIT = Duration.ofMinutes(2);

  /** Nothing listens there. */
  private static final String AWAY = "jdbc:postgresql://127.0.0.1:1/mess?user=mess";

  @TempDir private Path folder;
  private House house;

  @BeforeEach
  void aHouse() throws IOException {
    Path exchange = Files.createDirectories(folder.resolve("exchange"));
    house = new House(Files.createDirectory(folder.resolve("home")), exchange);
    store(AWAY);
  }

  private void store(String url) throws IOException {
    house.configure(
        """
        exchange: { path: "%s" }
        store: { url: "%s" }
        executors: {}
        """
            .formatted(folder.resolve("exchange"), url));
  }

  private static void awaitLine(GatewayProcess process, String line) {
    Eventually.within(
        LIMIT, () -> line + ", but\n" + process.log(), () -> process.log().contains(line));
  }

  @Test
  void aRunWaitsAndBeginsByItselfWhenTheStoreIsThere() throws Exception {
    try (GatewayProcess waiting = GatewayProcess.run(house)) {
      awaitLine(waiting, "WARN  The gateway waits. The queue in ");
      store(PostgresServer.freshUrl());

      waiting.awaitReady();

      assertEquals(
          1, waiting.log().lines().filter(line -> line.contains("The gateway waits.")).count());
      assertEquals(List.of(), waiting.stackTrace());
    }
  }

  @Test
  void aRunThatWaitsCanBeStopped() throws Exception {
    try (GatewayProcess waiting = GatewayProcess.run(house)) {
      awaitLine(waiting, "WARN  The gateway waits. The queue in ");

      waiting.askToStop();

      assertEquals(143, waiting.awaitEnd(), waiting::log);
      awaitLine(waiting, "Stopped.");
    }
  }

  /** An opening that fails gives the home back: no later try could take it. */
  @Test
  void anMcpSaysSoOnceAndBecomesTheGatewayWhenTheStoreIsThere() throws Exception {
    try (HangingUp server = HangingUp.open()) {
      store(AWAY.replace(":1/", ":" + server.socket().getLocalPort() + "/"));
      try (McpProcess mcp = McpProcess.start(house.home())) {
        awaitGateway(mcp, server);
      }
    }
  }

  private void awaitGateway(McpProcess mcp, HangingUp server) throws IOException {
    Eventually.within(
        LIMIT,
        () -> "it says so, but\n" + mcp.log(),
        () -> mcp.log().contains("cannot be reached"));
    int asked = server.asked().get();
    Eventually.within(
        LIMIT, () -> "it tries again, but\n" + mcp.log(), () -> server.asked().get() > asked);
    store(PostgresServer.freshUrl());

    Eventually.within(LIMIT, () -> "it is the gateway, but\n" + mcp.log(), mcp::isGateway);
    assertEquals(1, mcp.log().lines().filter(line -> line.contains(" ERROR ")).count());
  }

  /** A server that hangs up, and counts who asked. */
  private record HangingUp(ServerSocket socket, AtomicInteger asked) implements AutoCloseable {

    static HangingUp open() throws IOException {
      ServerSocket socket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
      HangingUp server = new HangingUp(socket, new AtomicInteger());
      Thread.ofVirtual().start(server::hangUp);
      return server;
    }

    private void hangUp() {
      try {
        while (true) {
          socket.accept().close();
          int _ = asked.incrementAndGet();
        }
      } catch (IOException closed) {
        // The test is over.
      }
    }

    @Override
    public void close() throws IOException {
      socket.close();
    }
  }
}
