package org.messgateway.gateway.cli.task;

import java.io.IOException;
import org.messgateway.gateway.cli.command.CommandContext;
import org.messgateway.gateway.cli.task.WaitOutcome.WaitGoal;
import picocli.CommandLine;
import picocli.CommandLine.Option;

/** {@code wait}: until a task is answered. */
@CommandLine.Command(
    name = "wait",
    description = "Waits for a task and prints its answer. A restart of the gateway ends no wait.",
    exitCodeListHeading = "%nExit status:%n",
    exitCodeList = {
      "0:answered, or completed, in part too",
      "1:there is no such task, or it was deleted",
      "2:the command line or the configuration is wrong",
      "3:failed, declined, expired, or passed on to nobody",
      "4:cancelled",
      "5:a question waits for a reply",
      "6:the time is over"
    })
public final class WaitCommand extends OneTaskCommand {

  @Option(
      names = "--for",
      paramLabel = "DURATION",
      description = "So long at most (default: ${DEFAULT-VALUE}).")
  private String longest = "10m";

  @Option(
      names = "--until",
      paramLabel = "GOAL",
      description = {
        "answered (default): an answer, a question, or the end;",
        "question: a question, or the end; ended: the end, whatever is asked."
      })
  private WaitGoal goal = WaitGoal.ANSWERED;

  @Override
  int call(CommandContext context, TaskFinder finder)
      throws IOException, InterruptedException, TaskLookupException {
    var time = duration("--for", longest);
    FoundTask task = task(finder);
    if (WaitOutcome.of(task, goal) == WaitOutcome.OPEN) {
      warnIfNoneRuns(context, hint(), err());
    }
    FoundTask now = new OutcomeWait(finder).await(task, goal, time);
    WaitOutcome outcome = WaitOutcome.of(now, goal);
    tell(now, outcome, json(), text(), outputs());
    return outcome.status();
  }
}
