package org.messgateway.gateway.flow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.messgateway.testkit.Conforms;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** {@code mcp} in processes of its own: alone, beside others, and after them. */
class McpIT {

  private static final Logger log = LoggerFactory.getLogger(McpIT.class);
  private static final Duration SOON = Duration.ofSeconds(60);

  @TempDir private Path folder;
  private House house;

  @BeforeEach
  void aHouse() throws IOException {
    house = new House(Files.createDirectory(folder.resolve("home")));
    house.configure(Map.of("ana", "http://127.0.0.1:9/ana"));
  }

  private static void awaitGateway(McpProcess process) {
    Eventually.within(SOON, () -> "it is the gateway:\n" + process.log(), process::isGateway);
  }

  @Test
  @Conforms({242, 320})
  void whereNoGatewayRunsItIsTheGatewayAndStandardOutputHoldsMessagesOnly() throws Exception {
    try (McpProcess alone = McpProcess.start(house.home())) {
      assertTrue(alone.open().path("result").has("protocolVersion"));
      awaitGateway(alone);
      alone.say("no JSON");
      alone.say("[]");
      List<CompletableFuture<JsonNode>> calls = new ArrayList<>();
      for (int i = 0; i < 30; i++) {
        calls.add(alone.ask("tools/list", Map.of()));
      }
      for (CompletableFuture<JsonNode> call : calls) {
        assertTrue(alone.answered(call).path("result").has("tools"));
      }
      assertEquals(
          List.of(-32700, -32600),
          alone.others().stream()
              .filter(each -> each.has("error"))
              .map(each -> each.at("/error/code").asInt())
              .toList());
      Duration end = alone.endInput();
      log.info("the gateway ended {} ms after its input", end.toMillis());
      assertTrue(end.compareTo(Duration.ofSeconds(5)) < 0, end::toString);
      assertEquals(List.of(), alone.strange());
    }
  }

  @Test
  @Conforms(320)
  void besideARunItIsAClientAndEndsAtOnceWithItsInput() throws Exception {
    try (GatewayProcess run = GatewayProcess.run(house).awaitReady();
        McpProcess client = McpProcess.start(house.home())) {
      long began = System.nanoTime();
      client.open();
      log.info("initialize was answered {} ms after the start", millisSince(began));
      client.answer("tools/list", Map.of());
      Duration end = client.endInput();
      log.info("the client ended {} ms after its input", end.toMillis());
      assertTrue(end.compareTo(Duration.ofSeconds(3)) < 0, end::toString);
      assertFalse(client.isGateway(), client::log);
      assertTrue(run.isAlive());
    }
  }

  @Test
  @Conforms(320)
  void aSecondUsesTheFirstAndTakesOverWhenThatIsKilled() throws Exception {
    try (McpProcess first = McpProcess.start(house.home())) {
      first.open();
      awaitGateway(first);
      try (McpProcess second = McpProcess.start(house.home());
          McpProcess third = McpProcess.start(house.home())) {
        second.open();
        third.open();
        second.answer("tools/list", Map.of());
        third.answer("tools/list", Map.of());
        assertFalse(second.isGateway() || third.isGateway());
        long killed = System.nanoTime();
        first.kill();
        assertTrue(second.answer("tools/list", Map.of()).has("result"));
        log.info("a call was answered {} ms after the kill", millisSince(killed));
        third.answer("tools/list", Map.of());
        Eventually.within(
            SOON, "one of them is the gateway", () -> second.isGateway() || third.isGateway());
        assertFalse(second.isGateway() && third.isGateway(), "both");
      }
    }
  }

  @Test
  void aRunTakesTheHomeFromAnMcpWhichGoesOnAsItsClient() throws Exception {
    try (McpProcess first = McpProcess.start(house.home());
        McpProcess second = McpProcess.start(house.home())) {
      first.open();
      second.open();
      Eventually.within(
          SOON, "one of them is the gateway", () -> first.isGateway() || second.isGateway());
      try (GatewayProcess run = GatewayProcess.run(house).awaitReady()) {
        assertTrue(first.answer("tools/list", Map.of()).has("result"));
        assertTrue(second.answer("tools/list", Map.of()).has("result"));
        assertTrue(run.isAlive() && first.isAlive() && second.isAlive());
        long killed = System.nanoTime();
        run.kill();
        assertTrue(first.answer("tools/list", Map.of()).has("result"));
        log.info("a call was answered {} ms after run was killed", millisSince(killed));
      }
      // As the service manager would: it gets the home back.
      try (GatewayProcess again = GatewayProcess.run(house).awaitReady()) {
        assertTrue(second.answer("tools/list", Map.of()).has("result"));
        assertTrue(again.isAlive());
      }
    }
  }

  @Test
  void whereHttpIsOffOrThePortIsTakenItListensOnOneOfItsOwn() throws Exception {
    try (ServerSocket other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      String config = Files.readString(house.home().resolve("config.yaml"));
      house.replace("config.yaml", config.replace("port: 0", "port: " + other.getLocalPort()));
      try (McpProcess alone = McpProcess.start(house.home())) {
        assertTrue(alone.open().has("result"));
        assertTrue(alone.log().contains("is taken by another program"), alone::log);
      }
      house.replace("config.yaml", config.replace("port: 0", "enabled: false"));
      try (McpProcess alone = McpProcess.start(house.home());
          McpProcess client = McpProcess.start(house.home())) {
        assertTrue(alone.open().has("result"));
        assertTrue(client.open().has("result"));
        assertTrue((alone.log() + client.log()).contains("for this machine alone"), alone::log);
      }
    }
  }

  @Test
  void aConfigurationThatCannotBeUsedIsToldToTheClient() throws Exception {
    house.replace("config.yaml", "executors: { ana: { notify: { webhok: x } } }\n");
    try (McpProcess alone = McpProcess.start(house.home())) {
      String told = alone.open().at("/error/message").asText();
      assertTrue(told.contains("config.yaml cannot be used"), told);
      Eventually.within(SOON, alone::log, () -> alone.log().contains("webhok"));
      house.configure(Map.of("ana", "http://127.0.0.1:9/ana"));
      Eventually.within(
          SOON, () -> "it can be used now:\n" + alone.log(), () -> alone.open().has("result"));
    }
  }

  @Test
  void noAgentBearsTheNameOfAnExecutor() throws Exception {
    try (McpProcess wrong = McpProcess.start(house.home(), "--agent", "ana")) {
      String told = wrong.open().at("/error/message").asText();
      assertTrue(told.contains("ana is an executor"), told);
    }
    try (McpProcess named = McpProcess.start(house.home(), Map.of("MESS_AGENT", "ana"))) {
      assertTrue(named.open().at("/error/message").asText().contains("ana is an executor"));
    }
  }

  private static long millisSince(long nanos) {
    return Duration.ofNanos(System.nanoTime() - nanos).toMillis();
  }
}
