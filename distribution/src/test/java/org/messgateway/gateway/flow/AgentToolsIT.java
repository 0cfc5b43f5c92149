package org.messgateway.gateway.flow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.client.transport.HttpClientStreamableHttpTransport;
import io.modelcontextprotocol.spec.McpSchema;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.TextContent;
import java.net.http.HttpRequest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.messgateway.gateway.links.TokenFile;
import org.messgateway.gateway.links.TokenKind;
import org.messgateway.testkit.Conforms;
import org.messgateway.testkit.simulator.SlackSimulator.SlackPost;

/** An agent asks by a tool, and a person is told over Slack: the plan's first phase. */
class AgentToolsIT {

  private static final Duration SOON = Duration.ofSeconds(30);

  @TempDir private Path home;
  private final Vendors vendors = new Vendors();

  @BeforeEach
  void aHouseholdWithSlack() throws Exception {
    new House(home)
        .configure(
            """
            client_url: https://mess.example.test
            executors:
              teague-phone:
                capabilities: [visual_sensor, judgment]
                notify: { slack: U04TEAGUE01 }
            """,
            vendors.dispatch());
  }

  @AfterEach
  void close() {
    vendors.close();
  }

  @Test
  @Conforms({168, 231, 234})
  void whatAnAgentAsksByAToolIsAFileIsToldOverSlackWithALinkAndIsSeenInTheStatus()
      throws Exception {
    House house = new House(home);
    try (HouseGateway gateway = HouseGateway.start(house);
        McpSyncClient agent = agent(gateway)) {
      CallToolResult made =
          call(
              agent,
              "mess",
              Map.of(
                  "message",
                  """
                  MESS:
                    - request:
                        intent: what's in the fridge?
                        requires: [visual_sensor]
                  """));
      String text = ((TextContent) made.content().getFirst()).text();
      String ref = text.replaceFirst("(?s).*\\bref: (\\S+).*", "$1");
      assertTrue(Files.exists(house.received().resolve(ref)), "a file in state=received: " + text);
      Eventually.within(
          SOON,
          () -> "Slack is told: " + vendors.slack().posts(),
          () -> !vendors.slack().posts().isEmpty());
      SlackPost told = vendors.slack().posts().getFirst();
      assertTrue(told.blocks().toString().contains("what's in the fridge?"), told::toString);
      assertTrue(told.link().startsWith("https://mess.example.test/"), told::toString);
      String status =
          ((TextContent) call(agent, "mess_status", Map.of()).content().getFirst()).text();
      assertTrue(status.contains(ref) && status.contains("what's in the fridge?"), status);
    }
  }

  private McpSyncClient agent(HouseGateway gateway) throws Exception {
    String token =
        new TokenFile(home.resolve(".gateway").resolve("keys"))
            .make(TokenKind.AGENT, "claude-agent", Instant.now(), Instant.now().plusSeconds(3_600));
    McpSyncClient client =
        McpClient.sync(
                HttpClientStreamableHttpTransport.builder("http://127.0.0.1:" + gateway.port())
                    .endpoint("/mcp")
                    .requestBuilder(
                        HttpRequest.newBuilder().header("Authorization", "Bearer " + token))
                    .build())
            .requestTimeout(SOON)
            .build();
    client.initialize();
    return client;
  }

  private static CallToolResult call(
      McpSyncClient client, String tool, Map<String, Object> arguments) {
    CallToolResult told =
        client.callTool(McpSchema.CallToolRequest.builder(tool).arguments(arguments).build());
    assertFalse(Boolean.TRUE.equals(told.isError()), told::toString);
    assertEquals(true, told.structuredContent() instanceof Map, told::toString);
    return told;
  }
}
