package org.messgateway.gateway.flow;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.messgateway.gateway.queue.jdbc.PostgresServer;

/** An agent that is told by two gateways of one store. */
@Tag("proof")
@Tag("postgres")
class AgentAmongNodesIT {

  private static final String REF = "2026-11-21-001";

  @TempDir private Path folder;

  private House house(String name, String store, String robot, String agent) throws Exception {
    Path exchange = folder.resolve("exchange");
    House house = new House(Files.createDirectory(folder.resolve(name)), exchange);
    house.configure(
        """
        exchange: { path: "%s" }
        store: { url: "%s" }
        executors: { roomba: { notify: { webhook: "%s" } } }
        agents: { claude-agent: { webhook: "%s" } }
        """
            .formatted(exchange, store, robot, agent));
    return house;
  }

  @Test
  void eachEventIsToldOnceThoughTheyComeToDifferentNodes() throws Exception {
    Files.createDirectory(folder.resolve("exchange"));
    String store = PostgresServer.freshUrl();
    try (Robots robots = Robots.start();
        AgentEndpoint agent = AgentEndpoint.of("claude-agent")) {
      House one = house("one", store, robots.url("roomba"), agent.url());
      House other = house("other", store, robots.url("roomba"), agent.url());
      try (GatewayProcess here = GatewayProcess.run(one).awaitReady();
          GatewayProcess there = GatewayProcess.run(other).awaitReady();
          Door first = new Door(here.port());
          Door second = new Door(there.port())) {
        one.put(Request.of(REF));
        String link =
            robots
                .await("request", 1)
                .getFirst()
                .respond()
                .getRawQuery()
                .replaceFirst(".*token=", "");
        String path = "/thread/" + REF;
        assertEquals(200, first.say(path, link, "MESS: [{status: {code: claimed}}]").statusCode());
        agent.await(REF, "claimed");
        assertEquals(
            200,
            second
                .say(
                    path,
                    link,
                    "MESS: [{response: {content: [Clean.]}}, {status: {code: completed}}]")
                .statusCode());
        agent.await(REF, "claimed", "answer", "ended");
        assertEquals(List.of("claimed", "answer", "ended"), agent.kinds(REF));
        assertEquals(List.of(), agent.refused());
      }
    }
  }
}
