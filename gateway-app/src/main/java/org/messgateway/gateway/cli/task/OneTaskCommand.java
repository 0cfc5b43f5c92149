package org.messgateway.gateway.cli.task;

import java.io.IOException;
import picocli.CommandLine.Parameters;

/** Base of the commands about one task. */
abstract class OneTaskCommand extends TaskCommand {

  @Parameters(
      index = "0",
      paramLabel = "REF",
      description = "The task: its ref, or its requestor's own id.")
  @SuppressWarnings("NullAway.Init") // picocli sets it before call().
  private String ref;

  /** The task that was named. */
  final FoundTask task(TaskFinder finder)
      throws IOException, InterruptedException, TaskLookupException {
    return finder.find(ref);
  }
}
