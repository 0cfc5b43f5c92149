package org.messgateway.gateway.flow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The process: how it starts, what it says when it cannot, how it stops. */
class RunningIT {

  private static final Duration SOON = Duration.ofSeconds(30);

  /** 128 + SIGTERM. */
  private static final int TERMINATED = 143;

  @TempDir private Path folder;
  private House house;

  @BeforeEach
  void aHouse() throws IOException {
    house = new House(Files.createDirectory(folder.resolve("home")));
  }

  @Test
  void aSecondRunOnTheSameHomeNamesTheFirst() throws Exception {
    house.configure(Map.of("ana", "http://127.0.0.1:9/ana"));
    try (GatewayProcess first = GatewayProcess.run(house).awaitReady();
        GatewayProcess second = GatewayProcess.run(house)) {
      assertEquals(1, second.awaitEnd(), second::log);
      assertTrue(second.log().contains("pid " + first.pid() + " on "), second::log);
      assertEquals(List.of(), second.stackTrace());
      assertTrue(first.isAlive());
    }
  }

  @Test
  void aRunWhosePortAnotherProgramHasEndsAndNamesIt() throws Exception {
    house.configure(Map.of("ana", "http://127.0.0.1:9/ana"));
    try (ServerSocket other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        GatewayProcess run =
            GatewayProcess.start(
                house.home(),
                "run",
                "--home",
                house.home().toString(),
                "--port",
                Integer.toString(other.getLocalPort()))) {
      assertEquals(1, run.awaitEnd(), run::log);
      assertTrue(run.log().contains("port " + other.getLocalPort() + ": Address"), run::log);
      assertTrue(run.log().contains("run --port"), run::log);
      assertFalse(run.log().contains("Ready"), run::log);
      assertEquals(List.of(), run.stackTrace());
    }
  }

  @Test
  void aRunWithoutConfigurationSaysWhatToDo() throws Exception {
    try (GatewayProcess run = GatewayProcess.run(house)) {
      assertEquals(2, run.awaitEnd(), run::log);
      assertTrue(run.log().contains("./mess-gateway init --home " + house.home()), run::log);
      assertEquals(List.of(), run.stackTrace());
    }
  }

  @Test
  void allMistakesOfAConfigurationAreToldAtOnce() throws Exception {
    Path distribution = distribution();
    house.replace(
        "config.yaml",
        """
        http: { port: 70000 }
        executors:
          ana: { notify: { pigeon: coop-4 } }
          ben: { timezone: Mars/Olympus, notify: { webhook: not-a-url } }
        routing:
          - match: { capability: x }
            prefer: [ana]
            after: soon
        dispatch:
          webhook: { secret: "${MESS_NOBODY_SETS_THIS}" }
        """);
    try (GatewayProcess run =
        GatewayProcess.launch(
            distribution, house.home(), "run", "--home", house.home().toString())) {
      assertEquals(2, run.awaitEnd(), run::log);
      for (String told :
          List.of(
              "70000", "pigeon", "Mars/Olympus", "not-a-url", "soon", "MESS_NOBODY_SETS_THIS")) {
        assertTrue(run.log().contains(told), () -> told + " is not in:\n" + run.log());
      }
      assertTrue(run.log().contains("config.yaml:3"), () -> "no line in:\n" + run.log());
      assertEquals(List.of(), run.stackTrace());
    }
  }

  private static Path distribution() {
    Path distribution = Path.of(System.getProperty("mess.distribution", "none"));
    assumeTrue(Files.isDirectory(distribution.resolve("lib")), "needs the packaged distribution");
    return distribution;
  }

  @Test
  void aTaskCreatedByCommandWhileNothingRunsIsToldLaterAndExplained() throws Exception {
    try (Sink sink = Sink.open()) {
      house.configure(Map.of("ana", sink.url("ana")));
      String home = house.home().toString();
      String ref;
      try (GatewayProcess request =
          GatewayProcess.start(house.home(), "request", "feed the cat", "--home", home)) {
        assertEquals(0, request.awaitEnd(), request::log);
        ref = request.log().lines().findFirst().orElseThrow();
      }
      try (GatewayProcess _ = GatewayProcess.run(house).awaitReady()) {
        Eventually.within(SOON, ref + " arrives", () -> !sink.of(ref).isEmpty());
        house.awaitNoted(SOON, 1);
        try (GatewayProcess explain =
            GatewayProcess.start(house.home(), "explain", ref, "--home", home)) {
          assertEquals(0, explain.awaitEnd(), explain::log);
          assertTrue(explain.log().contains("ana"), explain::log);
          assertEquals(List.of(), explain.stackTrace());
        }
      }
    }
  }

  @Test
  void whenToldToStopItFinishesWhatIsInFlightAndSaysEachAttemptOnce() throws Exception {
    try (Sink sink = Sink.open()) {
      house.configure(Map.of("ana", sink.url("ana"), "ben", sink.url("ben")));
      sink.holdAnswers();
      try (GatewayProcess gateway = GatewayProcess.run(house).awaitReady()) {
        house.put(Request.of("held"));
        Eventually.within(SOON, "both are told", () -> sink.arrivals().size() == 2);
        gateway.askToStop();
        Eventually.within(SOON, "it begins to stop", () -> gateway.log().contains("Stopping: "));
        sink.letAnswersGo();
        assertEquals(TERMINATED, gateway.awaitEnd());
        assertFalse(gateway.log().contains("cleanly"), gateway::log);
        assertTrue(gateway.log().contains("Stopped."), gateway::log);
        assertEquals(2, gateway.attempts().size(), gateway::log);
        assertTrue(
            gateway.attempts().stream().allMatch(line -> line.contains("outcome=delivered")),
            gateway::log);
        assertEquals(List.of(), gateway.stackTrace());
      }
      try (GatewayProcess gateway = GatewayProcess.run(house).awaitReady()) {
        house.awaitNoted(SOON, 2);
        house.put(Request.of("next"));
        Eventually.within(SOON, "both are told of the next", () -> sink.of("next").size() == 2);
        assertEquals(2, sink.of("held").size(), gateway::log);
        assertEquals(
            2, house.noted().stream().filter(noted -> noted.told().ref().equals("held")).count());
      }
    }
  }

  @Test
  void whenToldToStopWhileItStartsItStopsInPeaceAndTellsNobodyTwice() throws Exception {
    int threads = 300;
    try (Sink sink = Sink.open()) {
      house.configure(Map.of("ana", sink.url("ana")));
      for (int i = 0; i < threads; i++) {
        house.putFlat(Request.of("early-" + i));
      }
      try (GatewayProcess gateway = GatewayProcess.run(house)) {
        Eventually.within(SOON, gateway::log, () -> !sink.arrivals().isEmpty());
        gateway.askToStop();
        assertEquals(TERMINATED, gateway.awaitEnd());
        assertTrue(gateway.log().contains("Stopped."), gateway::log);
        assertEquals(List.of(), gateway.stackTrace());
      }
      try (GatewayProcess gateway = GatewayProcess.run(house)) {
        Eventually.within(SOON, gateway::log, () -> sink.arrivals().size() >= threads);
        house.awaitNoted(SOON, threads);
        assertEquals(threads, sink.arrivals().size(), gateway::log);
        assertFalse(gateway.log().contains("were in flight when"), gateway::log);
      }
    }
  }

  @Test
  void whenToldToStopInTheMomentInWhichItIsReadyItStopsInPeace() throws Exception {
    try (Sink sink = Sink.open()) {
      house.configure(Map.of("ana", sink.url("ana")));
      try (GatewayProcess gateway = GatewayProcess.run(house).awaitReady()) {
        gateway.askToStop();
        assertEquals(TERMINATED, gateway.awaitEnd());
        assertTrue(gateway.log().contains("Stopped."), gateway::log);
      }
    }
  }

  @Test
  void anExchangeThatIsAddedWhileItRunsIsSaidToWaitForARestart() throws Exception {
    try (Sink sink = Sink.open()) {
      house.configure(Map.of("ana", sink.url("ana")));
      try (GatewayProcess gateway = GatewayProcess.run(house).awaitReady()) {
        house.configure(
            """
            exchanges: [ { path: "%s" }, { path: "%s" } ]
            executors:
              ana: { notify: { webhook: "%s" } }
              ben: { notify: { webhook: "%s" } }
            """
                .formatted(
                    house.home(),
                    Files.createDirectory(house.home().resolveSibling("office")),
                    sink.url("ana"),
                    sink.url("ben")));
        Eventually.within(SOON, gateway::log, () -> gateway.log().contains("restart the gateway"));
        house.put(Request.of("meanwhile"));
        Eventually.within(SOON, "all else is in force", () -> sink.of("meanwhile").size() == 2);
        assertEquals(1, gateway.log().split("restart the gateway", -1).length - 1, gateway::log);
      }
    }
  }

  @Test
  void aBrokenConfigurationLeavesTheOldOneInForceUntilItIsMended() throws Exception {
    try (Sink sink = Sink.open()) {
      house.configure(Map.of("ana", sink.url("ana")));
      try (GatewayProcess gateway = GatewayProcess.run(house).awaitReady()) {
        house.replace("config.yaml", "executors: { ana: { notify: { pigeon: coop-4 } } }\n");
        Eventually.within(SOON, gateway::log, () -> gateway.log().contains("stays in force"));
        assertTrue(gateway.log().contains("pigeon"), gateway::log);
        house.put(Request.of("meanwhile"));
        Eventually.within(SOON, "ana is told", () -> !sink.of("meanwhile").isEmpty());
        house.configure(Map.of("ana", sink.url("ana"), "ben", sink.url("ben")));
        Eventually.within(SOON, "ben is told", () -> sink.of("meanwhile").size() == 2);
        assertEquals("/ben", sink.of("meanwhile").getLast().path());
        assertEquals(List.of(), gateway.stackTrace());
      }
    }
  }
}
