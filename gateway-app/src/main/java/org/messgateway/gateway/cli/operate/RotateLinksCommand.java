package org.messgateway.gateway.cli.operate;

import java.io.IOException;
import java.time.Instant;
import org.messgateway.gateway.cli.command.Command;
import org.messgateway.gateway.cli.command.CommandContext;
import org.messgateway.gateway.cli.command.CommandFailure;
import org.messgateway.gateway.cli.command.KeyFolder;
import picocli.CommandLine;
import picocli.CommandLine.Option;

/** {@code rotate-links}: a new key signs links from now on. */
@CommandLine.Command(
    name = "rotate-links",
    description = "Signs links with a new key; those already sent go on working.")
public final class RotateLinksCommand extends Command {

  @Option(names = "--now", description = "Ends all links sent so far at once.")
  private boolean now;

  @Override
  public Integer call() {
    try (CommandContext context = workplace()) {
      int keys = KeyFolder.links(context).rotate(Instant.now(), now);
      out()
          .line(
              now
                  ? "A new key signs links. All links sent before have ended."
                  : "A new key signs links. "
                      + keys
                      + " keys are recognised; those older than 31 days go with a later rotation.");
      return DONE;
    } catch (IOException e) {
      throw CommandFailure.failed("The key could not be changed: " + e.getMessage());
    }
  }
}
