package org.messgateway.gateway.cli.robot;

import java.util.List;
import java.util.Map;
import org.messgateway.api.Secret;
import org.messgateway.gateway.cli.command.Command;
import org.messgateway.gateway.cli.command.CommandContext;
import org.messgateway.gateway.config.GatewayConfig;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * {@code secret}: what a maker needs to verify our webhooks; the one command that prints secrets.
 */
@CommandLine.Command(
    name = "secret",
    description = "Prints the key with which an executor or an agent verifies its webhooks.")
public final class SecretCommand extends Command {

  @Parameters(paramLabel = "EXECUTOR", description = "Whose.")
  @SuppressWarnings("NullAway.Init") // picocli sets it before call().
  private String executor;

  @Option(names = "--json", description = "Prints JSON.")
  private boolean json;

  @Override
  public Integer call() {
    try (CommandContext context = workplace()) {
      GatewayConfig config = context.config();
      List<String> keys =
          WebhookSigner.of(config, executor).keys(executor).stream().map(Secret::reveal).toList();
      if (json) {
        out().json(Map.of("executor", executor, "secrets", keys));
      } else {
        keys.forEach(out()::line);
        err()
            .line(
                "The first is the current one. Give it to nobody but the maker of "
                    + executor
                    + ".");
      }
      return DONE;
    }
  }
}
