package org.messgateway.gateway.cli;

import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.logging.LogManager;
import org.messgateway.gateway.cli.command.Command;
import org.messgateway.gateway.cli.command.CommandFailure;
import org.messgateway.gateway.cli.command.CommandOutput;
import org.messgateway.gateway.cli.command.TerminalWriter;
import org.slf4j.bridge.SLF4JBridgeHandler;

/** Where the launcher enters. Exit status: 0 done, 1 failed, 2 usage or configuration. */
public final class Main {

  /** As after SIGKILL. */
  private static final int KILLED = 137;

  /**
   * What the launcher takes off the status of a process that it watches over: one without it was
   * ended by other code than this.
   */
  private static final int MEANT = 100;

  /** How long shutdown hooks may take after a command. */
  private static final Duration HOOKS = Duration.ofSeconds(2);

  private Main() {}

  public static void main(String[] arguments) {
    logInOnePlace();
    String life = System.getProperty("mess.life", "");
    endWith(life);
    int status = execute(arguments);
    exit(life.isEmpty() ? status : MEANT + status);
  }

  /**
   * Routes java.util.logging into the one log. Helidon, PgJDBC and some vendors' clients use it,
   * and its own console handler would print what others wrote as it is.
   */
  static void logInOnePlace() {
    LogManager.getLogManager().reset();
    SLF4JBridgeHandler.install();
  }

  /** Shutdown hooks of drop-in jars may hang; the hook of {@code run} sets its own limit. */
  private static void exit(int status) {
    Thread.ofPlatform().daemon().name("end").start(() -> halt(status));
    System.exit(status);
  }

  private static void halt(int status) {
    try {
      Thread.sleep(HOOKS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    Runtime.getRuntime().halt(status);
  }

  /**
   * Ends this process at once when the launcher has ended without it: by kill -9, which it cannot
   * pass on.
   *
   * @param pipe whose end is the launcher's; empty when nobody watches over this process
   */
  private static void endWith(String pipe) {
    if (!pipe.isEmpty()) {
      Thread.ofPlatform()
          .daemon()
          .name("launcher")
          .start(() -> {
            try (InputStream life = new FileInputStream(pipe)) {
              while (life.read() >= 0) {
                // Nothing is ever written.
              }
              Runtime.getRuntime().halt(KILLED);
            } catch (IOException e) {
              // There is no such pipe here: then this process ends by itself only.
            }
          });
    }
  }

  static int execute(String... arguments) {
    return FastRun.of(arguments)
        .map(FastRun::call)
        .or(() -> FastMcp.of(arguments).map(FastMcp::call))
        .orElseGet(() -> shown(new Commands().execute(arguments)));
  }

  /**
   * The status of a command whose output may be lost: a token is shown only once. The reader of a
   * pipe may leave before its end, as {@code head} does, and misses nothing.
   */
  private static int shown(int status) {
    if (!TerminalWriter.out().checkError() || !System.getProperty("mess.piped", "").isEmpty()) {
      return status;
    }
    new CommandOutput(TerminalWriter.err())
        .line(
            "Standard output could not be written, as on a full disk: what this command says is not"
                + " complete, and what it did stands. A token that nobody saw is ended by: tokens,"
                + " revoke ID.");
    return status == Command.DONE ? CommandFailure.FAILED : status;
  }
}
