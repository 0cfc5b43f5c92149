package org.messgateway.gateway.cli.setup;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.messgateway.api.NotificationText;
import org.messgateway.gateway.answer.chat.PauseTime;
import org.messgateway.gateway.cli.command.Command;
import org.messgateway.gateway.cli.command.CommandContext;
import org.messgateway.gateway.cli.command.CommandFailure;
import org.messgateway.gateway.config.GatewayConfig;
import org.messgateway.gateway.config.people.PeopleFileException;
import org.messgateway.gateway.routing.Executor;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code pause}: leaves an executor alone for a while, as it could ask itself. */
@CommandLine.Command(
    name = "pause",
    description = "Leaves an executor alone for a while; what is urgent is told all the same.")
public final class PauseCommand extends Command {

  @Parameters(index = "0", paramLabel = "EXECUTOR", description = "Whom.")
  @SuppressWarnings("NullAway.Init") // picocli sets it before call().
  private String executor;

  @Parameters(
      index = "1..*",
      arity = "0..*",
      paramLabel = "TIME",
      description = "2h, 90m, until 18:00, until tomorrow (default: 2h).")
  private List<String> time = List.of();

  @Option(names = "--json", description = "Prints JSON.")
  private boolean json;

  @Override
  public Integer call() {
    try (CommandContext context = workplace()) {
      GatewayConfig config = context.inForce();
      Executor whom = CommandContext.executor(config, executor);
      Instant now = Instant.now();
      Instant until =
          PauseTime.of(String.join(" ", time), now, whom.zone())
              .orElseThrow(() ->
                  CommandFailure.usage(
                      "Until when? Write pause "
                          + executor
                          + " 2h, or until 18:00; at most 30 days."));
      context.people(config).pause(executor, until, now);
      if (json) {
        out().json(Map.of("executor", executor, "until", until.toString()));
      } else {
        String clock = NotificationText.clock(until, now, whom.zone());
        out().line(executor + " is left alone until " + clock + ". Urgent tasks still come.");
        out().line("To end it: " + hint().to("resume", executor));
      }
      return DONE;
    } catch (PeopleFileException e) {
      throw CommandFailure.failed(String.valueOf(e.getMessage()));
    }
  }
}
