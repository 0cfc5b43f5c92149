package org.messgateway.gateway.cli.setup;

import java.time.InstantSource;
import org.jspecify.annotations.Nullable;
import org.messgateway.gateway.cli.command.Command;
import org.messgateway.gateway.cli.command.CommandContext;
import org.messgateway.gateway.cli.command.CommandFailure;
import org.messgateway.gateway.config.RegistrationException;
import org.messgateway.gateway.config.Registrations;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code executors forget}: takes out what was registered at run time. */
@CommandLine.Command(
    name = "forget",
    description = "Takes out an executor that was registered at run time.")
final class ExecutorsForgetCommand extends Command {

  @Parameters(arity = "0..1", paramLabel = "EXECUTOR", description = "The one that is meant.")
  private @Nullable String executor;

  @Option(names = "--rules", description = "All routing rules that were registered.")
  private boolean rules;

  @Override
  public Integer call() {
    if ((executor == null) != rules) {
      throw CommandFailure.usage("Name an executor, or say --rules.");
    }
    try (CommandContext context = workplace()) {
      Registrations registrations = context.registrations(InstantSource.system());
      boolean found =
          executor == null ? registrations.forgetRules() : registrations.forget(executor);
      if (!found) {
        throw CommandFailure.failed(unknown(context));
      }
      out().line("Forgotten. A running gateway knows within two seconds.");
      return DONE;
    } catch (RegistrationException e) {
      throw CommandFailure.failed(e.sentence());
    }
  }

  private String unknown(CommandContext context) {
    String from = executor == null ? null : context.inForce().registry().sources().get(executor);
    return executor == null
        ? "No rules were registered."
        : from == null
            ? "There is no executor " + executor + "."
            : executor + " was not registered: it stands in " + from + ". Take it out there.";
  }
}
