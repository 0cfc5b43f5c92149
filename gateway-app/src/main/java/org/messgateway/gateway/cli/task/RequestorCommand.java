package org.messgateway.gateway.cli.task;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.messgateway.gateway.cli.command.CommandContext;
import org.messgateway.gateway.cli.command.CommandFailure;
import picocli.CommandLine.Option;

/** Base of the commands by which a task's requestor speaks. */
abstract class RequestorCommand extends OneTaskCommand {

  @Option(
      names = "--as",
      paramLabel = "AGENT",
      description = "Who speaks (default: the task's requestor).")
  private @Nullable String as;

  @Override
  int call(CommandContext context, TaskFinder finder)
      throws IOException, InterruptedException, TaskLookupException {
    FoundTask task = task(finder);
    OutgoingMessage message = OutgoingMessage.of(List.of(entry(task)));
    String speaker = as == null ? task.thread().requestor().orElse(context.config().agentId()) : as;
    try (GatewayMessages messages = new GatewayMessages(context)) {
      JsonNode answer =
          messages
              .post("/mess" + in(task), GatewayMessages.Speaker.agent(speaker), message)
              .orFailure();
      JsonNode standing = answer.path("threads").path(0);
      tellStanding(task, standing);
      // A note says that it had no effect.
      return standing.hasNonNull("note") ? CommandFailure.FAILED : DONE;
    }
  }

  /** What is said. */
  abstract Map<String, Object> entry(FoundTask task);
}
