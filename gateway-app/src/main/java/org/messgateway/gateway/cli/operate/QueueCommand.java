package org.messgateway.gateway.cli.operate;

import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code queue}: commands on the store itself. */
@CommandLine.Command(
    name = "queue",
    mixinStandardHelpOptions = true,
    description = "Moves the queue to another database.",
    subcommands = QueueMigrateCommand.class)
public final class QueueCommand implements Runnable {

  @Spec
  @SuppressWarnings("NullAway.Init") // picocli sets it before run().
  private CommandSpec spec;

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "Which command? There is: queue migrate");
  }
}
