package org.messgateway.gateway.cli;

import java.util.logging.LogManager;
import org.slf4j.bridge.SLF4JBridgeHandler;

/** Where the launcher enters. Exit status: 0 done, 1 failed, 2 usage or configuration. */
public final class Main {

  private Main() {}

  public static void main(String[] arguments) {
    // Helidon and some vendors' clients log by java.util.logging: one log, one format.
    LogManager.getLogManager().reset();
    SLF4JBridgeHandler.install();
    System.exit(execute(arguments));
  }

  static int execute(String... arguments) {
    return PlainRun.of(arguments)
        .map(PlainRun::call)
        .orElseGet(() -> new Commands().line(arguments).execute(arguments));
  }
}
