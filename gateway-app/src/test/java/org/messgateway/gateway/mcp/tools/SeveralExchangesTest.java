package org.messgateway.gateway.mcp.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.modelcontextprotocol.client.McpSyncClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which exchange a call means, and which one the calls and URIs name that are offered. */
class SeveralExchangesTest {

  @SuppressWarnings("NullAway.Init") // Set by @BeforeAll.
  private static ToolScene scene;

  @BeforeAll
  static void aHouseholdWithTwoExchanges(@TempDir Path home) throws Exception {
    Files.createDirectories(home.resolve("office"));
    scene =
        new ToolScene(
            home,
            ToolScene.CONFIG
                + "exchange: { path: %s }\n".formatted(home.resolve("exchange"))
                + "exchanges: { office: { path: %s } }\n".formatted(home.resolve("office")));
  }

  @BeforeEach
  void anAgentWithoutTasks() throws Exception {
    scene.newAgent();
  }

  @AfterAll
  static void close() {
    scene.close();
  }

  @Test
  void aSessionsExchangeIsWhereItsTasksGoAndPrimaryIsThatOne() throws Exception {
    McpSyncClient office = scene.in("office");
    assertEquals("office", exchange(office, Map.of("intent", "water the plants")));
    assertEquals(
        "office", exchange(office, Map.of("intent", "feed the fish", "exchange", "primary")));
    assertEquals("primary", exchange(scene.claude(), Map.of("intent", "feed the cat")));
  }

  private static String exchange(McpSyncClient client, Map<String, Object> arguments) {
    ToolScene.Told told = scene.tried(client, "mess_do", arguments);
    assertFalse(told.error(), told.text());
    return told.structured().path("exchange").asText();
  }

  @Test
  void aTaskIsFoundWhereverItIsUnlessTheCallNamesAnExchange() {
    String message = "MESS: [{request: {id: desk, intent: tidy the desk}}]";
    scene.call("mess", Map.of("message", message, "exchange", "office"));
    assertEquals(
        "office",
        scene
            .call("mess_status", Map.of("re", "desk"))
            .structured()
            .at("/task/exchange")
            .asText());
    assertTrue(
        scene
            .refused("mess_status", Map.of("re", "desk", "exchange", "primary"))
            .contains("nothing that is called desk"));
  }
}
