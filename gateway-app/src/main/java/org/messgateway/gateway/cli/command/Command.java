package org.messgateway.gateway.cli.command;

import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Base of all commands: a home and an output. */
@CommandLine.Command(mixinStandardHelpOptions = true)
public abstract class Command implements Callable<Integer> {

  /** Exit status of a command that did what it was asked. */
  public static final int DONE = 0;

  @Mixin private final HomeOption home;

  protected Command() {
    this(null);
  }

  /**
   * @param home as {@code --home} says it; null where it does not
   */
  protected Command(@Nullable Path home) {
    this.home = new HomeOption(home);
  }

  protected final CommandContext workplace() {
    return CommandContext.open(home(), hint());
  }

  protected final Path home() {
    return home.path();
  }

  protected final HomeChoice homeChoice() {
    return home.choice();
  }

  /** The next command to type. */
  protected final CommandHint hint() {
    return home.hint();
  }

  protected final CommandOutput out() {
    return new CommandOutput(TerminalWriter.out());
  }

  /** What the output of this command looks like where it goes. */
  protected final Terminal terminal() {
    return Terminal.here();
  }

  protected final CommandOutput err() {
    return new CommandOutput(TerminalWriter.err());
  }

  /** {@code --home DIR}, else what {@link HomeChoice} finds. */
  static final class HomeOption {

    @Option(
        names = "--home",
        paramLabel = "DIR",
        description = "The gateway's folder ($$MESS_HOME, else ~/.mess).")
    private @Nullable Path home;

    HomeOption(@Nullable Path home) {
      this.home = home;
    }

    /** Hints name the home if this command got {@code --home}. */
    CommandHint hint() {
      return home == null ? CommandHint.here() : CommandHint.at(path());
    }

    Path path() {
      return choice().folder();
    }

    HomeChoice choice() {
      return HomeChoice.of(home, System.getenv(), Path.of(System.getProperty("user.home")));
    }
  }
}
