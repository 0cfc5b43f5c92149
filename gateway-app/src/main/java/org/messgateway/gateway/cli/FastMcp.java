package org.messgateway.gateway.cli;

import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.messgateway.gateway.cli.command.CommandFailure;
import org.messgateway.gateway.cli.command.FailureReport;
import org.messgateway.gateway.cli.mcp.McpCommand;

/** {@code mcp} as clients start it, read by hand for the same reason as {@link FastRun}. */
record FastMcp(@Nullable Path home, @Nullable String exchange, @Nullable String agent) {

  private static final Set<String> OPTIONS = Set.of("--home", "--exchange", "--agent");

  /** Empty when the line is anything else. */
  static Optional<FastMcp> of(String... arguments) {
    if (arguments.length % 2 == 0 || !arguments[0].equals("mcp")) {
      return Optional.empty();
    }
    Map<String, String> given = new HashMap<>();
    for (int i = 1; i < arguments.length; i += 2) {
      String value = arguments[i + 1];
      if (!OPTIONS.contains(arguments[i])
          || value.startsWith("-")
          || given.put(arguments[i], value) != null) {
        return Optional.empty();
      }
    }
    String home = given.get("--home");
    try {
      return Optional.of(
          new FastMcp(
              home == null ? null : Path.of(home), given.get("--exchange"), given.get("--agent")));
    } catch (InvalidPathException e) {
      return Optional.empty();
    }
  }

  /** Serves; returns the exit status. */
  int call() {
    try {
      return new McpCommand(home, exchange, agent).call();
    } catch (IOException e) {
      return FailureReport.of(CommandFailure.failed(String.valueOf(e.getMessage())));
    } catch (InterruptedException | RuntimeException e) {
      return FailureReport.of(e);
    }
  }
}
