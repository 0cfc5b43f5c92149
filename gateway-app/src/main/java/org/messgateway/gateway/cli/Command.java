package org.messgateway.gateway.cli;

import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** What all commands have in common: a home, and somewhere to print. */
@CommandLine.Command(mixinStandardHelpOptions = true)
abstract class Command implements Callable<Integer> {

  static final int DONE = 0;

  @Spec
  @SuppressWarnings("NullAway.Init") // picocli sets it before call().
  private CommandSpec spec;

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

  final Workplace workplace() {
    return Workplace.open(home(), hint());
  }

  final Path home() {
    return home.path();
  }

  /** What to type next. */
  final Hint hint() {
    return home.hint();
  }

  final Output out() {
    return new Output(spec.commandLine().getOut());
  }

  final Output err() {
    return new Output(spec.commandLine().getErr());
  }
}
