package org.messgateway.gateway.cli.setup;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.ToIntFunction;
import org.messgateway.gateway.cli.command.Command;
import org.messgateway.gateway.cli.command.CommandContext;
import org.messgateway.gateway.cli.command.CommandFailure;
import org.messgateway.gateway.cli.command.CommandHint;
import org.messgateway.gateway.cli.command.TerminalPrompt;
import org.messgateway.gateway.config.ConfigLoader;
import org.messgateway.gateway.config.ConfigReport;
import org.messgateway.gateway.config.LoadResult;
import org.messgateway.gateway.config.SecretsFile;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code init}: writes a commented configuration and its secrets, by options or by asking. */
@CommandLine.Command(
    name = "init",
    description = {
      "Makes a configuration and a file for its secrets, by options or by asking.",
      "Then: mess-gateway check, and mess-gateway ping EXECUTOR."
    })
public final class InitCommand extends Command {

  @Mixin private final InitAnswers answers = new InitAnswers();

  private final ToIntFunction<List<String>> others;

  @Option(names = "--no-questions", description = "Takes options only.")
  private boolean noQuestions;

  @Option(names = "--offline", description = "Asks no remote service and sends no test.")
  private boolean offline;

  @Option(names = "--force", description = "Overwrites a configuration that is there.")
  private boolean force;

  /**
   * @param others runs another command line; returns its exit status
   */
  public InitCommand(ToIntFunction<List<String>> others) {
    this.others = others;
  }

  @Override
  public Integer call() throws IOException {
    try (CommandContext context = workplace()) {
      Path home = context.home();
      Path file = home.resolve(ConfigLoader.FILE);
      refuseToOverwrite(file);
      refuseToOverwrite(home.resolve(SecretsFile.FILE));
      if (!noQuestions && TerminalPrompt.canBeAsked()) {
        answers.ask(new TerminalPrompt(out()));
      }
      if (answers.reachNobody()) {
        throw CommandFailure.usage(
            "Say how somebody is reached: --slack, --telegram, --sms or --webhook. See:"
                + " "
                + CommandHint.here().to("init", "--help"));
      }
      String rights = new InitFiles(answers).write(home);
      return finish(context, home, rights);
    }
  }

  /** Secrets too: robots verify with keys that are made from one of them. */
  private void refuseToOverwrite(Path file) {
    if (Files.exists(file) && !force) {
      throw CommandFailure.usage(
          file + " is there already. Edit it, or give --force to overwrite it.");
    }
  }

  private int finish(CommandContext context, Path home, String rights) {
    out()
        .line(
            "Written: "
                + home.resolve(ConfigLoader.FILE)
                + " and "
                + home.resolve(SecretsFile.FILE));
    if (!rights.isEmpty()) {
      out().line(rights);
    }
    return switch (context.load()) {
      case LoadResult.Invalid invalid -> {
        out().lines(ConfigReport.of(invalid));
        out().line("Mend these, then: " + hint().to("check"));
        yield CommandFailure.USAGE;
      }
      case LoadResult.Valid _ -> {
        int status = tryOut(home);
        out().line("Next: " + hint().to("run"));
        yield status;
      }
    };
  }

  /**
   * Asks the vendors whether they take the credentials, and when all is well sends a test to the
   * first executor.
   *
   * @return what the whole command ends with: hints are no failure, nor is a robot that does not
   *     run yet; a refused credential is one
   */
  private int tryOut(Path home) {
    String where = home.toString();
    int status =
        others.applyAsInt(
            offline
                ? List.of("check", "--offline", "--home", where)
                : List.of("check", "--home", where));
    if (offline) {
      out().line("Ask the services whether they take the credentials: " + hint().to("check"));
      return status;
    }
    if (status == DONE) {
      out().line("A test for " + answers.firstExecutor() + ":");
      others.applyAsInt(List.of("ping", answers.firstExecutor(), "--home", where));
      return DONE;
    }
    out().line("Mend what stands above, then: " + hint().to("check"));
    out().line("and a test: " + hint().to("ping", answers.firstExecutor()));
    return status;
  }
}
