package org.messgateway.gateway.cli;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.messgateway.gateway.cli.command.FailureReport;
import org.messgateway.gateway.cli.operate.Preparation;
import org.messgateway.gateway.cli.operate.RunCommand;

/**
 * {@code run} as it is mostly typed, read by hand: what reads all other lines costs a start a fifth
 * of its time. Whatever is unusual in the line, mistakes and help, is left to that.
 */
record FastRun(@Nullable Path home, @Nullable Integer port) {

  private static final int LONGEST_PORT = 5;

  /** Empty when the line is anything else. */
  static Optional<FastRun> of(String... arguments) {
    if (arguments.length % 2 == 0 || !arguments[0].equals("run")) {
      return Optional.empty();
    }
    try {
      return read(arguments);
    } catch (InvalidPathException e) {
      return Optional.empty();
    }
  }

  private static Optional<FastRun> read(String... arguments) {
    Path home = null;
    Integer port = null;
    for (int i = 1; i < arguments.length; i += 2) {
      String value = arguments[i + 1];
      if (arguments[i].equals("--home") && home == null && !value.startsWith("-")) {
        home = Path.of(value);
      } else if (arguments[i].equals("--port") && port == null && isPort(value)) {
        port = Integer.valueOf(value);
      } else {
        return Optional.empty();
      }
    }
    return Optional.of(new FastRun(home, port));
  }

  private static boolean isPort(String text) {
    return !text.isEmpty()
        && text.length() <= LONGEST_PORT
        && text.chars().allMatch(each -> each >= '0' && each <= '9');
  }

  /** Runs; returns the exit status. */
  int call() {
    Preparation begun = Preparation.begin();
    try {
      return new RunCommand(home, port, begun).call();
    } catch (InterruptedException | RuntimeException e) {
      return FailureReport.of(e);
    }
  }
}
