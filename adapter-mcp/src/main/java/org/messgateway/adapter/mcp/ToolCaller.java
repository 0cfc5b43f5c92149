package org.messgateway.adapter.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.Map;

/** Calls tools of a server, each once. */
final class ToolCaller {

  private static final String DELIVERY = "messgateway.org/delivery-id";
  private static final String REF = "messgateway.org/ref";

  private final McpSessions sessions;

  ToolCaller(McpSessions sessions) {
    this.sessions = sessions;
  }

  /**
   * Checks that the server is there and has the tool; calls nothing.
   *
   * @param words of a task for which the tool must be callable
   */
  void check(McpAddress address, TaskWords words, Duration limit) throws McpFailure {
    check(
        address,
        limit,
        session -> {
          String tool = session.tool(address.tool());
          ToolArguments.of(tool, session.schema(tool), address.arguments(), words);
        });
  }

  /** Checks that the server is there and has the tool. */
  void check(McpAddress address, Duration limit) throws McpFailure {
    check(address, limit, session -> session.tool(address.tool()));
  }

  /** A look at what a session knows. */
  @FunctionalInterface
  private interface Look {
    void at(McpSession session) throws McpFailure;
  }

  private void check(McpAddress address, Duration limit, Look look) throws McpFailure {
    sessions.use(
        address.server(),
        CallDeadline.in(limit),
        (session, _) -> {
          look.at(session);
          return session;
        });
  }

  /**
   * Calls a tool once. Only where the server had forgotten a session that was open before, and so
   * did nothing, the call is made in a new one.
   *
   * @param patterns of the arguments by name; empty for what the tool declares
   * @param delivery id, the same at every attempt; empty for a question
   */
  ToolCallResult call(
      McpAddress address,
      String wanted,
      TaskWords words,
      Map<String, String> patterns,
      String delivery,
      Duration limit)
      throws McpFailure {
    CallDeadline deadline = CallDeadline.in(limit);
    McpSessions.SessionUse<JsonNode> call =
        (session, opened) -> {
          String tool = session.tool(wanted);
          ObjectNode arguments = ToolArguments.of(tool, session.schema(tool), patterns, words);
          try {
            return session.call(tool, arguments, meta(words, delivery), deadline.left());
          } catch (McpFailure e) {
            throw e.sessionForgotten() && opened ? new McpFailure(e.outcome()) : e;
          }
        };
    try {
      return new ToolCallResult(sessions.use(address.server(), deadline, call));
    } catch (McpFailure e) {
      if (!e.sessionForgotten()) {
        throw e;
      }
      return new ToolCallResult(sessions.use(address.server(), deadline, call));
    }
  }

  private static ObjectNode meta(TaskWords words, String delivery) {
    ObjectNode meta = JsonRpc.object();
    if (!delivery.isEmpty()) {
      meta.put(DELIVERY, delivery).put(REF, words.word("ref"));
    }
    return meta;
  }
}
