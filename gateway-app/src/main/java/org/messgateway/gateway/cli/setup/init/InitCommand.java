package org.messgateway.gateway.cli.setup.init;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.ToIntFunction;
import org.messgateway.gateway.cli.command.Command;
import org.messgateway.gateway.cli.command.CommandContext;
import org.messgateway.gateway.cli.command.CommandFailure;
import org.messgateway.gateway.cli.command.CommandHint;
import org.messgateway.gateway.config.ConfigLoader;
import org.messgateway.gateway.config.SecretsFile;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code init}: sets a household up, or adds to it, by asking or by options. */
@CommandLine.Command(
    name = "init",
    description = {
      "Sets a household up by asking: people, their phones, robots. Ends with a test that arrives.",
      "Run it again to add somebody. Secrets are typed unseen, or come from - (standard input),"
          + " files or the environment."
    })
public final class InitCommand extends Command {

  @Mixin private final InitOptions options = new InitOptions();

  private final ToIntFunction<List<String>> others;

  @Option(names = "--no-questions", description = "Takes options only.")
  private boolean noQuestions;

  @Option(names = "--force", description = "Starts over: overwrites a configuration that is there.")
  private boolean force;

  /**
   * @param others runs another command line; returns its exit status
   */
  public InitCommand(ToIntFunction<List<String>> others) {
    this.others = others;
  }

  @Override
  public Integer call() throws IOException {
    Optional<LineTerminal> terminal = noQuestions ? Optional.empty() : ConsoleTerminal.find(out());
    try (CommandContext context = workplace()) {
      context.refuseConflicts();
      return terminal.isPresent() && options.reachNobody()
          ? converse(context, terminal.get())
          : script(context);
    }
  }

  private int converse(CommandContext context, LineTerminal terminal) throws IOException {
    boolean extend = Files.exists(context.home().resolve(ConfigLoader.FILE)) && !force;
    if (!extend) {
      refuseToOverwrite(context.home().resolve(SecretsFile.FILE));
    }
    return new HouseholdConversation(new Dialogue(terminal), context, options, hint(), others)
        .hold(extend);
  }

  private int script(CommandContext context) throws IOException {
    Path home = context.home();
    HouseholdFiles files = new HouseholdFiles(context);
    refuseToOverwrite(home.resolve(ConfigLoader.FILE));
    refuseToOverwrite(home.resolve(SecretsFile.FILE));
    if (options.reachNobody()) {
      throw CommandFailure.usage(
          "Say how somebody is reached: --slack, --telegram, --sms or --webhook. See: "
              + CommandHint.here().to("init", "--help"));
    }
    HouseholdDraft draft = new ScriptedSetup(context, options).make();
    String rights = files.write(draft);
    out()
        .line(
            "Written: "
                + home.resolve(ConfigLoader.FILE)
                + " and "
                + home.resolve(SecretsFile.FILE));
    if (!rights.isEmpty()) {
      out().line(rights);
    }
    int status = tryOut(home);
    out().line("Next: " + hint().to("run"));
    return status;
  }

  /** Secrets too: robots verify with keys that are made from one of them. */
  private void refuseToOverwrite(Path file) {
    if (Files.exists(file) && !force) {
      throw CommandFailure.usage(
          file
              + " is there already. Edit it, add to it by init at a terminal, or give --force to"
              + " overwrite it.");
    }
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
            options.offline()
                ? List.of("check", "--offline", "--home", where)
                : List.of("check", "--home", where));
    if (options.offline()) {
      out().line("Ask the services whether they take the credentials: " + hint().to("check"));
      return status;
    }
    if (status == DONE) {
      out().line("A test for " + first() + ":");
      // A robot that does not run yet is no failure of what was written.
      int _ = others.applyAsInt(List.of("ping", first(), "--home", where));
      return DONE;
    }
    out().line("Mend what stands above, then: " + hint().to("check"));
    out().line("and a test: " + hint().to("ping", first()));
    return status;
  }

  /** The executor that gets the test message. */
  private String first() {
    return options.webhooks().isEmpty() || options.person()
        ? InitOptions.id(options.name().orElse("Me"))
        : options.webhooks().getFirst().split("=", 2)[0];
  }
}
