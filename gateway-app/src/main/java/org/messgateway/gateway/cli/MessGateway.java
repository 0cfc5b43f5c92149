package org.messgateway.gateway.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command without a word behind it: shows what there is. */
@Command(
    name = "mess-gateway",
    mixinStandardHelpOptions = true,
    version = "mess-gateway 0.1.0",
    description = {
      "Tells people, robots and services of the tasks in a MESS exchange.",
      "To see it work: mess-gateway demo"
    },
    synopsisSubcommandLabel = "COMMAND")
final class MessGateway implements Runnable {

  @Spec
  @SuppressWarnings("NullAway.Init") // picocli sets it before run().
  private CommandSpec spec;

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "Which command?");
  }
}
