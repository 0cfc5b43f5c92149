package org.messgateway.adapter.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.messgateway.api.FailureReason;
import org.messgateway.api.Outcome.Reach;

/**
 * An initialized connection to a server, with the tools that it had when it was asked last.
 * Thread-safe.
 *
 * <p>What opens a session or asks for tools reaches nobody who does tasks: it may be repeated, and
 * its failures count as before sending.
 */
final class McpSession implements AutoCloseable {

  /** The newest version that this client speaks, and older ones in which nothing differs for it. */
  private static final String VERSION = "2025-11-25";

  private static final Set<String> VERSIONS =
      Set.of(VERSION, "2025-06-18", "2025-03-26", "2024-11-05");

  private static final int MOST_PAGES = 20;
  private static final int MOST_TOOLS = 2_000;

  private final McpConnection connection;
  private volatile Map<String, JsonNode> tools;

  private McpSession(McpConnection connection, Map<String, JsonNode> tools) {
    this.connection = connection;
    this.tools = tools;
  }

  /**
   * Initializes a connection, and closes it when that fails.
   *
   * @param limit of everything together
   */
  static McpSession open(McpConnection connection, Duration limit) throws McpFailure {
    boolean opened = false;
    try {
      CallDeadline deadline = CallDeadline.in(limit);
      initialize(connection, deadline);
      McpSession session = new McpSession(connection, tools(connection, deadline));
      opened = true;
      return session;
    } catch (McpFailure e) {
      throw e.ofPreparation();
    } finally {
      if (!opened) {
        connection.close();
      }
    }
  }

  private static void initialize(McpConnection connection, CallDeadline deadline)
      throws McpFailure {
    ObjectNode params = JsonRpc.object().put("protocolVersion", VERSION);
    params.putObject("capabilities");
    params.putObject("clientInfo").put("name", "mess-gateway").put("version", "1");
    String chosen =
        connection.request("initialize", params, deadline.left()).path("protocolVersion").asText();
    if (!VERSIONS.contains(chosen)) {
      throw McpFailure.of(
          FailureReason.REQUEST_REFUSED,
          "The server speaks another version of MCP: "
              + String.join(", ", VERSIONS.stream().sorted().toList())
              + " are known here.",
          Reach.REFUSED);
    }
    connection.initialized(chosen);
    connection.notify("notifications/initialized", deadline.left());
  }

  private static Map<String, JsonNode> tools(McpConnection connection, CallDeadline deadline)
      throws McpFailure {
    Map<String, JsonNode> tools = new LinkedHashMap<>();
    ObjectNode params = JsonRpc.object();
    for (int page = 0; page < MOST_PAGES && tools.size() < MOST_TOOLS; page++) {
      JsonNode listed = connection.request("tools/list", params, deadline.left());
      for (JsonNode tool : listed.path("tools")) {
        tools.putIfAbsent(tool.path("name").asText(), tool.path("inputSchema"));
      }
      String cursor = listed.path("nextCursor").asText("");
      if (cursor.isEmpty()) {
        break;
      }
      params = JsonRpc.object().put("cursor", cursor);
    }
    return Map.copyOf(tools);
  }

  /**
   * Asks the server for its tools again: since the session was opened it may have gone, or have
   * other ones.
   *
   * @throws McpFailure when it does not say them; those from before stay known
   */
  void refresh(CallDeadline deadline) throws McpFailure {
    try {
      tools = tools(connection, deadline);
    } catch (McpFailure e) {
      throw e.ofPreparation();
    }
  }

  /**
   * The name of a tool: the wanted one, or the only one where none is named.
   *
   * @throws McpFailure when there is no such tool
   */
  String tool(String wanted) throws McpFailure {
    Map<String, JsonNode> known = tools;
    if (wanted.isEmpty() && known.size() == 1) {
      return known.keySet().iterator().next();
    }
    if (wanted.isEmpty()) {
      throw McpFailure.of(
          FailureReason.REQUEST_REFUSED,
          "The server has " + known.size() + " tools: name the one that takes tasks (tool: NAME).",
          Reach.BEFORE_SENDING);
    }
    if (!known.containsKey(wanted)) {
      throw McpFailure.of(
          FailureReason.REQUEST_REFUSED,
          "The server has no tool \"" + wanted + "\".",
          Reach.BEFORE_SENDING);
    }
    return wanted;
  }

  /** The schema of a tool's arguments. */
  ToolSchema schema(String tool) {
    return new ToolSchema(Optional.ofNullable(tools.get(tool)).orElseGet(JsonRpc::object));
  }

  /**
   * Calls a tool once.
   *
   * @param meta what stands beside the arguments
   */
  JsonNode call(String tool, ObjectNode arguments, ObjectNode meta, Duration limit)
      throws McpFailure {
    ObjectNode params = JsonRpc.object().put("name", tool);
    params.set("arguments", arguments);
    if (!meta.isEmpty()) {
      params.set("_meta", meta);
    }
    return connection.request("tools/call", params, limit);
  }

  boolean open() {
    return connection.open();
  }

  @Override
  public void close() {
    connection.close();
  }
}
