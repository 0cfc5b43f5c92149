package org.messgateway.gateway.cli;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** {@code --home DIR}, else {@code MESS_HOME}, else {@code ~/.mess}. */
final class HomeOption {

  @Option(
      names = "--home",
      paramLabel = "DIR",
      description = "The gateway's directory (default: $$MESS_HOME, else ~/.mess).")
  private @Nullable Path home;

  HomeOption(@Nullable Path home) {
    this.home = home;
  }

  /** Hints name the home where this command was told of it. */
  Hint hint() {
    return home == null ? Hint.here() : Hint.at(path());
  }

  Path path() {
    if (home != null) {
      return home.toAbsolutePath().normalize();
    }
    String variable = System.getenv("MESS_HOME");
    return variable != null && !variable.isBlank()
        ? Path.of(variable).toAbsolutePath().normalize()
        : Path.of(System.getProperty("user.home"), ".mess");
  }
}
