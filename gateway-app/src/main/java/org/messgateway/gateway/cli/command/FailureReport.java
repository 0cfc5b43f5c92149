package org.messgateway.gateway.cli.command;

import org.messgateway.gateway.queue.QueueException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells a person what went wrong; a stack trace only where nobody foresaw the failure, and then in
 * the log.
 */
public final class FailureReport {

  private static final Logger log = LoggerFactory.getLogger(FailureReport.class);

  private FailureReport() {}

  /** Returns the exit status. */
  public static int of(Exception failure) {
    CommandOutput err = new CommandOutput(TerminalWriter.err());
    if (failure instanceof CommandFailure known) {
      err.line(known.sentence());
      err.lines(known.report());
      return known.status();
    }
    if (failure instanceof QueueException store && store.environmental()) {
      err.line(String.valueOf(store.getMessage()));
      return CommandFailure.FAILED;
    }
    log.debug("The command failed.", failure);
    err.line(
        "This failed in a way nobody foresaw: "
            + failure.getClass().getSimpleName()
            + (failure.getMessage() == null ? "" : ": " + failure.getMessage()));
    return CommandFailure.FAILED;
  }
}
