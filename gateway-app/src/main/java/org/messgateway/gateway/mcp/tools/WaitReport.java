package org.messgateway.gateway.mcp.tools;

import java.util.function.LongSupplier;
import org.messgateway.gateway.agents.AgentTask;
import org.messgateway.gateway.agents.AgentTask.Person;
import org.messgateway.gateway.mcp.ToolProgress;

/** Reports of one call that waits: how the task stands, in seconds since the call began. */
final class WaitReport {

  private static final double SECOND = 1e9;

  private final ToolProgress progress;
  private final LongSupplier nanoTime;
  private final long begin;
  private double last = -1;

  WaitReport(ToolProgress progress, LongSupplier nanoTime) {
    this.progress = progress;
    this.nanoTime = nanoTime;
    this.begin = nanoTime.getAsLong();
  }

  void tell(AgentTask task) {
    last = Math.max(last + 0.001, (nanoTime.getAsLong() - begin) / SECOND);
    progress.report(last, sentence(task));
  }

  static String sentence(AgentTask task) {
    Person holder = task.holder();
    String name = holder == null ? "" : OthersWords.line(holder.name());
    if (!task.open().isEmpty()) {
      return OthersWords.line(task.open().getFirst().from().name()) + " has a question";
    }
    return switch (task.status()) {
      case PENDING -> "nobody has it yet";
      case CLAIMED -> name + " has it";
      case IN_PROGRESS, RETRYING -> name + " is at it";
      default -> (name.isEmpty() ? "" : name + ": ") + task.status().code().replace('_', ' ');
    };
  }
}
