package org.messgateway.gateway.cli.command;

import org.messgateway.gateway.config.GatewayConfig;
import org.messgateway.gateway.config.people.PeopleFile;
import org.messgateway.gateway.config.people.PeopleFileException;
import org.messgateway.gateway.routing.Executor;

/** The home's {@code people.yaml}; a running gateway sees a change within a second. */
public final class HomePeople {

  private HomePeople() {}

  public static PeopleFile open(CommandContext context, GatewayConfig config) {
    try {
      return context.documents(config).people();
    } catch (PeopleFileException e) {
      throw CommandFailure.failed(String.valueOf(e.getMessage()));
    }
  }

  public static Executor executor(GatewayConfig config, String id) {
    return config
        .catalogue()
        .executor(id)
        .orElseThrow(() ->
            CommandFailure.usage(
                "There is no executor "
                    + id
                    + ". There are: "
                    + String.join(", ", config.catalogue().executors().keySet())));
  }
}
