package org.messgateway.gateway.cli;

import java.io.PrintWriter;
import org.messgateway.gateway.queue.QueueException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells a person what went wrong; a stack trace only where nobody foresaw the failure, and then in
 * the log.
 */
final class FailureReport {

  private static final Logger log = LoggerFactory.getLogger(FailureReport.class);

  private FailureReport() {}

  /** Returns the exit status. */
  static int of(Exception failure, PrintWriter err) {
    if (failure instanceof Failure known) {
      err.println(known.getMessage());
      return known.status();
    }
    if (failure instanceof QueueException store && store.environmental()) {
      err.println(store.getMessage());
      return Failure.FAILED;
    }
    log.debug("The command failed.", failure);
    err.println(
        "This failed in a way nobody foresaw: "
            + failure.getClass().getSimpleName()
            + (failure.getMessage() == null ? "" : ": " + failure.getMessage()));
    return Failure.FAILED;
  }
}
