package org.messgateway.gateway.cli;

import java.io.IOException;
import picocli.CommandLine;
import picocli.CommandLine.Parameters;

/** {@code revoke}: a token opens nothing from now on, also in a gateway that runs. */
@CommandLine.Command(name = "revoke", description = "Takes a token away; it counts at once.")
final class RevokeCommand extends Command {

  @Parameters(paramLabel = "ID", description = "As `tokens` lists it.")
  @SuppressWarnings("NullAway.Init") // picocli sets it before call().
  private String id;

  @Override
  public Integer call() {
    try (Workplace workplace = workplace()) {
      if (!Keys.tokens(workplace).revoke(id)) {
        throw Failure.failed("There is no token " + id + ". To see them: tokens");
      }
      out().line("Token " + id + " opens nothing any more.");
      return DONE;
    } catch (IOException e) {
      throw Failure.failed("The token could not be taken away: " + e.getMessage());
    }
  }
}
