package org.messgateway.gateway.cli.mcp;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** The clients whose configuration is known, each with its file and its form. */
enum McpClientConfig {
  CLAUDE("Claude Desktop: Settings, Developer, Edit Config (claude_desktop_config.json)"),
  CLAUDE_CODE("Claude Code: .mcp.json in the project, or ~/.claude.json"),
  CURSOR("Cursor: ~/.cursor/mcp.json, or .cursor/mcp.json in the project"),
  VSCODE("VS Code: .vscode/mcp.json, or the command MCP: Open User Configuration"),
  CODEX("Codex: ~/.codex/config.toml");

  private final String place;

  McpClientConfig(String place) {
    this.place = place;
  }

  /**
   * How a client is to start the bridge.
   *
   * @param program the launcher, absolute
   * @param home empty where it finds that by itself
   * @param exchange empty for the first
   * @param agent empty for that of the configuration
   * @param java the home of a Java that a client started from a desktop would not find; empty for
   *     none
   */
  record Invocation(
      Path program,
      Optional<Path> home,
      Optional<String> exchange,
      Optional<String> agent,
      Optional<String> java) {

    List<String> arguments() {
      List<String> arguments = new ArrayList<>(List.of("mcp"));
      home.ifPresent(folder -> arguments.addAll(List.of("--home", folder.toString())));
      exchange.ifPresent(name -> arguments.addAll(List.of("--exchange", name)));
      agent.ifPresent(name -> arguments.addAll(List.of("--agent", name)));
      return arguments;
    }
  }

  /** As it is typed: {@code claude-code}. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** Where its block belongs, for a person. */
  String place() {
    return place;
  }

  /** What to paste there; nothing in it is secret. */
  String block(Invocation invocation) {
    return switch (this) {
      case CLAUDE, CLAUDE_CODE, CURSOR -> json("mcpServers", "", invocation);
      case VSCODE -> json("servers", "\"type\": \"stdio\", ", invocation);
      case CODEX -> toml(invocation);
    };
  }

  private static String json(String key, String type, Invocation invocation) {
    return """
    {
      "%s": {
        "mess": { %s"command": %s, "args": [%s]%s }
      }
    }
    """
        .formatted(
            key,
            type,
            RpcMessage.quoted(invocation.program().toString()),
            quoted(invocation.arguments()),
            invocation
                .java()
                .map(java -> ", \"env\": { \"JAVA_HOME\": " + RpcMessage.quoted(java) + " }")
                .orElse(""));
  }

  /** Strings of TOML are written as those of JSON. */
  private static String toml(Invocation invocation) {
    return """
    [mcp_servers.mess]
    command = %s
    args = [%s]
    startup_timeout_sec = 30
    tool_timeout_sec = 120
    %s\
    """
        .formatted(
            RpcMessage.quoted(invocation.program().toString()),
            quoted(invocation.arguments()),
            invocation
                .java()
                .map(java -> "env = { JAVA_HOME = " + RpcMessage.quoted(java) + " }\n")
                .orElse(""));
  }

  private static String quoted(List<String> words) {
    return words.stream().map(RpcMessage::quoted).collect(Collectors.joining(", "));
  }
}
