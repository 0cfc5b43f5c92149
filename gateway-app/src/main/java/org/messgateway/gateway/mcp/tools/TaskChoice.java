package org.messgateway.gateway.mcp.tools;

import java.util.Optional;
import org.messgateway.gateway.agents.AgentTask;
import org.messgateway.gateway.agents.AgentTasks;
import org.messgateway.gateway.mcp.McpCaller;

/** Which task a call means. */
final class TaskChoice {

  private static final String LAST = "last";

  private TaskChoice() {}

  /**
   * A task of the caller.
   *
   * @param called a ref, or the agent's own id
   * @throws CallRefusal when there is none; another agent's task looks the same
   */
  static AgentTask task(
      AgentTasks tasks, McpCaller caller, Optional<String> exchange, String called)
      throws CallRefusal {
    return tasks.task(caller.agent(), exchange, called).orElseThrow(() -> unknown(called));
  }

  static CallRefusal unknown(String called) {
    return new CallRefusal(
        called.equals(LAST)
            ? "Say which task you mean: its ref, or your own id of it. mess_status() lists them."
            : "You asked for nothing that is called %s. mess_status() lists what is open."
                .formatted(OthersWords.line(called)));
  }
}
