package org.messgateway.gateway.cli.mcp;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class McpClientConfigTest {

  private static final McpClientConfig.Invocation PLAIN =
      new McpClientConfig.Invocation(
          Path.of("/opt/a \"b\"/mess-gateway"),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty());

  private static final McpClientConfig.Invocation FULL =
      new McpClientConfig.Invocation(
          Path.of("/opt/mess-gateway"),
          Optional.of(Path.of("/srv/mess")),
          Optional.of("home"),
          Optional.of("claude"),
          Optional.of("/opt/jdk"));

  @ParameterizedTest
  @EnumSource(
      value = McpClientConfig.class,
      names = {"CLAUDE", "CLAUDE_CODE", "CURSOR"})
  void mostReadTheSameForm(McpClientConfig client) throws JsonProcessingException {
    JsonNode plain = read(client.block(PLAIN)).at("/mcpServers/mess");
    assertEquals("/opt/a \"b\"/mess-gateway", plain.path("command").asText());
    assertEquals("[\"mcp\"]", plain.path("args").toString());
    JsonNode full = read(client.block(FULL)).at("/mcpServers/mess");
    assertEquals(
        "[\"mcp\",\"--home\",\"/srv/mess\",\"--exchange\",\"home\",\"--agent\",\"claude\"]",
        full.path("args").toString());
    assertEquals("/opt/jdk", full.at("/env/JAVA_HOME").asText());
  }

  @Test
  void visualStudioCodeReadsAnother() throws JsonProcessingException {
    JsonNode mess = read(McpClientConfig.VSCODE.block(PLAIN)).at("/servers/mess");
    assertEquals("stdio", mess.path("type").asText());
  }

  @Test
  void codexReadsToml() {
    assertEquals(
        """
        [mcp_servers.mess]
        command = "/opt/mess-gateway"
        args = ["mcp", "--home", "/srv/mess", "--exchange", "home", "--agent", "claude"]
        startup_timeout_sec = 30
        tool_timeout_sec = 120
        env = { JAVA_HOME = "/opt/jdk" }
        """,
        McpClientConfig.CODEX.block(FULL));
  }

  private static JsonNode read(String json) throws JsonProcessingException {
    return new ObjectMapper().readTree(json);
  }
}
