package org.messgateway.gateway.cli;

import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Base of all commands: a home and an output. */
@CommandLine.Command(mixinStandardHelpOptions = true)
abstract class Command implements Callable<Integer> {

  static final int DONE = 0;

  @Mixin private final HomeOption home;

  Command() {
    this(null);
  }

  /**
   * @param home as {@code --home} says it; null where it does not
   */
  Command(@Nullable Path home) {
    this.home = new HomeOption(home);
  }

  final CommandContext workplace() {
    return CommandContext.open(home(), hint());
  }

  final Path home() {
    return home.path();
  }

  final HomeChoice homeChoice() {
    return home.choice();
  }

  /** The next command to type. */
  final CommandHint hint() {
    return home.hint();
  }

  final CommandOutput out() {
    return new CommandOutput(TerminalWriter.out());
  }

  final CommandOutput err() {
    return new CommandOutput(TerminalWriter.err());
  }

  /** {@code --home DIR}, else what {@link HomeChoice} finds. */
  static final class HomeOption {

    @Option(
        names = "--home",
        paramLabel = "DIR",
        description = "The gateway's directory (default: $$MESS_HOME, else ~/.mess).")
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
