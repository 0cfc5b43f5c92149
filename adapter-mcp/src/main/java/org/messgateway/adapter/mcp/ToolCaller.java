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
    CallDeadline deadline = CallDeadline.in(limit);
    use(
        address,
        deadline,
        (session, opened) -> {
          ask(session, opened, deadline);
          String tool = session.tool(address.tool());
          return ToolArguments.of(tool, session.schema(tool), address.arguments(), words);
        });
  }

  /** Checks that the server is there and has the tool. */
  void check(McpAddress address, Duration limit) throws McpFailure {
    CallDeadline deadline = CallDeadline.in(limit);
    use(
        address,
        deadline,
        (session, opened) -> {
          ask(session, opened, deadline);
          return session.tool(address.tool());
        });
  }

  /**
   * Checks by what is known of the server that the tool can be called, before a call that may take
   * long: a program that does one thing after the other takes the call and answers nothing else.
   */
  void prepare(McpAddress address, TaskWords words, Duration limit) throws McpFailure {
    CallDeadline deadline = CallDeadline.in(limit);
    use(
        address,
        deadline,
        (session, opened) -> {
          String tool = tool(session, opened, address.tool(), deadline);
          return ToolArguments.of(tool, session.schema(tool), address.arguments(), words);
        });
  }

  /** A session that was open before says nothing about the server of now. */
  private static void ask(McpSession session, boolean opened, CallDeadline deadline)
      throws McpFailure {
    if (!opened) {
      session.refresh(deadline);
    }
  }

  /** The name of a tool, which the server may have got since the session was opened. */
  private static String tool(
      McpSession session, boolean opened, String wanted, CallDeadline deadline) throws McpFailure {
    try {
      return session.tool(wanted);
    } catch (McpFailure e) {
      ask(session, opened, deadline);
      return session.tool(wanted);
    }
  }

  /** Uses the session with a server. One that the server has forgotten is opened anew, once. */
  private <T> T use(McpAddress address, CallDeadline deadline, McpSessions.SessionUse<T> use)
      throws McpFailure {
    try {
      return sessions.use(address.server(), deadline, use);
    } catch (McpFailure e) {
      if (!e.sessionForgotten()) {
        throw e;
      }
      return sessions.use(address.server(), deadline, use);
    }
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
          String tool = tool(session, opened, wanted, deadline);
          ObjectNode arguments = ToolArguments.of(tool, session.schema(tool), patterns, words);
          try {
            return session.call(tool, arguments, meta(words, delivery), deadline.left());
          } catch (McpFailure e) {
            throw e.sessionForgotten() && opened ? new McpFailure(e.outcome()) : e;
          }
        };
    return new ToolCallResult(use(address, deadline, call));
  }

  private static ObjectNode meta(TaskWords words, String delivery) {
    ObjectNode meta = JsonRpc.object();
    if (!delivery.isEmpty()) {
      meta.put(DELIVERY, delivery).put(REF, words.word("ref"));
    }
    return meta;
  }
}
