package org.messgateway.gateway.flow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.messgateway.gateway.channels.discovery.AdapterRegistry;
import org.messgateway.gateway.cli.command.HomeInspector;
import org.messgateway.gateway.config.ConfigLoader;
import org.messgateway.gateway.config.LoadResult;
import org.messgateway.gateway.queue.DeliveryState;
import org.messgateway.gateway.queue.TaskResult.TaskOutcome;
import org.messgateway.testkit.Conforms;

/** A rule that prefers by how executors did, over the gateway as it runs. */
class FastestRobotIT {

  private static final String CONFIG =
      """
      executors:
        quick: { capabilities: [vacuum-floor], notify: { http: true } }
        slow: { capabilities: [vacuum-floor], notify: { http: true } }
      routing:
        - match: { capability: vacuum-floor }
          prefer: lower_latency
      """;

  @TempDir private Path folder;
  private House house;

  @BeforeEach
  void aHouse() throws Exception {
    house = new House(Files.createDirectory(folder.resolve("home")));
    house.configure(CONFIG);
  }

  /** A task of yesterday that was done in so many seconds. */
  private void done(String ref, String executor, int seconds) throws Exception {
    Instant created = Instant.now().minus(Duration.ofHours(20));
    Path finished = Files.createDirectories(house.home().resolve("state=finished"));
    Files.writeString(
        finished.resolve(ref + ".messe-af.yaml"),
        """
        ref: %1$s
        requestor: claude-agent
        executor: %2$s
        status: completed
        created: %3$s
        updated: %5$s
        intent: vacuum
        history:
          - action: created
            at: %3$s
            by: claude-agent
          - action: claimed
            at: %4$s
            by: %2$s
          - action: completed
            at: %5$s
            by: %2$s
        ---
        from: claude-agent
        received: %3$s
        MESS:
          - request:
              intent: vacuum
              requires: [vacuum-floor]
        """
            .formatted(
                ref, executor, created, created.plusSeconds(1), created.plusSeconds(seconds)));
  }

  private List<String> told(HouseGateway gateway, String ref) throws Exception {
    house.put(Request.of(ref).with("requires: [vacuum-floor]"));
    gateway.await(ref, DeliveryState.DELIVERED);
    return gateway.deliveries(ref).stream().map(row -> row.identity().executor()).sorted().toList();
  }

  private String explained(String ref) throws Exception {
    Path none = house.home().resolve("none");
    try (AdapterRegistry registry = AdapterRegistry.discover(none, none)) {
      LoadResult read =
          new ConfigLoader(registry, java.time.ZoneOffset.UTC).load(house.home(), Map.of());
      try (HomeInspector inspector = new HomeInspector(((LoadResult.Valid) read).config())) {
        return String.join("\n", inspector.explain(ref, null));
      }
    }
  }

  @Test
  @Conforms({93, 156})
  void theFasterOneIsToldAlsoAfterARestartAndWhatItDoesCountsAgain() throws Exception {
    for (int i = 0; i < 5; i++) {
      done("q" + i, "quick", 60);
      done("s" + i, "slow", 600);
    }
    try (HouseGateway gateway = HouseGateway.start(house)) {
      Eventually.within(
          Duration.ofSeconds(30),
          () -> "the past is known: " + gateway.lastResults("vacuum-floor"),
          () ->
              gateway.lastResults("vacuum-floor").values().stream().mapToInt(List::size).sum()
                  == 10);
      assertEquals(List.of("quick"), told(gateway, "first"));
      String why = explained("first");
      assertTrue(why.contains("prefers lower_latency; told already: quick"), why);
      assertTrue(why.contains("slow is able, but lower_latency prefers quick"), why);
      assertTrue(
          why.contains("slow for vacuum-floor: 5 tasks, 100 % flawless, claimed after 1.0 s"), why);
    }
    try (HouseGateway gateway = HouseGateway.start(house)) {
      assertEquals(List.of("quick"), told(gateway, "second"));
      house.say("second", "failed", "state=canceled");
      Eventually.within(
          Duration.ofSeconds(30),
          () -> "the failure counts: " + gateway.lastResults("vacuum-floor"),
          () ->
              gateway.lastResults("vacuum-floor").values().stream()
                  .flatMap(List::stream)
                  .anyMatch(each -> each.outcome() == TaskOutcome.FAILED));
    }
  }

  @Test
  @Conforms(156)
  void withTooLittleHistoryEverybodyIsToldAndExplainSaysSo() throws Exception {
    for (int i = 0; i < 4; i++) {
      done("q" + i, "quick", 60);
    }
    try (HouseGateway gateway = HouseGateway.start(house)) {
      assertEquals(List.of("quick", "slow"), told(gateway, "first"));
      String why = explained("first");
      assertTrue(why.contains("prefers lower_latency"), why);
      assertTrue(why.contains("slow for vacuum-floor: no task yet"), why);
    }
  }
}
